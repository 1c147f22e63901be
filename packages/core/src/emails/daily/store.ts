import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import type { Told } from '../contract.ts'
import { nextMorning } from './morning.ts'

export type Schedule = Tables['daily_mail_schedules']['$inferSelect']

/** A contact to be looked at. */
export type DueContact = Pick<Schedule, 'next_at' | 'workspace_id' | 'contact_id'>

/** A contact of a workspace. */
export interface Person {
  workspace_id: string
  contact_id: string
}

/**
 * Lets contacts who take part in a plan be looked at on the next morning at the latest. It locks their rows also where nothing
 * changes: a look that is under way has either seen the plan, or is over, so that none is overlooked.
 */
export async function scheduleContacts(tx: Tx, workspace_id: string, contact_ids: readonly string[]): Promise<void> {
  const { daily_mail_schedules: t } = tx.tables
  const time_zone = (await findWorkspace(tx, workspace_id))?.time_zone ?? 'UTC'
  const next_at = nextMorning(tx.time, time_zone)
  const stamps = { created_at: tx.stamp, updated_at: tx.stamp }
  const rows = [...new Set(contact_ids)].toSorted().map((contact_id) => ({ workspace_id, contact_id }))
  await tx.db
    .insert(t)
    .values(rows.map((row) => ({ ...row, time_zone: null, next_at, ...stamps })))
    .onConflictDoUpdate({
      target: [t.workspace_id, t.contact_id],
      set: { next_at: sql`excluded.next_at` },
      setWhere: sql`${t.next_at} > excluded.next_at`,
    })
}

/** The next contacts of all workspaces to be looked at, in the order of an index. Each is found once in a pass. */
export async function dueContacts(
  { db, tables: { daily_mail_schedules: t } }: Reader,
  now: string,
  after: DueContact | undefined,
  limit: number,
): Promise<DueContact[]> {
  const isAfter =
    after &&
    sql`(${t.next_at}, ${t.workspace_id}, ${t.contact_id}) > (${after.next_at}, ${after.workspace_id}, ${after.contact_id})`
  return db
    .select({ next_at: t.next_at, workspace_id: t.workspace_id, contact_id: t.contact_id })
    .from(t)
    .where(and(lte(t.next_at, now), isAfter))
    .orderBy(asc(t.next_at), asc(t.workspace_id), asc(t.contact_id))
    .limit(limit)
}

export async function findSchedule(
  { db, tables: { daily_mail_schedules: t } }: Reader,
  { workspace_id, contact_id }: Person,
): Promise<Schedule | undefined> {
  const [found] = await db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id)))
  return found
}

/** The same, locked until the transaction ends. */
export async function lockSchedule(tx: Tx, { workspace_id, contact_id }: Person): Promise<Schedule | undefined> {
  const { daily_mail_schedules: t } = tx.tables
  const select = tx.db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id)))
  const [found] = await tx.connection.dialect.locking(select, 'change')
  return found
}

export async function updateSchedule(
  tx: Tx,
  { workspace_id, contact_id }: Person,
  changes: { next_at: string; told?: Told | undefined; time_zone?: string },
): Promise<void> {
  const { daily_mail_schedules: t } = tx.tables
  await tx.db
    .update(t)
    .set({ ...changes, updated_at: tx.stamp })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id)))
}
