import { existsSync, readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import type { Engine } from './instance.ts'

/** Every column of every row of every table, by table, as text; of a file also its very bytes. */
export async function dumpDatabase(engine: Engine, database: string): Promise<Map<string, string>> {
  return engine === 'sqlite' ? dumpSqlite(database) : dumpPostgres(database)
}

function dumpSqlite(file: string): Map<string, string> {
  const sqlite = new Sqlite(file, { readonly: true })
  const names = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[]
  const dump = new Map(names.map((name) => [name, JSON.stringify(sqlite.prepare(`select * from "${name}"`).all())]))
  sqlite.close()
  // What was deleted is still in the pages and in the log.
  for (const path of [file, `${file}-wal`])
    if (existsSync(path)) dump.set(path.endsWith('-wal') ? '(log)' : '(file)', readFileSync(path, 'latin1'))
  return dump
}

async function dumpPostgres(url: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
    dump.set(name.replace(/^public\./, ''), rows.map(({ row }) => row).join('\n'))
  }
  await client.end()
  return dump
}
