import Sqlite from 'better-sqlite3'
import { type KeySource, SOURCE_ROWS } from './key-rows.ts'

/** Where the secret of a database came from when it was last opened; undefined if that is not known. */
export function readKeySource(file: string): KeySource | undefined {
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
    const rows = sqlite.prepare<[], { name: string }>('select name from canaries').all()
    const names = new Set(rows.map(({ name }) => name))
    return (['setting', 'file'] as const).find((source) => names.has(SOURCE_ROWS[source]))
  } catch {
    // Of an earlier release, or no database: whoever opens it next says so.
    return undefined
  } finally {
    sqlite?.close()
  }
}
