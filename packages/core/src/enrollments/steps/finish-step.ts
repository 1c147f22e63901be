import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { existing, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { countedSteps } from '../../guides/counted-steps.ts'
import { isInternal, isTeams } from '../../guides/responsible.ts'
import { findVersion } from '../../guides/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import type { EventType } from '../../webhooks/events/types.ts'
import { recorderOf } from '../events/emit.ts'
import { recordedCaller } from '../participants/person.ts'
import { changeEnrollment } from '../plan/replan.ts'
import { settledStepIds, skippedStepIds } from '../plan/settled.ts'
import { forgetSkip } from '../plan/store.ts'
import * as store from '../store.ts'
import { acceptSent } from '../submissions/close.ts'
import { enter } from '../transitions.ts'
import { settle, tellSettled } from './settle.ts'

/** An open enrollment with its version of the guide, and what emits its events. */
export async function findVisit(tx: Tx, context: Context, id: string) {
  const { workspace_id } = context.caller
  const enrollment = await store.findEnrollment(tx, workspace_id, id, 'change')
  const version = enrollment && (await findVersion(tx, workspace_id, enrollment.guide_version_id))
  if (!version) throw notFound()
  return { enrollment, version, ...recorderOf(tx, context, enrollment) }
}

export type Followed = Awaited<ReturnType<typeof findVisit>>

/** The step with an id and the section it is in. @throws AppError when the guide has no such step */
export function stepOf({ version }: Followed, step_id: string): { section: StoredSection; step: StoredStep } {
  for (const section of version.sections) {
    const step = section.steps.find((one) => one.id === step_id)
    if (step) return { section, step }
  }
  throw validationError({ step_id: fieldError('does_not_exist', 'is not a step of this guide') })
}

/** @throws AppError when the enrollment is expired */
export function requireNotExpired({ enrollment }: Followed): void {
  if (enrollment.status !== 'expired') return
  throw validationError({ status: fieldError('wrong_state', 'is expired: re-open the enrollment first') })
}

/** Starts an enrollment. Has an effect only the first time. */
export async function begin(tx: Tx, { enrollment, record }: Followed): Promise<store.EnrollmentRow> {
  if (enrollment.status !== 'invited') return enrollment
  const at = tx.stamp
  const entered = { ...enter(enrollment, 'in_progress', at), last_activity_at: at, updated_at: at }
  const started = await changeEnrollment(tx, enrollment, entered)
  await record('enrollment.started', started, at)
  return started
}

/**
 * Records the completion of a step, also of a skipped one, which then is not skipped any more. Repeating it changes nothing. The
 * first completion starts the enrollment, unless the step is the team's: then its contact has not begun. The last one completes it.
 * @param completed_by who did it, if that is not the caller
 */
export async function finishStep(
  tx: Tx,
  context: Context,
  follow: Followed,
  step_id: string,
  completed_by = recordedCaller(context.caller),
): Promise<store.EnrollmentRow> {
  const at = tx.stamp
  const { section, step } = stepOf(follow, step_id)
  requireNotExpired(follow)
  const { workspace_id, id: enrollment_id } = follow.enrollment
  const completion = { workspace_id, enrollment_id, completed_at: at, completed_by }
  // What is read is read behind the completion, in one round trip with it.
  const [first, settled] = await Promise.all([
    store.insertCompletion(tx, { ...completion, step_id }),
    settledStepIds(tx, follow.enrollment),
    follow.readRelated(),
  ])
  if (!first) return follow.enrollment

  const [started] = await Promise.all([
    isTeams(step) ? follow.enrollment : begin(tx, follow),
    // What persons of the customer do is in the activity; a review has an entry of its own.
    context.caller.kind !== 'contact' && completed_by === recordedCaller(context.caller)
      ? recordAudit(tx, context, {
          action: 'step.completed',
          subject_id: enrollment_id,
          details: { step: step.title, guide: follow.version.title },
        })
      : undefined,
  ])
  if (started.has_plan) await forgetSkip(tx, { workspace_id, enrollment_id, step_id })
  if (step.needs_review) await acceptSent(tx, context, { ...follow, enrollment: started }, step)
  // A contact who has not begun was not active, and sees nothing of an internal step.
  const isQuiet = isInternal(step) || started.status === 'invited'
  const changes = isQuiet ? {} : { last_activity_at: at }
  const outcome = await settle(tx, started, follow.version.sections, { changes, settled })

  const tell = (type: EventType, details: Record<string, unknown> = {}) =>
    follow.record(type, outcome.after, at, details)
  await tell('step.completed', { step: { id: step.id, title: step.title, type: step.type } })
  const counted = countedSteps(section.steps)
  // An optional step can be completed after its section.
  if (counted.includes(step) && counted.every(({ id }) => outcome.settled.has(id)))
    await tell('section.completed', { section: { id: section.id, title: section.title } })
  await tellSettled(tx, context, follow.record, outcome)
  return outcome.after
}

/** Completes the counted steps that are neither done nor skipped of an enrollment that was completed as a whole. */
export async function finishRest(tx: Tx, context: Context, enrollment: store.EnrollmentRow): Promise<void> {
  const { workspace_id, id, guide_version_id } = enrollment
  const skipped = new Set(await skippedStepIds(tx, enrollment))
  const version = existing(await findVersion(tx, workspace_id, guide_version_id))
  const completion = {
    workspace_id,
    enrollment_id: id,
    completed_at: tx.stamp,
    completed_by: recordedCaller(context.caller),
  }
  for (const { id: step_id } of countedSteps(version.sections.flatMap(({ steps }) => steps)))
    if (!skipped.has(step_id)) await store.insertCompletion(tx, { ...completion, step_id })
}
