import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import Sqlite from 'better-sqlite3'

/** What the audit log calls it. It is of no workspace: a backup is of the whole instance. */
export const BACKUP_MADE = 'backup.made'

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

/**
 * Notes in the database that a backup of it was made, so that its owners see when the last one was. By hand: to open it as a
 * whole would bring it up to date, which is nothing for a backup to do.
 * @param target where the backup lies; its name alone is kept
 */
export function recordBackup(file: string, target: string): void {
  const database = new Sqlite(file, { fileMustExist: true, timeout: 5000 })
  try {
    const at = new Date().toISOString()
    const details = JSON.stringify({ file: basename(target) })
    database
      .prepare(
        `insert into audit_entries (id, workspace_id, actor_id, actor, door, action, subject_id, details, created_at, updated_at)
        values (?, null, 'system', 'Operator', 'command_line', ?, null, ?, ?, ?)`,
      )
      .run(randomUUID(), BACKUP_MADE, details, at, at)
  } finally {
    database.close()
  }
}

const ALL_PAGES = 0x7fff_ffff
