import Sqlite from 'better-sqlite3'

/**
 * Writes a consistent copy of an SQLite file, also while a server writes to it.
 * @param target must not exist
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // All in one step: between steps, each write of another process would make it start over, for ever under load.
    await source.backup(target, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
}

const ALL_PAGES = 0x7fff_ffff
