import { z } from 'zod'
import {
  CreatedAt,
  Email,
  Id,
  OutputEmail,
  OutputId,
  OutputUrl,
  OwnId,
  optionalVisibleName,
  Timestamp,
  UpdatedAt,
  visibleName,
} from '../../fields/fields.ts'

/** Maximum number of participants of an enrollment, beside its primary contact. */
export const MAX_PARTICIPANTS = 20

/** A contact who takes part in an enrollment beside its primary contact. */
export const Participant = z
  .object({
    id: OwnId,
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which the person takes part.' }),
    contact_id: OutputId.meta({ reference: 'The contact who takes part.' }),
    first_name: z.string().meta({ reference: 'Given name of that contact.' }),
    last_name: z.string().meta({ reference: 'Family name of that contact; an empty string if it is not known.' }),
    email: OutputEmail.meta({ reference: 'E-mail address of that contact.' }),
    role_id: OutputId.nullable()
      .describe('A role of the guide version of the enrollment')
      .meta({ reference: 'Role of this person, one of the guide version of the enrollment; `null` for none.' }),
    access_token: z
      .string()
      .nullable()
      .describe('null for the role Viewer, also through an application, and without enrollments:links'),
    url: OutputUrl.nullable().meta({
      reference:
        'Link at which this person follows the guide. Treat it as a password. `null` for members with the role Viewer, for applications that act for one, and for tokens without `enrollments:links`, unless the token added the participant.',
    }),
    invited_by: z
      .string()
      .describe(
        '`contact` for the primary contact, or the kind and ID of who did it: `participant <id>`, `member <id>`',
      )
      .meta({
        reference:
          'Who added this person: `contact` for the primary contact, otherwise the kind of caller and its id, such as `participant <id>` or `member <id>`.',
      }),
    started_at: Timestamp.nullable()
      .describe('The time of the first action')
      .meta({ reference: 'When this person first did something in the guide; `null` before.' }),
    last_activity_at: Timestamp.nullable().meta({
      reference: 'When this person last did something in the guide; `null` before the first time.',
    }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({
    id: 'Participant',
    reference: 'A further person who follows the guide of an enrollment, with a link of their own.',
  })

/** A participant in events and in the mail outbox: without the link. */
export const ToldParticipant = Participant.omit({ access_token: true, url: true }).meta({
  id: 'ToldParticipant',
  reference: 'A participant without the link.',
})

/** The fields of a new participant: an existing contact, or the address and name of one. */
export const ParticipantFields = z.strictObject({
  contact_id: Id.optional()
    .describe('A contact; without it, give email and first_name')
    .meta({ reference: 'The contact who takes part. Without it, give `email` and `first_name`.' }),
  email: Email.optional()
    .describe('The contact with this address takes part; a new address creates a contact')
    .meta({ reference: 'Address of the person: the contact with it takes part, or a new contact is created.' }),
  first_name: visibleName().optional().meta({ reference: 'Given name, for an address that is not a contact yet.' }),
  last_name: optionalVisibleName()
    .optional()
    .meta({ reference: 'Family name, for an address that is not a contact yet.' }),
  role_id: Id.nullish()
    .describe('A role of the guide version of the enrollment')
    .meta({ reference: 'Role of this person, one of the guide version of the enrollment; `null` for none.' }),
  send_invitation: z
    .boolean()
    .optional()
    .describe('Mails the link to the participant')
    .meta({ reference: '`true` mails the link to this person.' }),
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
