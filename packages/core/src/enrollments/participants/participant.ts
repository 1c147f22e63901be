import { z } from 'zod'
import { Email, Id, OutputEmail, OutputId, OutputUrl, requiredText, Timestamp, text } from '../../fields/fields.ts'

/** Maximum number of participants of an enrollment, beside its primary contact. */
export const MAX_PARTICIPANTS = 20

/** A contact who takes part in an enrollment beside its primary contact. */
export const Participant = z
  .object({
    id: OutputId,
    enrollment_id: OutputId,
    contact_id: OutputId,
    first_name: z.string(),
    last_name: z.string(),
    email: OutputEmail,
    role_id: OutputId.nullable().describe('A role of the guide version of the enrollment'),
    access_token: z.string().nullable().describe('null for the role Viewer, also through an application'),
    url: OutputUrl.nullable(),
    invited_by: z
      .string()
      .describe(
        '`contact` for the primary contact, or the kind and ID of who did it: `participant <id>`, `member <id>`',
      ),
    started_at: Timestamp.nullable().describe('The time of the first action'),
    last_activity_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Participant' })

/** A participant in events and in the mail outbox: without the link. */
export const ToldParticipant = Participant.omit({ access_token: true, url: true }).meta({ id: 'ToldParticipant' })

/** The fields of a new participant: an existing contact, or the address and name of one. */
export const ParticipantFields = z.strictObject({
  contact_id: Id.optional().describe('A contact; without it, give email and first_name'),
  email: Email.optional().describe('The contact with this address takes part; a new address creates a contact'),
  first_name: requiredText().optional(),
  last_name: text().optional(),
  role_id: Id.nullish().describe('A role of the guide version of the enrollment'),
  send_invitation: z.boolean().optional().describe('Mails the link to the participant'),
})

/** A person of an enrollment as the others see them. */
export const OwnParticipant = z
  .object({
    participant_id: OutputId.nullable().describe('null for the primary contact'),
    first_name: z.string(),
    last_name: z.string(),
    role_id: OutputId.nullable(),
    is_you: z.boolean(),
    is_primary: z.boolean(),
    has_started: z.boolean(),
    can_withdraw: z.boolean().describe('Whether the reader invited the person, who has not started yet'),
  })
  .meta({ id: 'OwnParticipant' })
