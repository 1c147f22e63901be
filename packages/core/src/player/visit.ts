import type { Context } from '../context.ts'
import { recorderOf } from '../enrollments/events/emit.ts'
import { closedIn, closedSteps } from '../enrollments/gates/closed.ts'
import { hasGates } from '../enrollments/gates/closed-sections.ts'
import { noteSeenSections } from '../enrollments/gates/store.ts'
import { stateOf } from '../enrollments/link-state.ts'
import { participantIn, recordedPerson } from '../enrollments/participants/person.ts'
import { changeEnrollment, replan } from '../enrollments/plan/replan.ts'
import { skippedStepIds } from '../enrollments/plan/settled.ts'
import { begin, findVisit, requireNotExpired } from '../enrollments/steps/finish-step.ts'
import { doneIn, progressOf } from '../enrollments/steps/progress.ts'
import { completedSteps, type EnrollmentRow, updateEnrollmentRow } from '../enrollments/store.ts'
import { submittedSteps } from '../enrollments/submissions/checks.ts'
import { existing, notFound } from '../errors.ts'
import { countedSteps } from '../guides/counted-steps.ts'
import { isTeams } from '../guides/responsible.ts'
import { seenSections } from '../guides/seen-sections.ts'
import { findGuide } from '../guides/store.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { StoredSection, StoredStep } from '../storage/tables/guides.ts'
import { dayIn } from '../times.ts'
import { findWorkspace, type WorkspaceRow } from '../workspaces/store.ts'
import { noteParticipant, requirePerson } from './person.ts'

export type Visit = Awaited<ReturnType<typeof findVisit>>

/**
 * The guide of the caller after an action of a person: it starts the enrollment, and counts as a view if it is the
 * first of the day in the time zone of the workspace. So two devices, a double click and a retry count once.
 * @throws AppError `not_found` if the contact was deleted or the guide withdrawn, `validation_error` if it is expired
 */
export async function startVisit(tx: Tx, context: Context): Promise<Visit> {
  const followed = await lockFollowed(tx, context)
  const { enrollment } = followed
  const { workspace_id, id: enrollment_id } = enrollment
  const [{ contact, participant }, guide, workspace] = await Promise.all([
    requirePerson(tx, context, enrollment),
    findGuide(tx, workspace_id, enrollment.guide_id),
    findWorkspace(tx, workspace_id),
  ])
  const primary = participant ? undefined : contact
  const follow = { ...followed, ...recorderOf(tx, context, enrollment, { contact: primary, guide }) }
  const state = stateOf({ enrollment, contact, guide: existing(guide) }, tx.time)
  requireNotExpired({ ...follow, enrollment: state === 'expired' ? { ...enrollment, status: state } : enrollment })
  if (state !== 'open') throw notFound()
  await noteParticipant(tx, { participant })
  if (hasGates(follow.version.sections)) await noteSeenSections(tx, { workspace_id, enrollment_id })
  const begun = await begin(tx, follow)
  // The activity of a participant is part of the health.
  const active = participant ? await replan(tx, begun) : begun
  return { ...follow, enrollment: await viewed(tx, follow, active, existing(workspace)) }
}

/**
 * The guide of the caller, without internal steps, in any status, because contacts can always ask questions. Locked until the
 * transaction ends.
 * @throws AppError `not_found` if the contact was deleted, or the participant removed
 */
export async function lockVisit(tx: Tx, context: Context) {
  const follow = await lockFollowed(tx, context)
  return { ...follow, ...(await requirePerson(tx, context, follow.enrollment)) }
}

async function lockFollowed(tx: Tx, context: Context): Promise<Visit> {
  const { id } = context.caller
  // Read behind the lock, in one round trip with it.
  const [, { version, ...follow }] = await Promise.all([
    tx.connection.dialect.lockRecord(tx.connection, id),
    findVisit(tx, context, id),
  ])
  return { ...follow, version: { ...version, sections: seenSections(version.sections) } }
}

async function viewed(
  tx: Tx,
  { record }: Pick<Visit, 'record'>,
  enrollment: EnrollmentRow,
  { time_zone }: Pick<WorkspaceRow, 'time_zone'>,
): Promise<EnrollmentRow> {
  const { viewed_at } = enrollment
  if (viewed_at !== null && dayIn(time_zone, viewed_at) === dayIn(time_zone, tx.stamp)) return enrollment
  const after = { ...enrollment, viewed_at: tx.stamp }
  await updateEnrollmentRow(tx, enrollment, after)
  await record('guide.viewed', after, tx.stamp)
  return after
}

/** The state of a contact after an action. */
export async function playerStateOf(tx: Tx, follow: Visit) {
  return (await playerProgressOf(tx, follow, tx.time)).state
}

/** The state of a contact, who completed steps, and which sections are closed. */
export async function playerProgressOf(
  reader: Reader,
  { enrollment, version }: Pick<Visit, 'enrollment' | 'version'>,
  now: string,
) {
  const { workspace_id, id, status, progress_percentage: percentage } = enrollment
  const completed = await completedSteps(reader, workspace_id, id)
  const skipped = await skippedStepIds(reader, enrollment)
  const completed_step_ids = doneIn(version.sections, [...completed.map(({ step_id }) => step_id), ...skipped])
  const settled = new Set(completed_step_ids)
  const closed = await closedIn(reader, enrollment, version.sections, { settled, now })
  const behind = closedSteps(version.sections, closed)
  const submitted = await submittedSteps(reader, enrollment, version.sections, settled)
  const current_step_id = nextOwnStep(version.sections, settled, new Set([...behind, ...submitted]))?.id ?? null
  const progress = { ...progressOf(version.sections, settled), percentage, current_step_id }
  const own = completed.filter(({ step_id }) => settled.has(step_id))
  const completions = own.map(({ step_id, completed_by, completed_at }) => {
    const participant_id = participantIn(completed_by)
    return { step_id, by: sideOf(completed_by), participant_id, completed_at }
  })
  return { state: { status, completed_step_ids, submitted_step_ids: [...submitted], progress }, completions, closed }
}

/** The next counted step that persons of the enrollment can do. @param closed the steps of closed sections, and those that wait for a review */
function nextOwnStep(
  sections: readonly StoredSection[],
  settled: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): StoredStep | undefined {
  const counted = countedSteps(sections.flatMap(({ steps }) => steps))
  return counted.find((step) => !settled.has(step.id) && !closed.has(step.id) && !isTeams(step))
}

/** Who completed a step, as persons of the enrollment see it. */
function sideOf(completed_by: string | null): 'primary' | 'participant' | 'team' {
  if (participantIn(completed_by) !== null) return 'participant'
  return completed_by === recordedPerson(null) ? 'primary' : 'team'
}

const QUIET_MS = 5 * 60_000

/** Records activity of the contact, at intervals, so that typing does not update the enrollment at each pause. */
export async function noteActivity(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  const { last_activity_at: last, status } = enrollment
  const at = tx.stamp
  if (status !== 'in_progress' || (last !== null && Date.parse(at) - Date.parse(last) < QUIET_MS)) return
  await changeEnrollment(tx, enrollment, { ...enrollment, last_activity_at: at, updated_at: at })
}

/** The key of a step of an enrollment. */
export function placeOf({ workspace_id, id }: EnrollmentRow, step_id: string) {
  return { workspace_id, enrollment_id: id, step_id }
}
