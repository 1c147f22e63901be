import { ANYONE, type Responsibility } from '../../guides/responsible.ts'
import type { PersonId } from './person.ts'
import type { ParticipantRow } from './store.ts'

/**
 * Who of the customer can do a step, the first of whom is asked: participants by id, null for the primary contact.
 * @param passedTo the person whom the step was passed on to alone; undefined if it was not
 */
export function personsOf(
  { responsible = ANYONE }: Responsibility,
  participants: readonly Pick<ParticipantRow, 'id' | 'role_id'>[],
  passedTo: PersonId | undefined,
): PersonId[] {
  if (passedTo !== undefined) return [passedTo]
  if (responsible === ANYONE) return [null, ...participants.map(({ id }) => id)]
  const holders = participants.filter(({ role_id }) => role_id === responsible).map(({ id }) => id)
  return holders.length > 0 ? holders : [null]
}
