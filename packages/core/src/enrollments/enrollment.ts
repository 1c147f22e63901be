import { z } from 'zod'
import { Contact } from '../contacts/contact.ts'
import {
  CreatedAt,
  Id,
  InputTime,
  Metadata,
  OutputDate,
  OutputEmail,
  OutputId,
  OutputMetadata,
  OutputUrl,
  OwnId,
  Timestamp,
  UpdatedAt,
} from '../fields/fields.ts'
import { NamedFile } from '../files/file.ts'
import { MetadataMerge } from '../records/metadata.ts'
import { PlanDate } from '../working-calendar/plan-date.ts'
import { ENROLLMENT_STATUSES, HEALTHS } from './contract.ts'
import { ShownReason } from './dates/health-reason.ts'

/** The link, which not every caller may see. */
const Link = {
  access_token: z.string().nullable().describe('null without enrollments:links').meta({
    reference:
      'Secret part of the link, with which one can follow the guide as the primary contact. `null` for members with the role Viewer, for applications that act for one, and for tokens without `enrollments:links`, unless the token created the enrollment.',
  }),
  url: OutputUrl.nullable().meta({
    reference:
      'Link at which the primary contact follows the guide. Treat it as a password. `null` where `access_token` is.',
  }),
}

export const Enrollment = z
  .object({
    id: OwnId,
    contact_id: OutputId.meta({ reference: 'The primary contact: the person who is onboarded.' }),
    guide_id: OutputId.meta({
      reference:
        'The guide that the contact follows. The enrollment keeps the version that was published when it was created, unless it is moved.',
    }),
    organisation_id: OutputId.nullable().meta({
      reference: 'The organisation of the primary contact; `null` for a person without one.',
    }),
    assignee_id: OutputId.nullable()
      .describe('The member assigned to it')
      .meta({ reference: 'The member of your team who looks after the enrollment; `null` for nobody.' }),
    status: z.enum(ENROLLMENT_STATUSES).meta({
      reference: '`invited` until the first step is opened, then `in_progress`, and finally `completed` or `expired`.',
    }),
    progress_percentage: z
      .number()
      .min(0)
      .max(100)
      .meta({ reference: 'Share of the counted steps that are done or skipped, from 0 to 100 with one decimal.' }),
    ...Link,
    started_at: Timestamp.nullable().meta({
      reference:
        'When the contact, or somebody on their behalf, did something in the guide for the first time; `null` before.',
    }),
    completed_at: Timestamp.nullable().meta({ reference: 'When the last required step was done; `null` before.' }),
    expires_at: Timestamp.nullable().meta({
      reference: 'When the link stops working, if the guide is not completed by then; `null` for never.',
    }),
    /** Without the contact of the enrollment. */
    participants_count: z
      .int()
      .min(0)
      .meta({ reference: 'Number of people who take part beside the primary contact.' }),
    target_date: OutputDate.nullable()
      .describe('The day by which it is to be completed')
      .meta({ reference: 'Day by which the guide is to be completed; `null` for an enrollment without a target.' }),
    health: z.enum(HEALTHS).describe('none without dates, and once it is closed').meta({
      reference:
        'Whether the dates are kept: `on_track`, `at_risk` or `late`; `none` for an enrollment without dates, and for a closed one.',
    }),
    health_reason: ShownReason.nullable()
      .describe('Why it is late or at risk')
      .meta({ reference: 'Why it is `late` or `at_risk`; `null` otherwise.' }),
    metadata: OutputMetadata.meta({ reference: 'Values of your own, as a JSON object of at most 32 KiB.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Enrollment', reference: 'A contact who follows a guide, with status and progress.' })

/** Without the time of the change, which is also that of a change of the contact's name. */
export const EnrollmentTag = Enrollment.omit({ updated_at: true })

const forecast_date = OutputDate.nullable().describe(
  'The day of completion at the present pace, computed for today; null without dates, and once it is closed',
)

const STALLED =
  'Whether it is in progress and nobody has done anything for as many days as the reminders of the guide are set to, or for 5 days if it has none.'

const EmailProblem = z
  .object({
    email_id: OutputId.meta({ reference: 'The mail that was not delivered, as in the outbox.' }),
    error: z.string().meta({ reference: 'What the mail server answered.' }),
    at: Timestamp.meta({ reference: 'Time of the failure.' }),
  })
  .nullable()
  .describe('Why the last mail was not delivered')

/** The record in lists: with the names of contact and guide, and the time of the last activity. */
export const ListedEnrollment = Enrollment.extend({
  contact_name: z
    .string()
    .meta({ reference: 'First and last name of the primary contact. A change of it changes `updated_at`.' }),
  guide_title: z.string().describe('Does not affect updated_at').meta({
    reference:
      'Title of the guide, in the version of the enrollment. A change of it alone does not change `updated_at`.',
  }),
  last_activity_at: Timestamp.nullable().meta({
    reference: 'When somebody of the customer last did something in the guide; `null` before the first time.',
  }),
  forecast_date,
  stalled: z.boolean().meta({ reference: STALLED }),
  email_problem: EmailProblem.meta({
    reference: 'The last mail about this enrollment, if it could not be delivered; `null` otherwise.',
  }),
}).meta({
  id: 'ListedEnrollment',
  reference: 'An enrollment as lists show it, with the names of its contact and guide.',
})

export const Progress = z
  .object({
    completed_steps: z.int().min(0).meta({ reference: 'Steps done or skipped, of those that count.' }),
    total_steps: z.int().min(0).meta({
      reference: 'Steps that count: the required ones, or all if none is required. Internal steps never count.',
    }),
    percentage: z.number().min(0).max(100).meta({ reference: 'The same as `progress_percentage`.' }),
    current_step_id: OutputId.nullable().meta({ reference: 'The first open step; `null` if there is none.' }),
    sections: z
      .array(
        z.object({
          id: OutputId.meta({ reference: 'The section of the guide.' }),
          title: z.string().meta({ reference: 'Title of the section.' }),
          completed_steps: z.int().min(0).meta({ reference: 'Counted steps of the section that are done or skipped.' }),
          total_steps: z.int().min(0).meta({ reference: 'Counted steps of the section.' }),
        }),
      )
      .meta({ reference: 'Progress by section, in the order of the guide.' }),
  })
  .meta({ id: 'Progress', reference: 'How far an enrollment has come.' })

export const EnrollmentDetail = Enrollment.extend({
  ...Link,
  forecast_date,
  last_activity_at: Timestamp.nullable().describe('When the contact last made progress').meta({
    reference: 'When somebody of the customer last did something in the guide; `null` before the first time.',
  }),
  stalled: z
    .boolean()
    .describe("In progress without activity for as many days as the guide's reminders are set to; 5 if none are set")
    .meta({ reference: STALLED }),
  progress: Progress.meta({ reference: 'How far the contact has come.' }),
  completed_step_ids: z.array(OutputId).meta({ reference: 'Ids of the steps that are done.' }),
  total_steps: z.int().min(0).meta({ reference: 'Steps that count for progress.' }),
  days_to_completion: z
    .number()
    .min(0)
    .nullable()
    .meta({ reference: 'Days from `started_at` to `completed_at`, with one decimal; `null` until it is completed.' }),
  ces_score: z.int().min(1).max(7).nullable().meta({
    reference: 'Customer effort score that the contact gave at the end, from 1 (hard) to 7 (easy); `null` without one.',
  }),
  ces_comment: z
    .string()
    .nullable()
    .meta({ reference: 'What the contact wrote beside the score; `null` without a comment.' }),
  email_problem: EmailProblem.meta({
    reference: 'The last mail about this enrollment, if it could not be delivered; `null` otherwise.',
  }),
  answers: z
    .record(z.string(), OutputMetadata)
    .describe('Keyed by ID of the form step')
    .meta({ reference: 'Answers to form steps: an object by step id, of values by field name.' }),
  files: z.array(NamedFile).meta({ reference: 'Files that the contact and the participants have uploaded.' }),
  messages_count: z.int().min(0).meta({ reference: 'Messages of both sides.' }),
  unread_messages_count: z
    .int()
    .min(0)
    .describe('Not read or answered by a member')
    .meta({ reference: 'Messages from the customer that no member has read or answered.' }),
  link_requested_at: Timestamp.nullable()
    .describe('When the contact asked for a new link')
    .meta({ reference: 'When somebody whose link had expired asked for a new one; `null` if nobody waits for one.' }),
  contact: Contact.meta({ reference: 'The primary contact as it is now.' }),
  assignee: z
    .object({
      id: OutputId.meta({ reference: 'Id of the member, as in `assignee_id`.' }),
      name: z.string().meta({ reference: 'Name that the member goes by.' }),
      email: OutputEmail.meta({ reference: 'Address with which the member signs in.' }),
    })
    .nullable()
    .meta({ reference: 'The member who looks after the enrollment; `null` for nobody.' }),
  guide: z
    .object({
      id: OutputId.meta({ reference: 'Id of the guide, as in `guide_id`.' }),
      title: z.string().meta({ reference: 'Title in the version of the enrollment.' }),
      description: z.string().meta({ reference: 'Introduction in the version of the enrollment.' }),
    })
    .meta({ reference: 'The guide that the contact follows.' }),
  guide_version: z
    .object({
      id: OutputId.meta({ reference: 'Id of the version, for `GET /guides/{id}/versions/{version_id}`.' }),
      number: z
        .int()
        .nullable()
        .meta({ reference: 'Versions of a guide are numbered from 1; `null` for one that was never published.' }),
      is_published: z
        .boolean()
        .describe('Whether new enrollments get this version')
        .meta({ reference: 'Whether new enrollments get this version too.' }),
    })
    .meta({ reference: 'The published version that the enrollment keeps.' }),
}).meta({ id: 'EnrollmentDetail', reference: 'An enrollment with its contact, guide, progress, answers and files.' })

/** The state of the invitation of a new enrollment. */
const Invitation = z.object({
  email_id: OutputId.meta({ reference: 'The invitation in the outbox.' }),
  status: z.enum(['waiting', 'kept']).describe('waiting: queued for sending. kept: no mail server is configured').meta({
    reference: '`waiting` for a mail in the queue, `kept` for one that waits for a mail server to be configured.',
  }),
  explanation: z.string().meta({ reference: 'The same in a sentence.' }),
})

export const NewEnrollment = Enrollment.extend({
  access_token: z
    .string()
    .meta({ reference: 'Secret part of the link. Whoever has it can follow the guide as the primary contact.' }),
  url: OutputUrl.meta({ reference: 'Link at which the primary contact follows the guide. Treat it as a password.' }),
  invitation: Invitation.nullable()
    .describe('Outcome of send_invitation; null if not requested')
    .meta({ reference: 'What became of the mail that `send_invitation` asked for; `null` if it did not.' }),
}).meta({ id: 'NewEnrollment', reference: 'An enrollment as the request that creates it answers it.' })

export const EnrollmentFields = z.strictObject({
  contact_id: Id.describe('A contact of the workspace').meta({
    reference: 'The person to enroll: a contact of the workspace.',
  }),
  guide_id: Id.describe('A published guide').meta({ reference: 'The guide to follow. It must be published.' }),
  expires_at: InputTime.nullish()
    .describe("When the enrollment expires; defaults to the guide's setting")
    .meta({ reference: 'When the link stops working; `null` for never. By default, the guide says.' }),
  target_date: PlanDate.nullish()
    .describe("The day by which it is to be completed, not before today; defaults to the guide's setting")
    .meta({
      reference:
        'Day by which the guide is to be completed, not before today; `null` for no target. By default, the guide says.',
    }),
  assignee_id: Id.nullish()
    .describe("The member assigned to it; defaults to the guide's assignee, or the caller")
    .meta({
      reference:
        'The member who looks after the enrollment; `null` for nobody. By default, the one whom the guide names, or the caller.',
    }),
  metadata: Metadata.optional()
    .describe('Free-form, at most 32 KiB')
    .meta({ reference: 'Values of your own, as a JSON object of at most 32 KiB.' }),
  send_invitation: z.boolean().optional().describe('Mails the link; the response tells whether it was sent').meta({
    reference:
      '`true` mails the link to the contact; `invitation` of the answer says what became of the mail. `false` by default.',
  }),
})

export const EnrollmentChanges = z
  .strictObject({
    status: z.enum(ENROLLMENT_STATUSES).meta({
      reference:
        '`in_progress`, `completed` or `expired`. Completing marks the required steps as done; setting an expired enrollment to `in_progress` opens it again.',
    }),
    expires_at: InputTime.nullable().meta({ reference: 'New time of expiry; `null` for never.' }),
    target_date: PlanDate.nullable()
      .describe('Not before the day of the enrollment')
      .meta({ reference: 'New target, not before the day of the enrollment; `null` for none.' }),
    assignee_id: Id.nullable().meta({
      reference: 'The member who looks after the enrollment from now on; `null` for nobody.',
    }),
    metadata: Metadata.meta({
      reference: 'Replaces the stored object as a whole; `metadata_merge` changes single keys.',
    }),
  })
  .partial()
  .extend({ metadata_merge: MetadataMerge })
