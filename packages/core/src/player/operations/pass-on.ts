import { z } from 'zod'
import { recordRoleChange } from '../../enrollments/participants/events.ts'
import { passedStepsOf, passStep, unpassStep } from '../../enrollments/participants/passed-steps.ts'
import { recordedPerson } from '../../enrollments/participants/person.ts'
import { changeParticipant, NO_ROLE } from '../../enrollments/participants/store.ts'
import { completedStepIds } from '../../enrollments/store.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { chosen, Passable, passingOf, passRole, requireOwnStep } from '../passing.ts'
import { hasActedSince } from '../people.ts'

const access = 'enrollment:follow'

export const passOn = operation({
  name: 'pass_on',
  summary: 'Pass an own role, or one step alone, on to another person of the own enrollment',
  description:
    'Give either role_id or step_id. A role that nobody has is that of the primary contact. take_back undoes it until the other person has acted.',
  access,
  unaudited: 'activity',
  status: 204,
  input: z.strictObject({
    ...Passable,
    participant_id: Id.nullable().describe('Who gets it; null for the primary contact, who gets no roles, only steps'),
  }),
  output: z.void(),
  run: (context, { participant_id, ...what }) =>
    context.store.write(async (tx) => {
      const passing = await passingOf(tx, context)
      const { participants, you, key } = passing
      const to = participants.find(({ id }) => id === participant_id)
      if ((participant_id !== null && !to) || participant_id === you)
        throw validationError({ participant_id: fieldError('does_not_exist') })
      const { role_id, step_id } = chosen(what)
      if (step_id === undefined) {
        await passRole(tx, passing, { role_id, to })
        return recordRoleChange(tx, context, passing.follow.enrollment)
      }
      await requireOwnStep(tx, passing, step_id)
      await passStep(tx, { ...key, step_id }, { to: participant_id, by: you })
    }),
})

export const takeBack = operation({
  name: 'take_back',
  summary: 'Take back a role or a step that the caller has passed on',
  description: 'Give either role_id or step_id. Possible until the other person has acted in the enrollment.',
  access,
  unaudited: 'activity',
  status: 204,
  input: z.strictObject(Passable),
  output: z.void(),
  run: (context, what) =>
    context.store.write(async (tx) => {
      const { participants, you, key, follow } = await passingOf(tx, context)
      const { role_id, step_id } = chosen(what)
      const own = recordedPerson(you)
      if (step_id !== undefined) {
        const passed = (await passedStepsOf(tx, key)).find((one) => one.step_id === step_id && one.passed_by === own)
        if (!passed) throw validationError({ step_id: fieldError('does_not_exist', 'was not passed on by you') })
        const to = participants.find(({ id }) => id === passed.participant_id)
        const isDone = (await completedStepIds(tx, key.workspace_id, key.enrollment_id)).includes(step_id)
        if (isDone || (to && hasActedSince(to, passed.created_at))) throw validationError({ step_id: BEGUN })
        return unpassStep(tx, passed)
      }
      const to = participants.find((one) => one.role_id === role_id && one.role_passed_by === own)
      if (!to) throw validationError({ role_id: fieldError('does_not_exist', 'was not passed on by you') })
      if (hasActedSince(to, to.role_passed_at ?? '')) throw validationError({ role_id: BEGUN })
      await changeParticipant(tx, to, { ...NO_ROLE, updated_at: tx.stamp })
      const me = participants.find(({ id }) => id === you)
      if (me?.role_id === null) await changeParticipant(tx, me, { role_id: role_id ?? null, updated_at: tx.stamp })
      return recordRoleChange(tx, context, follow.enrollment)
    }),
})

const BEGUN = fieldError('wrong_state', 'cannot be taken back: the other person has begun')
