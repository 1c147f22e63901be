import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../packages/core/src/storage/open.ts'
import { migratedPostgresDatabase } from './postgres/databases.ts'

/** The bytes of a database file with all tables, made once in each process of tests. */
let template: Promise<Buffer> | undefined

/** Creates a database with all tables and no rows, which saves migrations in each test. @param folder of an SQLite file */
export function migratedDatabase(engine: 'sqlite' | 'postgres', folder: string): Promise<string> {
  return engine === 'sqlite' ? migratedSqliteDatabase(join(folder, 'handrail.db')) : migratedPostgresDatabase()
}

async function migratedSqliteDatabase(file: string): Promise<string> {
  template ??= migrated()
  writeFileSync(file, await template)
  return file
}

async function migrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-template-'))
  const file = join(folder, 'handrail.db')
  // The last connection that closes moves the log into the file.
  await (await openDatabase({ database: file })).close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
