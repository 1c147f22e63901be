import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { STUCK_REASONS } from '../messages/contract.ts'
import { WORK_COUNTS_TO, WORK_KINDS } from './contract.ts'

/** Something that waits for a member. */
export const WorkItem = z
  .object({
    kind: z
      .enum(WORK_KINDS)
      .meta({ reference: 'What waits: a `step` of the team, a `question`, a `review`, or a `link_request`.' }),
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which it waits.' }),
    contact_name: z.string().meta({ reference: 'First and last name of the primary contact.' }),
    organisation_name: z.string().nullable().meta({ reference: 'Organisation of that contact; `null` without one.' }),
    guide_title: z.string().meta({ reference: 'Title of the guide, in the version of the enrollment.' }),
    assignee_id: OutputId.nullable()
      .describe('The member it waits for; null for nobody in particular')
      .meta({ reference: 'The member for whom it waits; `null` for nobody in particular.' }),
    assignee_name: z.string().nullable().meta({ reference: 'Name of that member; `null` for nobody in particular.' }),
    due_on: z
      .string()
      .nullable()
      .describe('Of a step: its date')
      .meta({ reference: 'Date of a step; `null` for other kinds, and for a step without one.' }),
    waiting_since: Timestamp.nullable()
      .describe('Of a question, a review and a request for a link')
      .meta({ reference: 'Since when a question, a review or a request for a link waits; `null` for a step.' }),
    step: z
      .object({
        id: OutputId.meta({ reference: 'A step of the guide.' }),
        title: z.string().meta({ reference: 'Title of the step.' }),
        section_title: z.string().meta({ reference: 'Title of the section in which the step is.' }),
        internal: z.boolean().describe('Whether contacts never see it'),
      })
      .nullable()
      .describe('The step to do or to review, or the one that a question is about'),
    message: z
      .object({
        id: OutputId.meta({ reference: 'The message to answer.' }),
        author_name: z.string().meta({ reference: 'Name of the person who asks.' }),
        body: z.string().meta({ reference: 'Text of the question.' }),
        reason: z
          .enum(STUCK_REASONS)
          .nullable()
          .meta({ reference: 'Why the person is stuck; `null` for an ordinary question.' }),
        created_at: Timestamp.meta({ reference: 'When it was asked.' }),
      })
      .nullable()
      .describe('Of a question: the last one without an answer')
      .meta({ reference: 'The last message of a question; `null` for other kinds.' }),
    submission: z
      .object({
        id: OutputId.meta({ reference: 'The submission to review.' }),
        round: z.int().min(1).meta({ reference: 'Number of the round, from 1. A round ends when a member decides.' }),
        sent_by: z
          .string()
          .nullable()
          .describe('The participant who sent it; null if that contact was deleted')
          .meta({ reference: 'Name of the person who sent it; `null` if that contact was deleted.' }),
        answers_count: z.int().min(0).meta({ reference: 'Number of answers of a form.' }),
        files_count: z.int().min(0).meta({ reference: 'Number of uploaded files.' }),
      })
      .nullable()
      .describe('Of a review: what was sent')
      .meta({ reference: 'What was sent to be reviewed; `null` for other kinds.' }),
    messages_count: z
      .int()
      .min(0)
      .describe('Questions of the enrollment without an answer')
      .meta({ reference: 'Number of messages of the customer without an answer.' }),
  })
  .meta({ id: 'WorkItem', reference: 'Something that waits for a member.' })

const Counted = z.int().min(0).max(WORK_COUNTS_TO)

/** How many items of each kind there are. */
export const WorkCounts = z
  .object({
    question: Counted.meta({ reference: 'Enrollments with questions that nobody has answered.' }),
    review: Counted.meta({ reference: 'Submissions that wait for a member.' }),
    link_request: Counted.meta({ reference: 'People who wait for a new link.' }),
    step: Counted.meta({ reference: 'Open steps of the team.' }),
  })
  .meta({ id: 'WorkCounts', reference: 'Number of items by kind, each counted up to 1,000.' })
