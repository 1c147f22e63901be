import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import { isOpen } from '../enrollments/transitions.ts'
import type { Reader } from '../storage/database.ts'
import type { CalendarDay } from './calendar.ts'
import { type Details, detailsOf } from './details.ts'

/** Maximum number of steps in a calendar. */
const MAX_STEPS = 300
/** The newest enrollments of a member, among which the targets are. */
const MAX_ENROLLMENTS = 500

interface Asked {
  workspace_id: string
  user_id: string
  /** The first date. */
  from: string
  publicUrl: string
}

/** The open steps that a member does, and the targets of the enrollments that the member looks after. */
export async function memberDays(reader: Reader, asked: Asked): Promise<CalendarDay[]> {
  const { workspace_id, publicUrl } = asked
  const steps = await openSteps(reader, asked)
  const targets = await openTargets(reader, asked)
  const details = await detailsOf(reader, workspace_id, [
    ...steps.map(({ enrollment_id }) => enrollment_id),
    ...targets.map(({ id }) => id),
  ])
  const about = ({ customer, guide }: Details) => `${customer}, ${guide}`
  const urlOf = (id: string) => `${publicUrl}/w/${workspace_id}/enrollments/${id}`
  const days: CalendarDay[] = []
  for (const { enrollment_id, step_id, due_on, updated_at } of steps) {
    const known = details.get(enrollment_id)
    const title = known?.steps.get(step_id)
    if (!known || title === undefined || due_on === null) continue
    const day = { uid: `${enrollment_id}-${step_id}`, kind: 'step', date: due_on, title } as const
    days.push({ ...day, about: about(known), url: urlOf(enrollment_id), changed_at: updated_at })
  }
  for (const { id, target_date, updated_at } of targets) {
    const known = details.get(id)
    if (!known || target_date === null) continue
    const day = { uid: `${id}-target`, kind: 'target', date: target_date, title: known.target_label } as const
    days.push({ ...day, about: about(known), url: urlOf(id), changed_at: updated_at })
  }
  return days
}

/** The open steps of a member from a date on, along the index of these. */
function openSteps({ db, tables: { enrollment_steps: t } }: Reader, { workspace_id, user_id, from }: Asked) {
  return (
    db
      .select({ enrollment_id: t.enrollment_id, step_id: t.step_id, due_on: t.due_on, updated_at: t.updated_at })
      .from(t)
      // The condition matches the index.
      .where(
        and(
          eq(t.workspace_id, workspace_id),
          eq(t.assignee_id, user_id),
          sql`${t.is_open} and ${t.is_team}`,
          gte(t.due_on, from),
        ),
      )
      .orderBy(asc(t.due_on), asc(t.enrollment_id), asc(t.step_id))
      .limit(MAX_STEPS)
  )
}

/** The targets from a date on among the newest enrollments of a member. */
async function openTargets({ db, tables: { enrollments: t } }: Reader, { workspace_id, user_id, from }: Asked) {
  const newest = await db
    .select({ id: t.id, status: t.status, target_date: t.target_date, updated_at: t.updated_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.assignee_id, user_id)))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(MAX_ENROLLMENTS)
  return newest.filter(({ status, target_date }) => isOpen(status) && target_date !== null && target_date >= from)
}
