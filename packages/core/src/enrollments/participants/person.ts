import type { Caller } from '../../caller.ts'

/** A person of an enrollment: the id of a participant, or null for the primary contact. */
export type PersonId = string | null

/** The person who acts in an enrollment; null for the primary contact, and for callers who are no contact. */
export function personIn({ kind, participant_id }: Pick<Caller, 'kind' | 'participant_id'>): PersonId {
  return kind === 'contact' ? (participant_id ?? null) : null
}

/** A person of an enrollment as recorded in `completed_by`. */
export function recordedPerson(person: PersonId): string {
  return person === null ? 'contact' : `${PARTICIPANT}${person}`
}

/** A caller as recorded in `completed_by`: its kind and id. A contact is known by its enrollment, and the program itself is one. */
export function recordedCaller(caller: Pick<Caller, 'kind' | 'id' | 'participant_id'>): string {
  if (caller.kind === 'contact') return recordedPerson(personIn(caller))
  return caller.kind === 'system' ? caller.kind : `${caller.kind} ${caller.id}`
}

/** A recorded caller as answers show it. Earlier releases recorded the program itself by its kind and its id, both `system`. */
export function shownCaller(recorded: string | null): string | null {
  return recorded === 'system system' ? 'system' : recorded
}

/** The participant of a recorded caller; null for anybody else. */
export function participantIn(recorded: string | null): string | null {
  return recorded?.startsWith(PARTICIPANT) ? recorded.slice(PARTICIPANT.length) : null
}

const PARTICIPANT = 'participant '
