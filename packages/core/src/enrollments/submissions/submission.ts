import { z } from 'zod'
import { CreatedAt, OutputId, OutputUrl, OwnId, Timestamp, UpdatedAt } from '../../fields/fields.ts'
import { SUBMISSION_STATUSES } from './contract.ts'

const SubmittedFile = z
  .object({
    id: OutputId.meta({ reference: 'The uploaded file.' }),
    name: z.string().meta({ reference: 'File name that the contact gave.' }),
    media_type: z.string().meta({ reference: 'Media type found in the contents, such as `application/pdf`.' }),
    bytes: z.int().min(0).meta({ reference: 'Size of the contents.' }),
    download_url: OutputUrl.nullable().describe('Valid for 15 minutes; null once a member has deleted the file').meta({
      reference: 'Address from which the file can be downloaded for 15 minutes; `null` once a member has deleted it.',
    }),
  })
  .meta({ id: 'SubmittedFile', reference: 'A file as it was sent for review.' })

/** What a contact sent in a step that needs a review. */
export const Submission = z
  .object({
    id: OwnId,
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which it was sent.' }),
    step_id: OutputId.meta({ reference: 'The form or upload step in which it was sent.' }),
    round: z
      .int()
      .min(1)
      .describe('A round ends when a member decides')
      .meta({ reference: 'Number of the round, from 1. A round ends when a member decides.' }),
    revision: z
      .int()
      .min(1)
      .describe('How often it was sent in this round')
      .meta({ reference: 'How often the contact has sent it in this round.' }),
    status: z
      .enum(SUBMISSION_STATUSES)
      .meta({ reference: '`submitted` while it waits for a member, then `accepted` or `changes_requested`.' }),
    answers: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Of a form, as they were sent')
      .meta({ reference: 'Answers of a form as they were sent, by the name of the field; `null` for files.' }),
    files: z.array(SubmittedFile).meta({ reference: 'Uploaded files of the step, as they were sent.' }),
    comment: z
      .string()
      .describe('What the contact wrote beside files')
      .meta({ reference: 'What the contact wrote beside the files.' }),
    participant_id: OutputId.nullable().describe('The participant who sent it; null for the primary contact'),
    participant_name: z
      .string()
      .nullable()
      .describe('Null for the primary contact, and if the contact was deleted')
      .meta({ reference: 'Name of that participant; `null` for the primary contact, and if the contact was deleted.' }),
    submitted_at: Timestamp.meta({ reference: 'When it was last sent.' }),
    reviewer_id: OutputId.nullable()
      .describe('The member whom it waits for; null for nobody in particular')
      .meta({ reference: 'The member who is to review it; `null` for nobody in particular.' }),
    decided_at: Timestamp.nullable().meta({
      reference: 'When a member accepted it or asked for changes; `null` while it waits.',
    }),
    decided_by: z
      .string()
      .nullable()
      .describe('The kind and ID of the caller: `member <id>`')
      .meta({ reference: 'Who decided: the kind of caller and its id, such as `member <id>`; `null` while it waits.' }),
    decided_by_name: z
      .string()
      .nullable()
      .describe('The name at that time')
      .meta({ reference: 'Name of the person, key or application that decided, as known at that time.' }),
    decided_with: z
      .string()
      .nullable()
      .describe('The application or key through which that member decided')
      .meta({ reference: 'Name of the application or key through which a member decided; `null` for the console.' }),
    note: z
      .string()
      .describe('What the member wrote to all of it; contacts read it')
      .meta({ reference: 'What the member wrote about all of it; contacts read it.' }),
    notes: z
      .record(z.string(), z.string())
      .describe('What the member wrote to single answers and files, by the name of the field or the ID of the file'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Submission', reference: 'What a contact has sent in a step that needs a review.' })

/** The part of a submission that is stored as it is shown. */
export const StoredSubmission = Submission.omit({ participant_name: true })

/** The part of a submission that events have: nothing that was written. */
export const ToldSubmission = Submission.pick({
  id: true,
  round: true,
  revision: true,
  status: true,
  participant_id: true,
}).meta({ id: 'SubmissionReference', reference: 'A submission without what was written.' })
