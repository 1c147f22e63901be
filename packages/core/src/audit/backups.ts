import { and, desc, gte, inArray, isNull } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { Reader, Store } from '../storage/database.ts'

/** The actions in the audit log. They are of no workspace: a backup is of the whole instance. */
export const BACKUP_MADE = 'backup.made'
export const BACKUP_FAILED = 'backup.failed'

/** An attempt to make a backup. */
export interface BackupAttempt {
  /** The time in ISO 8601. */
  at: string
  /** The name of the backup; empty for one that failed. */
  file: string
  /** The folder or bucket. */
  to: string
  /** The reason of a failure, as a sentence; undefined for a backup that was made. */
  failure: string | undefined
}

/** Records an attempt in the audit log, so that owners see when the last backup was made, and whoever watches that one failed. */
export async function recordBackup({ write }: Pick<Store, 'write'>, attempt: Omit<BackupAttempt, 'at'>): Promise<void> {
  const { file, to, failure } = attempt
  await write(async ({ db, tables, time }) => {
    await db.insert(tables.audit_entries).values({
      id: newId(),
      workspace_id: null,
      actor_id: 'system',
      actor: 'Operator',
      door: 'command_line',
      action: failure === undefined ? BACKUP_MADE : BACKUP_FAILED,
      subject_id: null,
      details: failure === undefined ? { file, to } : { to, reason: failure },
      created_at: time,
      updated_at: time,
    })
  })
}

/** The latest attempts since a time, newest first. */
export async function backupAttempts({ db, tables }: Reader, since: string, limit: number): Promise<BackupAttempt[]> {
  const { audit_entries: t } = tables
  const rows = await db
    .select({ at: t.created_at, action: t.action, details: t.details })
    .from(t)
    .where(and(isNull(t.workspace_id), gte(t.created_at, since), inArray(t.action, [BACKUP_MADE, BACKUP_FAILED])))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(limit)
  return rows.map(({ at, action, details: { file = '', to = '', reason = '' } }) => ({
    at,
    file,
    to,
    failure: action === BACKUP_FAILED ? reason : undefined,
  }))
}
