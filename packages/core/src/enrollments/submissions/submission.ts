import { z } from 'zod'
import { OutputId, OutputUrl, Timestamp } from '../../fields/fields.ts'
import { SUBMISSION_STATUSES } from './contract.ts'

const SubmittedFile = z
  .object({
    id: OutputId,
    name: z.string(),
    media_type: z.string(),
    bytes: z.int().min(0),
    download_url: OutputUrl.nullable().describe('Valid for 15 minutes; null once a member has deleted the file'),
  })
  .meta({ id: 'SubmittedFile' })

/** What a contact sent in a step that needs a review. */
export const Submission = z
  .object({
    id: OutputId,
    enrollment_id: OutputId,
    step_id: OutputId,
    round: z.int().min(1).describe('A round ends when a member decides'),
    revision: z.int().min(1).describe('How often it was sent in this round'),
    status: z.enum(SUBMISSION_STATUSES),
    answers: z.record(z.string(), z.unknown()).nullable().describe('Of a form, as they were sent'),
    files: z.array(SubmittedFile),
    comment: z.string().describe('What the contact wrote beside files'),
    participant_id: OutputId.nullable().describe('The participant who sent it; null for the primary contact'),
    participant_name: z.string().nullable().describe('Null for the primary contact, and if the contact was deleted'),
    submitted_at: Timestamp,
    reviewer_id: OutputId.nullable().describe('The member whom it waits for; null for nobody in particular'),
    decided_at: Timestamp.nullable(),
    decided_by: z.string().nullable().describe('The kind and ID of the caller: `member <id>`'),
    decided_by_name: z.string().nullable().describe('The name at that time'),
    decided_with: z.string().nullable().describe('The application or key through which that member decided'),
    note: z.string().describe('What the member wrote to all of it; contacts read it'),
    notes: z
      .record(z.string(), z.string())
      .describe('What the member wrote to single answers and files, by the name of the field or the ID of the file'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Submission' })

/** The part of a submission that is stored as it is shown. */
export const StoredSubmission = Submission.omit({ participant_name: true })

/** The part of a submission that events have: nothing that was written. */
export const ToldSubmission = Submission.pick({
  id: true,
  round: true,
  revision: true,
  status: true,
  participant_id: true,
}).meta({ id: 'SubmissionReference' })
