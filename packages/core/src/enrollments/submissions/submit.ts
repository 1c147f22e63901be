import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { filesOf } from '../../files/store.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { StoredSentFile } from '../../storage/tables/reviews.ts'
import { personIn } from '../participants/person.ts'
import { forgetSkip } from '../plan/store.ts'
import type { Followed } from '../steps/finish-step.ts'
import { settle, tellSettled } from '../steps/settle.ts'
import type { EnrollmentRow } from '../store.ts'
import { isOpen } from '../transitions.ts'
import { forgetUnsentFiles } from './kept-files.ts'
import * as store from './store.ts'
import { tellSubmission } from './tell.ts'

/** Maximum number of rounds of a step. */
const MAX_ROUNDS = 100

interface Sent {
  /** The checked answers of a form; null for files. */
  answers: Record<string, unknown> | null
  comment: string
}

/**
 * Records what a person sent in a step that needs a review. Until a member has decided, it replaces what was sent before; after that it
 * begins a round.
 * @returns the enrollment
 */
export async function submitForReview(
  tx: Tx,
  context: Context,
  follow: Followed,
  step: StoredStep,
  sent: Sent,
): Promise<EnrollmentRow> {
  const { enrollment, version } = follow
  const { workspace_id, id: enrollment_id } = enrollment
  const place = { workspace_id, enrollment_id, step_id: step.id }
  const [before] = await store.submissionsOfStep(tx, place)
  const written = {
    ...sent,
    files: await sentFiles(tx, place),
    participant_id: personIn(context.caller),
    submitted_at: tx.stamp,
    updated_at: tx.stamp,
  }
  if (before?.status === 'submitted')
    await store.updateSubmission(tx, { ...before, ...written, revision: before.revision + 1 })
  else await store.insertSubmission(tx, { ...newRound(tx, before), ...place, ...written })
  await forgetUnsentFiles(tx, context, place)
  if (isOpen(enrollment.status)) await forgetSkip(tx, place)
  const active = { has_plan: true, last_activity_at: tx.stamp }
  const outcome = await settle(tx, enrollment, version.sections, { changes: active })
  const [submission] = await store.submissionsOfStep(tx, place)
  if (submission)
    await tellSubmission(tx, context, { record: follow.record, enrollment: outcome.after, step, submission })
  await tellSettled(tx, context, follow.record, outcome)
  return outcome.after
}

/** @throws AppError after too many rounds */
function newRound(tx: Tx, before: store.SubmissionRow | undefined) {
  const round = (before?.round ?? 0) + 1
  if (round > MAX_ROUNDS)
    throw validationError({
      step_id: fieldError('too_large', `was sent in ${MAX_ROUNDS} rounds, which is the maximum`),
    })
  return {
    id: newId(),
    round,
    revision: 1,
    status: 'submitted' as const,
    is_waiting: true,
    reviewer_id: null,
    decided_at: null,
    decided_by: null,
    decided_by_name: null,
    decided_with: null,
    note: '',
    notes: {},
    created_at: tx.stamp,
  }
}

/** The files of a step as they are sent. */
async function sentFiles(
  tx: Tx,
  { step_id, ...whose }: { workspace_id: string; enrollment_id: string; step_id: string },
): Promise<StoredSentFile[]> {
  const files = (await filesOf(tx, whose)).filter((file) => file.step_id === step_id)
  return files.map(({ id, name, media_type, bytes }) => ({ id, name, media_type, bytes }))
}
