import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { DAY_MS, later } from '../../times.ts'
import type { ReminderCause } from '../contract.ts'

/** Older due times are ignored, so that enabling reminders does not remind contacts of old enrollments. */
const WINDOW_MS = 7 * DAY_MS
/** Maximum number of enrollments examined per step, to keep statements short. */
const STEP = 500

/** A guide with reminders, and the time zone of its workspace. */
export interface RemindingGuide {
  workspace_id: string
  id: string
  not_started_after_days: number | null
  stalled_after_days: number | null
  expiring_before_days: number | null
  time_zone: string
}

/** Published guides with reminders of all workspaces, in the order of their ids; archived guides do not remind. */
export async function remindingGuides(
  { db, tables: { guides, workspaces } }: Reader,
  after: { workspace_id: string; id: string } | undefined,
): Promise<RemindingGuide[]> {
  const { not_started_after_days, stalled_after_days, expiring_before_days } = guides
  const settings = { not_started_after_days, stalled_after_days, expiring_before_days }
  return db
    .select({ workspace_id: guides.workspace_id, id: guides.id, ...settings, time_zone: workspaces.time_zone })
    .from(guides)
    .innerJoin(workspaces, eq(workspaces.id, guides.workspace_id))
    .where(
      and(
        eq(guides.status, 'published'),
        // The condition matches the index `guides_reminding`.
        sql`(${not_started_after_days} is not null or ${stalled_after_days} is not null or ${expiring_before_days} is not null)`,
        after && sql`(${guides.workspace_id}, ${guides.id}) > (${after.workspace_id}, ${after.id})`,
      ),
    )
    .orderBy(asc(guides.workspace_id), asc(guides.id))
    .limit(STEP)
}

/** The days set in a guide for a cause; null: no reminder. */
function daysOf(guide: RemindingGuide, cause: ReminderCause): number | null {
  if (cause === 'not_started') return guide.not_started_after_days
  return cause === 'stalled' ? guide.stalled_after_days : guide.expiring_before_days
}

/** The enrollments that a cause applies to, and the time that it is based on. Each has an index. */
const CAUSES: Record<ReminderCause, (table: Tables['enrollments']) => { basis: PgColumn; where: SQL | undefined }> = {
  not_started: (t) => ({ basis: t.created_at, where: eq(t.status, 'invited') }),
  stalled: (t) => ({ basis: t.last_activity_at, where: sql`${t.status} = 'in_progress'` }),
  expiring: (t) => ({ basis: t.expires_at, where: sql`${t.status} in ('invited', 'in_progress')` }),
}

/** An enrollment that may be due for a reminder. */
export interface Candidate {
  id: string
  contact_id: string
  basis: string
}

export interface Step {
  candidates: Candidate[]
  /** The start of the next step; undefined at the end. */
  next: Candidate | undefined
}

interface OverdueQuery {
  cause: ReminderCause
  now: string
  after: Candidate | undefined
}

/** Enrollments of a guide that became due for a cause within the window and were not reminded of it yet. */
export async function stepOver(reader: Reader, guide: RemindingGuide, asked: OverdueQuery): Promise<Step> {
  const days = daysOf(guide, asked.cause)
  if (days === null) return { candidates: [], next: undefined }
  const rows = await nearestDue(reader, guide, { ...asked, days })
  const due = rows.filter(
    (row) => row.reminded_of !== row.basis && row.unsubscribed_at === null && row.deleted_at === null,
  )
  return { candidates: due, next: rows.length < STEP ? undefined : rows.at(-1) }
}

/** The query of a step: it examines only enrollments of the window. */
export function nearestDue(
  reader: Reader,
  guide: RemindingGuide,
  { cause, now, after, days }: OverdueQuery & { days: number },
) {
  const { enrollments, contacts, reminders } = reader.tables
  const { basis, where } = CAUSES[cause](enrollments)
  const until = later(now, (cause === 'expiring' ? days : -days) * DAY_MS)
  return reader.db
    .select({
      id: enrollments.id,
      contact_id: enrollments.contact_id,
      basis,
      reminded_of: reminders.basis,
      unsubscribed_at: contacts.unsubscribed_at,
      deleted_at: contacts.deleted_at,
    })
    .from(enrollments)
    .innerJoin(
      contacts,
      and(eq(contacts.workspace_id, enrollments.workspace_id), eq(contacts.id, enrollments.contact_id)),
    )
    .leftJoin(
      reminders,
      and(
        eq(reminders.workspace_id, enrollments.workspace_id),
        eq(reminders.enrollment_id, enrollments.id),
        eq(reminders.cause, cause),
      ),
    )
    .where(
      and(
        eq(enrollments.workspace_id, guide.workspace_id),
        eq(enrollments.guide_id, guide.id),
        where,
        gt(basis, later(until, -WINDOW_MS)),
        lte(basis, until),
        cause === 'expiring' ? gt(basis, now) : or(isNull(enrollments.expires_at), gt(enrollments.expires_at, now)),
        after && sql`(${basis}, ${enrollments.id}) > (${after.basis}, ${after.id})`,
      ),
    )
    .orderBy(asc(basis), asc(enrollments.id))
    .limit(STEP)
}
