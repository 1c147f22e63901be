import { z } from 'zod'
import { Contact } from '../contacts/contact.ts'
import {
  Id,
  InputTime,
  Metadata,
  OutputEmail,
  OutputId,
  OutputMetadata,
  OutputUrl,
  Timestamp,
} from '../fields/fields.ts'
import { File } from '../files/file.ts'
import { MetadataMerge } from '../records/metadata.ts'
import { ENROLLMENT_STATUSES } from './contract.ts'

export const Enrollment = z
  .object({
    id: OutputId,
    contact_id: OutputId,
    guide_id: OutputId,
    organisation_id: OutputId.nullable(),
    assignee_id: OutputId.nullable().describe('Who looks after it'),
    status: z.enum(ENROLLMENT_STATUSES),
    progress_percentage: z.number().min(0).max(100),
    access_token: z.string(),
    url: OutputUrl,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable(),
    metadata: OutputMetadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Enrollment' })

/** As a list shows it: with what people call the two, and when something last happened. */
export const ListedEnrollment = Enrollment.extend({
  contact_name: z.string().describe('Computed: as it is now, and moves no updated_at'),
  guide_title: z.string().describe('Computed, too'),
  last_activity_at: Timestamp.nullable(),
  stalled: z.boolean(),
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
  last_activity_at: Timestamp.nullable().describe('When the contact last got on with it'),
  stalled: z
    .boolean()
    .describe(
      'In progress, and its contact did nothing for as many days as the guide has for reminders; 5 where it has none',
    ),
  progress: Progress,
  completed_step_ids: z.array(OutputId),
  total_steps: z.int().min(0),
  days_to_completion: z.number().min(0).nullable(),
  ces_score: z.int().min(1).max(7).nullable(),
  ces_comment: z.string().nullable(),
  email_problem: z
    .object({ email_id: OutputId, error: z.string(), at: Timestamp })
    .nullable()
    .describe('Why the last mail did not arrive'),
  answers: z.record(z.string(), OutputMetadata).describe('By the id of the form step'),
  files: z.array(File),
  messages_count: z.int().min(0),
  unread_messages_count: z.int().min(0).describe('Not read or answered by a member'),
  link_requested_at: Timestamp.nullable().describe('By the contact, as it is expired'),
  contact: Contact,
  assignee: z.object({ id: OutputId, name: z.string(), email: OutputEmail }).nullable(),
  guide: z.object({ id: OutputId, title: z.string(), description: z.string() }),
  guide_version: z.object({
    id: OutputId,
    number: z.int().nullable(),
    is_published: z.boolean().describe('Whether new enrollments get it; else a newer one is published'),
  }),
}).meta({ id: 'EnrollmentDetail' })

/** What became of the mail to a contact who was just enrolled. */
const Invitation = z.object({
  email_id: OutputId,
  status: z.enum(['waiting', 'kept']).describe('waiting: to be sent now. kept: there is no mail server'),
  explanation: z.string(),
})

export const NewEnrollment = Enrollment.extend({
  invitation: Invitation.nullable().describe('What became of send_invitation; null where nobody asked for it'),
}).meta({ id: 'NewEnrollment' })

export const EnrollmentFields = z.strictObject({
  contact_id: Id.describe('A contact of the workspace'),
  guide_id: Id.describe('A published guide'),
  expires_at: InputTime.nullish().describe("When the enrollment expires; by default as the guide's setting says"),
  assignee_id: Id.nullish().describe("A member who looks after it; by default the guide's, or who enrolls"),
  metadata: Metadata.optional().describe('Free-form, at most 32 KiB; replaced as a whole'),
  send_invitation: z.boolean().optional().describe('Mails the link; the answer says what became of it'),
})

export const EnrollmentChanges = z
  .strictObject({
    status: z.enum(ENROLLMENT_STATUSES),
    expires_at: InputTime.nullable(),
    assignee_id: Id.nullable(),
    metadata: Metadata,
  })
  .partial()
  .extend({ metadata_merge: MetadataMerge })
