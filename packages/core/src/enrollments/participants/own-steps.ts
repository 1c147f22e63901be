import { ANYONE } from '../../guides/responsible.ts'
import type { Reader } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { passedStepsOf } from './passed-steps.ts'
import type { PersonId } from './person.ts'
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
  return ({ id, responsible = ANYONE }) => {
    if (passed.has(id)) return passed.get(id) === person
    if (responsible === ANYONE) return true
    const holders = participants.filter(({ role_id }) => role_id === responsible)
    // A role that nobody has is that of the primary contact.
    return holders.length === 0 ? person === null : holders.some((holder) => holder.id === person)
  }
}
