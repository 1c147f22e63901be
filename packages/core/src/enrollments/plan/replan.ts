import { deletionTime } from '../../contacts/store.ts'
import { scheduleContacts } from '../../emails/daily/store.ts'
import { existing } from '../../errors.ts'
import { findVersion } from '../../guides/store.ts'
import { remainingMembers } from '../../people/members/assignee.ts'
import { isSame } from '../../records/changes.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { noteUsesPlans } from '../../workspaces/store.ts'
import { openSections } from '../gates/open-sections.ts'
import { readGates } from '../gates/read-gates.ts'
import type { OpeningDay } from '../gates/section-row.ts'
import { participantsOf } from '../participants/store.ts'
import { completedSteps, type EnrollmentRow, updateEnrollmentRow } from '../store.ts'
import { assignReviews } from '../submissions/reviewers.ts'
import { isOpen } from '../transitions.ts'
import { type Replanned, recordDateEvents } from './date-events.ts'
import { computedDates, NO_HEALTH } from './dates/computed.ts'
import { plannedIn, plannedRows, type StepRow } from './rows.ts'
import { deletePlannedSteps, plannedStepsOf, putPlannedSteps } from './store.ts'

/**
 * Writes a change of a locked enrollment that its plan can depend on: of its status, version, assignee, target, activity, participants
 * or completed steps, which are written before. Costs no more than the row for an enrollment without a plan.
 * @returns the enrollment as written, with its health
 */
export async function changeEnrollment(tx: Tx, before: EnrollmentRow, after: EnrollmentRow): Promise<EnrollmentRow> {
  if (!after.has_plan) {
    await updateEnrollmentRow(tx, before, after)
    return after
  }
  if (!before.has_plan) await noteUsesPlans(tx, after.workspace_id)
  const planned = await workOut(tx, after)
  await updateEnrollmentRow(tx, before, planned.enrollment)
  await recordDateEvents(tx, before, planned)
  return planned.enrollment
}

/**
 * Works out the plan of an enrollment again after something beside its row has changed. Costs nothing for an enrollment without a
 * plan.
 * @param enrollment locked
 * @returns it with its health
 */
export async function replan(tx: Tx, enrollment: EnrollmentRow): Promise<EnrollmentRow> {
  if (!enrollment.has_plan) return enrollment
  const planned = await workOut(tx, enrollment)
  if (!isSame(planned.enrollment, enrollment)) await updateEnrollmentRow(tx, enrollment, planned.enrollment)
  await recordDateEvents(tx, enrollment, planned)
  return planned.enrollment
}

/** Works out the plan of an enrollment that was just inserted. @returns it, and what to do after the event of its creation */
export async function planFirst(
  tx: Tx,
  inserted: EnrollmentRow,
): Promise<{ enrollment: EnrollmentRow; tell(): Promise<void> }> {
  if (!inserted.has_plan) return { enrollment: inserted, tell: async () => undefined }
  await noteUsesPlans(tx, inserted.workspace_id)
  const planned = await workOut(tx, inserted)
  const { enrollment } = planned
  if (!isSame(enrollment, inserted)) await updateEnrollmentRow(tx, inserted, enrollment)
  // The event of the creation says that it is on track; another one follows if it is not.
  const health = enrollment.health === 'none' ? 'none' : 'on_track'
  return { enrollment, tell: () => recordDateEvents(tx, { health }, planned) }
}

/** Works out who does each step, the dates and the health, and writes the rows of steps that differ. */
async function workOut(tx: Tx, enrollment: EnrollmentRow): Promise<Replanned> {
  const { workspace_id, id: enrollment_id, guide_version_id, contact_id, status, assignee_id } = enrollment
  const { sections } = existing(await findVersion(tx, workspace_id, guide_version_id))
  const before = await plannedStepsOf(tx, { workspace_id, enrollment_id })
  const rows = new Map(before.map((row) => [row.step_id, plannedIn(row)]))
  const completions = await completedSteps(tx, workspace_id, enrollment_id)
  const done = new Set(completions.map(({ step_id }) => step_id))
  const isThere = (await deletionTime(tx, workspace_id, contact_id)) === null
  const isGoing = isOpen(status) && isThere
  if (isGoing) await scheduleContacts(tx, workspace_id, await contactsOf(tx, enrollment))
  const skipped = before.filter(({ skipped_at }) => skipped_at !== null).map(({ step_id }) => step_id)
  const settled = new Set([...done, ...skipped])
  const gates = await readGates(tx, enrollment, { sections, settled, now: tx.time })
  const state = { enrollment, isOpen: isGoing, sections, rows: [...rows.values()], completions, opened: gates.opened }
  const dates = await computedDates(tx, state, tx.time)
  const opens = { days: dates?.days ?? new Map<string, OpeningDay>(), canOpen: isThere && status !== 'expired' }
  const closed = await openSections(tx, enrollment, gates, opens)
  const members = await remainingMembers(tx, workspace_id, assigneesIn(sections, before))
  await assignReviews(tx, enrollment, { sections, isOpen: opens.canOpen, settled, members })
  const planned = plannedRows({
    sections,
    isOpen: isGoing,
    assignee_id,
    done,
    closed,
    members,
    due: dates?.due,
    today: dates?.today,
    at: tx.stamp,
    rows,
  })
  const changed = planned.filter((row) => !isSame(row, rows.get(row.step_id)))
  await putPlannedSteps(tx, { workspace_id, enrollment_id }, changed)
  const kept = new Set(planned.map(({ step_id }) => step_id))
  const left = [...rows.keys()].filter((id) => !kept.has(id))
  await deletePlannedSteps(tx, { workspace_id, enrollment_id }, left)

  const { health, health_reason, health_turns_at } = dates ?? NO_HEALTH
  const isShown = health !== enrollment.health || !isSame(health_reason, enrollment.health_reason)
  const shown = isShown ? { updated_at: tx.stamp } : {}
  const overdue = changed.filter((row) => row.overdue_at !== null && !rows.get(row.step_id)?.overdue_at)
  return { enrollment: { ...enrollment, health, health_reason, health_turns_at, ...shown }, sections, overdue, dates }
}

/** The contacts who take part in an enrollment. */
async function contactsOf(tx: Tx, { workspace_id, id: enrollment_id, contact_id, participants_count }: EnrollmentRow) {
  if (participants_count === 0) return [contact_id]
  return [contact_id, ...(await participantsOf(tx, { workspace_id, enrollment_id })).map((one) => one.contact_id)]
}

/** The persons who do or review single steps, by the guide or set by hand. */
function assigneesIn(sections: readonly StoredSection[], rows: readonly StepRow[]): string[] {
  const given = sections.flatMap(({ steps }) => steps.flatMap((step) => [step.assignee_id, step.reviewer_id]))
  const manual = rows.map((row) => (row.assignee_is_manual ? row.assignee_id : null))
  return [...new Set([...given, ...manual])].filter((id) => typeof id === 'string')
}
