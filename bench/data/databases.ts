import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../../test/postgres/postgres-server.ts'
import { type Seeded, seed } from './seed.ts'

const KEPT = fileURLToPath(new URL('../.data/', import.meta.url))

export type Engine = 'sqlite' | 'postgres'

export interface Prepared extends Seeded {
  /** A file, or a URL. */
  database: string
}

/** Where the seeded databases come from: files that are kept between runs, or a PostgreSQL started for this run. */
export interface Databases {
  engine: Engine
  prepare(contacts: number): Promise<Prepared>
  /** A copy of a prepared file, to be written to. */
  copy(prepared: Prepared): Prepared
  /** The URL of an empty database, in place of the last one; undefined if any new file serves as one. */
  empty(): Promise<string | undefined>
  stop(): Promise<void>
}

export function sqliteDatabases(): Databases {
  const scratch = mkdtempSync(join(tmpdir(), 'handrail-bench-'))
  let copies = 0
  return {
    engine: 'sqlite',
    async prepare(contacts) {
      const folder = join(KEPT, `sqlite-${contacts}`)
      const database = join(folder, 'handrail.db')
      const note = join(folder, 'seeded.json')
      if (existsSync(note)) return { database, ...JSON.parse(readFileSync(note, 'utf8')) }
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const seeded = await seed(database, contacts)
      writeFileSync(note, JSON.stringify(seeded))
      return { database, ...seeded }
    },
    copy(prepared) {
      const folder = join(scratch, String(++copies))
      mkdirSync(folder)
      const database = join(folder, 'handrail.db')
      copyFileSync(prepared.database, database)
      return { ...prepared, database }
    },
    empty: async () => undefined,
    stop: async () => rmSync(scratch, { recursive: true, force: true }),
  }
}

export async function postgresDatabases(): Promise<Databases> {
  const server = await startPostgres({ durable: true })
  let count = 0
  async function run(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  async function create(name: string): Promise<string> {
    await run(`create database ${name}`)
    const url = new URL(server.url)
    url.pathname = name
    return url.href
  }
  return {
    engine: 'postgres',
    async prepare(contacts) {
      const url = await create(`bench_${contacts}`)
      return { database: url, ...(await seed(url, contacts)) }
    },
    async empty() {
      // The server would still clean up in the last one while the next is measured.
      await run(`drop database if exists bench_empty_${count} with (force)`)
      return create(`bench_empty_${++count}`)
    },
    copy: (prepared) => prepared,
    stop: server.stop,
  }
}
