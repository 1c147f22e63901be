import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { detailsOf } from '../../../../calendars/details.ts'
import { SCAN_LIMIT } from '../../../../records/lists/limits.ts'
import type { Reader } from '../../../../storage/database.ts'
import { dayIn } from '../../../../times.ts'
import { type DigestItem, type DigestKind, type DigestOf, MAX_OF_A_KIND } from '../item.ts'

/** Enrollments that the member looks after in which a step of the customer became late, or the target has passed, since the last look. */
export const turnedLate: DigestKind = {
  mail: 'turned_late',
  async find(reader, of) {
    const steps = await lateSteps(reader, of)
    const targets = await passedTargets(reader, of)
    const ids = [...steps, ...targets].map(({ enrollment_id }) => enrollment_id)
    const details = await detailsOf(reader, of.workspace_id, ids)
    const found = [...targets.map((target) => ({ ...target, step_id: null })), ...steps]
    return found.flatMap(({ enrollment_id, step_id, due_on }): DigestItem[] => {
      const known = details.get(enrollment_id)
      const step = step_id === null ? undefined : known?.steps.get(step_id)
      if (!known || (step_id !== null && step === undefined)) return []
      const { customer, guide } = known
      // Told once: on the next day it is no longer found.
      const key = `turned ${enrollment_id}/${step_id}`
      return [{ key, stage: 'opened', enrollment_id, customer, guide, step, due_on, tab: 'steps' }]
    })
  },
}

/** The open steps of customers that became late since the last look; of the newest ones of the workspace, along their index. */
function lateSteps({ db, tables: { enrollment_steps: t, enrollments: e } }: Reader, of: DigestOf) {
  const turned = db
    .select({ enrollment_id: t.enrollment_id, step_id: t.step_id, due_on: t.due_on, overdue_at: t.overdue_at })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, of.workspace_id),
        // The condition matches the index.
        sql`${t.is_open} and not ${t.is_team} and ${t.overdue_at} is not null`,
        gt(t.overdue_at, of.until),
      ),
    )
    .orderBy(desc(t.overdue_at))
    .limit(SCAN_LIMIT)
    .as('turned')
  return (
    db
      .select({ enrollment_id: turned.enrollment_id, step_id: turned.step_id, due_on: turned.due_on })
      .from(turned)
      // SQLite keeps this order: fewer steps became late than a member has enrollments.
      .crossJoin(e)
      .where(and(eq(e.workspace_id, of.workspace_id), eq(e.id, turned.enrollment_id), eq(e.assignee_id, of.user_id)))
      .orderBy(asc(turned.due_on), asc(turned.enrollment_id), asc(turned.step_id))
      .limit(MAX_OF_A_KIND)
  )
}

/** The open enrollments whose target was the date of the last look, or one after it. */
function passedTargets({ db, tables: { enrollments: t } }: Reader, of: DigestOf) {
  return db
    .select({ enrollment_id: t.id, due_on: t.target_date })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, of.workspace_id),
        gte(t.target_order, dayIn(of.time_zone, of.until)),
        lt(t.target_order, of.today),
        eq(t.assignee_id, of.user_id),
        sql`${t.status} in ('invited', 'in_progress')`,
      ),
    )
    .orderBy(asc(t.target_order), asc(t.id))
    .limit(MAX_OF_A_KIND)
}
