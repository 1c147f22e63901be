import type { Reader } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { passedStepsOf } from './passed-steps.ts'
import type { PersonId } from './person.ts'
import { personsOf } from './persons-of-step.ts'
import { participantsOf } from './store.ts'

type Shared = Pick<EnrollmentRow, 'workspace_id' | 'id' | 'participants_count'>

/** Whether a step of the customer is a person's: passed on to the person, of the own role, or anybody's. */
export async function ownSteps(
  reader: Reader,
  { workspace_id, id: enrollment_id, participants_count }: Shared,
  person: PersonId,
): Promise<(step: Pick<StoredStep, 'id' | 'responsible'>) => boolean> {
  if (participants_count === 0) return () => true
  const participants = await participantsOf(reader, { workspace_id, enrollment_id })
  const passed = new Map(
    (await passedStepsOf(reader, { workspace_id, enrollment_id })).map((one) => [one.step_id, one.participant_id]),
  )
  return (step) => personsOf(step, participants, passed.get(step.id)).includes(person)
}
