import type { z } from 'zod'
import type { Contact } from '../contacts/contact.ts'
import type { OwnParticipant } from '../enrollments/participants/participant.ts'
import { passedStepsOf } from '../enrollments/participants/passed-steps.ts'
import { type PersonId, participantIn, recordedPerson } from '../enrollments/participants/person.ts'
import { type NamedParticipant, participantsOf, shownName } from '../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import type { Reader } from '../storage/database.ts'

/** The persons of an enrollment as they see each other: the primary contact first, then the longest participant. */
export function listedPersons(
  { started_at }: EnrollmentRow,
  primary: Pick<Contact, 'first_name' | 'last_name'>,
  participants: readonly NamedParticipant[],
  you: PersonId,
): z.infer<typeof OwnParticipant>[] {
  const { first_name, last_name } = primary
  const first = {
    participant_id: null,
    first_name,
    last_name,
    role_id: null,
    is_you: you === null,
    is_primary: true,
    has_started: started_at !== null,
    can_withdraw: false,
  }
  const others = participants.map((one) => ({
    participant_id: one.id,
    ...shownName(one),
    role_id: one.role_id,
    is_you: one.id === you,
    is_primary: false,
    has_started: one.started_at !== null,
    can_withdraw: one.started_at === null && one.invited_by === recordedPerson(you),
  }))
  return [first, ...others]
}

/** Whether somebody has acted in an enrollment since a time, at which something was passed on to them. */
export function hasActedSince({ last_activity_at }: Pick<NamedParticipant, 'last_activity_at'>, time: string): boolean {
  return last_activity_at !== null && last_activity_at > time
}

/** Who invited a participant: the name of a person of the enrollment; null for the team. */
export function inviterOf(
  you: Pick<NamedParticipant, 'invited_by'> | null,
  primary: Pick<Contact, 'first_name' | 'last_name'>,
  participants: readonly NamedParticipant[],
): string | null {
  if (you === null) return null
  const participant = participants.find(({ id }) => id === participantIn(you.invited_by))
  const inviter = you.invited_by === 'contact' ? primary : participant && shownName(participant)
  return inviter ? `${inviter.first_name} ${inviter.last_name}`.trim() : null
}

/** The steps and roles that were passed on in an enrollment, and whether a person can take them back. */
export async function passedOn(
  reader: Reader,
  { workspace_id, id: enrollment_id, participants_count }: EnrollmentRow,
  you: PersonId,
) {
  if (participants_count === 0) return { participants: [], steps: [], roles: [] }
  const key = { workspace_id, enrollment_id }
  const participants = await participantsOf(reader, key)
  const byId = new Map(participants.map((participant) => [participant.id, participant]))
  const canTakeBack = (to: PersonId, by: string | null, at: string) => {
    const participant = byId.get(to ?? '')
    return by === recordedPerson(you) && !(participant && hasActedSince(participant, at))
  }
  const steps = (await passedStepsOf(reader, key)).map(({ step_id, participant_id, passed_by, created_at }) => ({
    step_id,
    participant_id,
    by_participant_id: participantIn(passed_by),
    can_take_back: canTakeBack(participant_id, passed_by, created_at),
  }))
  const roles = participants.flatMap(({ id, role_id, role_passed_by, role_passed_at }) =>
    role_id === null || role_passed_at === null
      ? []
      : [
          {
            role_id,
            participant_id: id,
            by_participant_id: participantIn(role_passed_by),
            can_take_back: canTakeBack(id, role_passed_by, role_passed_at),
          },
        ],
  )
  return { participants, steps, roles }
}
