import type { Context } from '../context.ts'
import { passedStepsOf } from '../enrollments/participants/passed-steps.ts'
import { personIn, recordedPerson } from '../enrollments/participants/person.ts'
import { changeParticipant, type NamedParticipant, NO_ROLE, participantsOf } from '../enrollments/participants/store.ts'
import { settledStepIds } from '../enrollments/plan/settled.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Id } from '../fields/fields.ts'
import { ANYONE } from '../guides/responsible.ts'
import type { Tx } from '../storage/database.ts'
import { ownStepOf } from './own-step.ts'
import { startVisit, type Visit } from './visit.ts'

/** What can be passed on: one of both. */
export const Passable = {
  role_id: Id.optional().describe('The whole role'),
  step_id: Id.optional().describe('One step alone'),
}

/** An enrollment in which somebody passes something on. */
export interface Passing {
  follow: Visit
  participants: NamedParticipant[]
  /** The caller. */
  you: string | null
  key: { workspace_id: string; enrollment_id: string }
}

/** Starts the visit of the caller. */
export async function passingOf(tx: Tx, context: Context): Promise<Passing> {
  const follow = await startVisit(tx, context)
  const { workspace_id, id: enrollment_id } = follow.enrollment
  const key = { workspace_id, enrollment_id }
  return { follow, participants: await participantsOf(tx, key), you: personIn(context.caller), key }
}

/** @throws AppError unless there is exactly one of both */
export function chosen({ role_id, step_id }: { role_id?: string | undefined; step_id?: string | undefined }) {
  if (role_id !== undefined && step_id !== undefined) throw validationError({ step_id: fieldError('not_together') })
  if (role_id === undefined && step_id === undefined) throw validationError({ role_id: fieldError('blank') })
  return { role_id, step_id }
}

/** Gives an own role to a participant who has none. @throws AppError `validation_error` */
export async function passRole(
  tx: Tx,
  { participants, you, follow }: Passing,
  { role_id = '', to }: { role_id: string | undefined; to: NamedParticipant | undefined },
): Promise<void> {
  if (!follow.version.roles.some(({ id }) => id === role_id) || !isOwnRole(participants, you, role_id))
    throw validationError({ role_id: fieldError('does_not_exist', 'is not a role of yours') })
  if (!to)
    throw validationError({
      participant_id: fieldError('wrong_state', 'is the primary contact, who has every role that nobody has'),
    })
  if (to.role_id !== null) throw validationError({ participant_id: fieldError('wrong_state', 'has a role already') })
  const me = participants.find(({ id }) => id === you)
  if (me) await changeParticipant(tx, me, { ...NO_ROLE, updated_at: tx.stamp })
  const passed = { role_id, role_passed_by: recordedPerson(you), role_passed_at: tx.stamp, updated_at: tx.stamp }
  await changeParticipant(tx, to, passed)
}

/** Whether a person has a role; the primary contact has those that nobody else has. */
function isOwnRole(participants: readonly NamedParticipant[], you: string | null, role_id: string): boolean {
  const holders = participants.filter((participant) => participant.role_id === role_id)
  return you === null ? holders.length === 0 : holders.some(({ id }) => id === you)
}

/** @throws AppError for a step that is done, or that is another person's */
export async function requireOwnStep(
  tx: Tx,
  { follow, participants, you, key }: Passing,
  step_id: string,
): Promise<void> {
  const { responsible = ANYONE } = await ownStepOf(tx, follow, step_id)
  if ((await settledStepIds(tx, follow.enrollment)).includes(step_id))
    throw validationError({ step_id: fieldError('wrong_state', 'is done') })
  const passed = (await passedStepsOf(tx, key)).find((one) => one.step_id === step_id)
  const isOwn = passed
    ? passed.participant_id === you
    : responsible === ANYONE || isOwnRole(participants, you, responsible)
  if (!isOwn) throw validationError({ step_id: fieldError('wrong_state', 'is the step of another person') })
}
