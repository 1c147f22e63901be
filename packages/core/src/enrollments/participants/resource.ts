import type { z } from 'zod'
import { contactExample } from '../../contacts/resource.ts'
import { exampleId, exampleTimes } from '../../fields/example.ts'
import { event, resource } from '../../resource.ts'
import { EnrollmentEventData, enrollmentEventExample } from '../events/data.ts'
import { participantsContract } from './contract.ts'
import { type Participant, ToldParticipant } from './participant.ts'

const ParticipantData = EnrollmentEventData.extend({
  participant: ToldParticipant.meta({ reference: 'The person who was added or removed.' }),
}).meta({ id: 'ParticipantEventData', reference: 'The enrollment, with the participant.' })

const { first_name, last_name, email } = contactExample

const told: z.infer<typeof ToldParticipant> = {
  id: exampleId(11),
  enrollment_id: enrollmentEventExample.id,
  contact_id: exampleId(12),
  first_name,
  last_name,
  email,
  role_id: null,
  invited_by: 'contact',
  started_at: null,
  last_activity_at: null,
  ...exampleTimes,
}

const token = 'the-token-of-the-participant'
const example: z.infer<typeof Participant> = {
  ...told,
  access_token: token,
  url: `https://onboarding.example.com/g/${token}`,
}

/** The contacts who take part in an enrollment beside its primary contact. */
export const participants = resource(participantsContract, {
  tables: {
    participants: { of: 'contact', omit: ['token_hash'] },
    passed_steps: { of: 'enrollment', key: ['enrollment_id', 'step_id'] },
    participant_drafts: {
      of: 'enrollment',
      key: ['enrollment_id', 'participant_id', 'step_id'],
      unarchived: { from: 'all', because: 'drafts of forms become submissions' },
    },
  },
  section: {
    name: 'Participants',
    record: 'The person who takes part, by the `id` that `GET /enrollments/{id}/participants` answers.',
    description:
      'Contacts who take part in an enrollment beside its primary contact, each with a link of their own. A role of the guide says which steps are theirs.',
  },
  within: 'enrollments',
  events: {
    'participant.added': event(ParticipantData, {
      ...enrollmentEventExample,
      participants_count: 1,
      participant: told,
    }),
    'participant.removed': event(ParticipantData, { ...enrollmentEventExample, participant: told }),
  },
  examples: {
    record: example,
    body: { email, first_name, last_name },
    changes: { role_id: null },
  },
})
