import { and, desc, gte, inArray, isNull, notInArray } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { Reader, Store } from '../storage/database.ts'
import { later, MINUTE_MS } from '../times.ts'
import * as postgres from './insert-entry.postgres.ts'
import * as sqlite from './insert-entry.sqlite.ts'

const ENGINES = { sqlite, postgres }

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
  await write(async (tx) => {
    const action = failure === undefined ? BACKUP_MADE : BACKUP_FAILED
    const details = JSON.stringify(failure === undefined ? { file, to } : { to, reason: failure })
    const values = [newId(), 'system', 'Operator', 'command_line', action, details, tx.time, tx.time]
    await ENGINES[tx.connection.dialect.engine].insertEntry(tx, values)
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

/** Leases are renewed so long before their end. */
const LEASE_MS = MINUTE_MS

/**
 * When anything was changed last, apart from attempts at backups: every change of records leaves an event or an entry of the audit log,
 * and a running service renews its leases.
 */
export async function lastChange({ db, tables }: Reader): Promise<string> {
  const { events, audit_entries: audit, leases } = tables
  const [event] = await db.select({ at: events.occurred_at }).from(events).orderBy(desc(events.occurred_at)).limit(1)
  const [entry] = await db
    .select({ at: audit.created_at })
    .from(audit)
    .where(notInArray(audit.action, [BACKUP_MADE, BACKUP_FAILED]))
    .orderBy(desc(audit.created_at))
    .limit(1)
  const [lease] = await db.select({ at: leases.expires_at }).from(leases).orderBy(desc(leases.expires_at)).limit(1)
  return [event?.at ?? '', entry?.at ?? '', lease ? later(lease.at, -LEASE_MS) : ''].toSorted().at(-1) ?? ''
}
