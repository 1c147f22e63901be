import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bound, operations } from '@handrail/core'
import Sqlite from 'better-sqlite3'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { withInstance, workspaceWith } from '../data/senders.ts'
import { print } from '../table.ts'

const { checkImport, createContact, createImport, getImport, runImport } = operations

const ROWS = 50_000

/** An import of contacts, against a loop that inserts as many contacts and events, and how long others wait meanwhile. */
export async function measureImports(databases: Databases, note: Note): Promise<void> {
  const url = await databases.empty()
  const figures = await withInstance(async (_file, open) => {
    const handrail = await open(true, { upkeep: true })
    const { bound } = await workspaceWith(handrail, [], 'contact.created')
    const content = Readable.from([fileOfRows()])
    const { data } = await bound.invoke(createImport, { resource: 'contacts', name: 'people.csv', content })
    const reading = await until(bound, data.id, 'read')
    await bound.invoke(checkImport, { id: data.id, mapping: ['email', 'first_name', 'last_name'] })
    const checking = await until(bound, data.id, 'checked')
    const others = creates(bound)
    const processor = process.cpuUsage()
    await bound.invoke(runImport, { id: data.id })
    const running = await until(bound, data.id, 'done')
    const { user, system } = process.cpuUsage(processor)
    const p99 = await others.p99()
    await handrail.close()
    return { reading, checking, running, processor: (user + system) / 1000, p99 }
  }, url)
  const loop = await withInstance(async (database) => bareLoop(database))
  note('imported', loop / figures.running)
  note('besideImport', figures.p99)
  print(`An import of ${ROWS} contacts, in milliseconds, and creates of another client meanwhile`, [
    {
      'reading the file': figures.reading,
      checking: figures.checking,
      running: figures.running,
      'processor while running': figures.processor,
      'bare loop': loop,
      ratio: loop / figures.running,
      'creates, p99': figures.p99,
    },
  ])
}

function fileOfRows(): Buffer {
  const lines = Array.from({ length: ROWS }, (_, n) => `p${n}@import.example,First${n},Last${n}`)
  return Buffer.from(`email,first_name,last_name\n${lines.join('\n')}\n`)
}

async function until(bound: Bound, id: string, status: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { data } = await bound.invoke(getImport, { id })
    if (data.status === status) return performance.now() - began
    if (data.status === 'failed') throw new Error(`The import failed: ${data.problem}`)
    await sleep(20)
  }
}

/** Contacts that are created one after the other, twenty a second. */
function creates(bound: Bound) {
  const taken: number[] = []
  let ended = false
  const run = async () => {
    while (!ended) {
      const began = performance.now()
      await bound.invoke(createContact, { email: `${randomUUID()}@other.example`, first_name: 'O' })
      taken.push(performance.now() - began)
      await sleep(50)
    }
  }
  const running = run()
  return {
    async p99() {
      ended = true
      await running
      taken.sort((a, b) => a - b)
      return taken[Math.floor(taken.length * 0.99)] ?? 0
    },
  }
}

/** What SQLite needs for as many contacts and events, in transactions of a thousand. */
function bareLoop(database: string): number {
  const sqlite = new Sqlite(database)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.exec(`
    create table contacts (workspace_id text, id text, email text, first_name text, last_name text, metadata text,
      search_text text, sort_name text, created_at text, updated_at text, primary key (workspace_id, id));
    create unique index by_email on contacts (workspace_id, email);
    create index by_time on contacts (workspace_id, created_at, id);
    create table events (workspace_id text, id text, type text, occurred_at text, data text, primary key (workspace_id, id));`)
  const contact = sqlite.prepare('insert into contacts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const event = sqlite.prepare('insert into events values (?, ?, ?, ?, ?)')
  const workspace = randomUUID()
  const began = performance.now()
  for (let from = 0; from < ROWS; from += 1000)
    sqlite.transaction(() => {
      for (let number = from; number < from + 1000; number++) {
        const at = new Date().toISOString()
        const row = { id: randomUUID(), email: `p${number}@import.example`, first_name: `F${number}`, last_name: 'L' }
        contact.run(workspace, row.id, row.email, row.first_name, row.last_name, '{}', row.email, row.email, at, at)
        event.run(workspace, randomUUID(), 'contact.created', at, JSON.stringify({ ...row, created_at: at }))
      }
    })()
  const took = performance.now() - began
  sqlite.close()
  return took
}
