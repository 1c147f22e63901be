import { z } from 'zod'
import { Contact } from '../contacts/contact.ts'
import {
  Id,
  InputTime,
  Metadata,
  OutputDate,
  OutputEmail,
  OutputId,
  OutputMetadata,
  OutputUrl,
  Timestamp,
} from '../fields/fields.ts'
import { NamedFile } from '../files/file.ts'
import { MetadataMerge } from '../records/metadata.ts'
import { PlanDate } from '../working-calendar/plan-date.ts'
import { ENROLLMENT_STATUSES, HEALTHS } from './contract.ts'
import { ShownReason } from './dates/health-reason.ts'

export const Enrollment = z
  .object({
    id: OutputId,
    contact_id: OutputId,
    guide_id: OutputId,
    organisation_id: OutputId.nullable(),
    assignee_id: OutputId.nullable().describe('The member assigned to it'),
    status: z.enum(ENROLLMENT_STATUSES),
    progress_percentage: z.number().min(0).max(100),
    access_token: z.string(),
    url: OutputUrl,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable(),
    /** Without the contact of the enrollment. */
    participants_count: z.int().min(0),
    target_date: OutputDate.nullable().describe('The day by which it is to be completed'),
    health: z.enum(HEALTHS).describe('none without dates, and once it is closed'),
    health_reason: ShownReason.nullable().describe('Why it is late or at risk'),
    metadata: OutputMetadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Enrollment' })

/** Without the time of the change, which is also that of a change of the contact's name. */
export const EnrollmentTag = Enrollment.omit({ updated_at: true })

const forecast_date = OutputDate.nullable().describe(
  'The day of completion at the present pace, computed for today; null without dates, and once it is closed',
)

/** The link, in what members with the role Viewer can read too: for them, and for their applications, it is null. */
const Link = { access_token: z.string().nullable(), url: OutputUrl.nullable() }

const EmailProblem = z
  .object({ email_id: OutputId, error: z.string(), at: Timestamp })
  .nullable()
  .describe('Why the last mail was not delivered')

/** The record in lists: with the names of contact and guide, and the time of the last activity. */
export const ListedEnrollment = Enrollment.extend({
  ...Link,
  access_token: Link.access_token.describe('null for the role Viewer, also through an application'),
  contact_name: z.string(),
  guide_title: z.string().describe('Does not affect updated_at'),
  last_activity_at: Timestamp.nullable(),
  forecast_date,
  stalled: z.boolean(),
  email_problem: EmailProblem,
}).meta({ id: 'ListedEnrollment' })

export const Progress = z
  .object({
    completed_steps: z.int().min(0),
    total_steps: z.int().min(0),
    percentage: z.number().min(0).max(100),
    current_step_id: OutputId.nullable(),
    sections: z.array(
      z.object({ id: OutputId, title: z.string(), completed_steps: z.int().min(0), total_steps: z.int().min(0) }),
    ),
  })
  .meta({ id: 'Progress' })

export const EnrollmentDetail = Enrollment.extend({
  ...Link,
  forecast_date,
  last_activity_at: Timestamp.nullable().describe('When the contact last made progress'),
  stalled: z
    .boolean()
    .describe("In progress without activity for as many days as the guide's reminders are set to; 5 if none are set"),
  progress: Progress,
  completed_step_ids: z.array(OutputId),
  total_steps: z.int().min(0),
  days_to_completion: z.number().min(0).nullable(),
  ces_score: z.int().min(1).max(7).nullable(),
  ces_comment: z.string().nullable(),
  email_problem: EmailProblem,
  answers: z.record(z.string(), OutputMetadata).describe('Keyed by ID of the form step'),
  files: z.array(NamedFile),
  messages_count: z.int().min(0),
  unread_messages_count: z.int().min(0).describe('Not read or answered by a member'),
  link_requested_at: Timestamp.nullable().describe('When the contact asked for a new link'),
  contact: Contact,
  assignee: z.object({ id: OutputId, name: z.string(), email: OutputEmail }).nullable(),
  guide: z.object({ id: OutputId, title: z.string(), description: z.string() }),
  guide_version: z.object({
    id: OutputId,
    number: z.int().nullable(),
    is_published: z.boolean().describe('Whether new enrollments get this version'),
  }),
}).meta({ id: 'EnrollmentDetail' })

/** The state of the invitation of a new enrollment. */
const Invitation = z.object({
  email_id: OutputId,
  status: z.enum(['waiting', 'kept']).describe('waiting: queued for sending. kept: no mail server is configured'),
  explanation: z.string(),
})

export const NewEnrollment = Enrollment.extend({
  invitation: Invitation.nullable().describe('Outcome of send_invitation; null if not requested'),
}).meta({ id: 'NewEnrollment' })

export const EnrollmentFields = z.strictObject({
  contact_id: Id.describe('A contact of the workspace'),
  guide_id: Id.describe('A published guide'),
  expires_at: InputTime.nullish().describe("When the enrollment expires; defaults to the guide's setting"),
  target_date: PlanDate.nullish().describe(
    "The day by which it is to be completed, not before today; defaults to the guide's setting",
  ),
  assignee_id: Id.nullish().describe("The member assigned to it; defaults to the guide's assignee, or the caller"),
  metadata: Metadata.optional().describe('Free-form, at most 32 KiB'),
  send_invitation: z.boolean().optional().describe('Mails the link; the response tells whether it was sent'),
})

export const EnrollmentChanges = z
  .strictObject({
    status: z.enum(ENROLLMENT_STATUSES),
    expires_at: InputTime.nullable(),
    target_date: PlanDate.nullable().describe('Not before the day of the enrollment'),
    assignee_id: Id.nullable(),
    metadata: Metadata,
  })
  .partial()
  .extend({ metadata_merge: MetadataMerge })
