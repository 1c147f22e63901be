import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import Sqlite from 'better-sqlite3'

/** The action in the audit log. It is of no workspace: a backup is of the whole instance. */
export const BACKUP_MADE = 'backup.made'

/**
 * Records in the audit log of an SQLite file that a backup of it was made, so that owners see when the last one was. With the
 * driver alone: opening the database would migrate it, which a backup must not do.
 * @param target the path of the backup, of which only the file name is kept
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
