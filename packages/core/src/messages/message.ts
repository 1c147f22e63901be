import { z } from 'zod'
import { Id, OutputId, requiredText, Timestamp, text } from '../fields/fields.ts'
import { MESSAGE_KINDS, STUCK_REASONS } from './contract.ts'

const MAX_BODY = 5000

/** A message as both sides see it. */
export const OwnMessage = z
  .object({
    id: OutputId,
    step_id: OutputId.nullable().describe('The step on which the contact wrote it'),
    kind: z.enum(MESSAGE_KINDS).describe('question and stuck are from the contact, answer is from a member'),
    reason: z.enum(STUCK_REASONS).nullable().describe('Why the contact is stuck'),
    author_name: z.string(),
    body: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'OwnMessage' })

/** A message with the fields for members. */
export const Message = OwnMessage.extend({
  enrollment_id: OutputId,
  user_id: OutputId.nullable().describe('The member who answered'),
  read_at: Timestamp.nullable().describe('When a member read it'),
  seen_at: Timestamp.nullable().describe('When the contact saw an answer'),
  updated_at: Timestamp,
}).meta({ id: 'Message' })

export const AnswerFields = z.strictObject({ body: requiredText(MAX_BODY).describe('Text of the message') })

/** A message of a contact: a question, or a reason for being stuck at a step, with optional text. */
export const QuestionFields = z
  .strictObject({
    step_id: Id.optional(),
    reason: z.enum(STUCK_REASONS).optional(),
    body: text(MAX_BODY).default(''),
  })
  .superRefine(({ reason, step_id, body }, context) => {
    const blank = (field: string) => context.addIssue({ code: 'custom', path: [field], message: "can't be blank" })
    if (reason === undefined && body === '') blank('body')
    if (reason !== undefined && step_id === undefined) blank('step_id')
  })
