import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { STUCK_REASONS } from '../messages/contract.ts'
import { WORK_COUNTS_TO, WORK_KINDS } from './contract.ts'

/** Something that waits for a member. */
export const WorkItem = z
  .object({
    kind: z.enum(WORK_KINDS),
    enrollment_id: OutputId,
    contact_name: z.string(),
    organisation_name: z.string().nullable(),
    guide_title: z.string(),
    assignee_id: OutputId.nullable().describe('The member it waits for; null for nobody in particular'),
    assignee_name: z.string().nullable(),
    due_on: z.string().nullable().describe('Of a step: its date'),
    waiting_since: Timestamp.nullable().describe('Of a question, a review and a request for a link'),
    step: z
      .object({
        id: OutputId,
        title: z.string(),
        section_title: z.string(),
        internal: z.boolean().describe('Whether contacts never see it'),
      })
      .nullable()
      .describe('The step to do or to review, or the one that a question is about'),
    message: z
      .object({
        id: OutputId,
        author_name: z.string(),
        body: z.string(),
        reason: z.enum(STUCK_REASONS).nullable(),
        created_at: Timestamp,
      })
      .nullable()
      .describe('Of a question: the last one without an answer'),
    submission: z
      .object({
        id: OutputId,
        round: z.int().min(1),
        sent_by: z.string().nullable().describe('The participant who sent it; null if that contact was deleted'),
        answers_count: z.int().min(0),
        files_count: z.int().min(0),
      })
      .nullable()
      .describe('Of a review: what was sent'),
    messages_count: z.int().min(0).describe('Questions of the enrollment without an answer'),
  })
  .meta({ id: 'WorkItem' })

const Counted = z.int().min(0).max(WORK_COUNTS_TO)

/** How many items of each kind there are. */
export const WorkCounts = z
  .object({ question: Counted, review: Counted, link_request: Counted, step: Counted })
  .meta({ id: 'WorkCounts' })
