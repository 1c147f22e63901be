import { z } from 'zod'
import {
  CreatedAt,
  Id,
  OutputEmail,
  OutputId,
  OutputUrl,
  OwnId,
  requiredText,
  Timestamp,
  text,
  UpdatedAt,
} from '../fields/fields.ts'
import { FILE_PROBLEMS, MESSAGE_KINDS, STUCK_REASONS } from './contract.ts'

export const MAX_BODY = 5000

/** An attachment of a message that came by mail. */
const MessageFile = z
  .object({
    id: OutputId.meta({ reference: 'The attachment.' }),
    name: z.string().meta({ reference: 'File name in the mail.' }),
    media_type: z
      .string()
      .nullable()
      .meta({ reference: 'Media type found in the contents; `null` if the attachment was not kept.' }),
    bytes: z.int().min(0).meta({ reference: 'Size of the contents.' }),
    problem: z
      .enum(FILE_PROBLEMS)
      .nullable()
      .describe('Why the attachment was not kept')
      .meta({ reference: 'Why the attachment was not kept; `null` if it was.' }),
  })
  .meta({ id: 'MessageFile', reference: 'An attachment of a message that came by mail.' })

/** An attachment with its address. */
const OpenMessageFile = MessageFile.extend({
  download_url: OutputUrl.nullable().describe('Valid for 15 minutes; null if the attachment was not kept').meta({
    reference: 'Address from which the attachment can be downloaded for 15 minutes; `null` if it was not kept.',
  }),
}).meta({ id: 'OpenMessageFile', reference: 'An attachment with an address to download it from.' })

/** A message as both sides see it. */
export const OwnMessage = z
  .object({
    id: OwnId,
    step_id: OutputId.nullable()
      .describe('The step on which the contact wrote it')
      .meta({ reference: 'The step on which the contact wrote it; `null` for none.' }),
    kind: z
      .enum(MESSAGE_KINDS)
      .describe('question and stuck are from the contact, answer is from a member')
      .meta({ reference: '`question` and `stuck` come from the customer, `answer` from a member.' }),
    reason: z
      .enum(STUCK_REASONS)
      .nullable()
      .describe('Why the contact is stuck')
      .meta({ reference: 'Why the contact is stuck; `null` for other messages.' }),
    participant_id: OutputId.nullable()
      .describe('The participant who wrote it; null for the primary contact and members')
      .meta({ reference: 'The participant who wrote it; `null` for the primary contact, and for members.' }),
    author_name: z.string().meta({ reference: 'Name of the person who wrote it, as known at that time.' }),
    body: z.string().meta({ reference: 'Text of the message.' }),
    by_mail: z
      .boolean()
      .describe('Whether it came as a reply by mail')
      .meta({ reference: 'Whether it came as a reply to a mail.' }),
    files: z.array(MessageFile).describe('The attachments of a mail'),
    created_at: CreatedAt,
  })
  .meta({ id: 'OwnMessage', reference: 'A message between the customer and the team.' })

/** A message in the list of its contact. */
export const OwnListedMessage = OwnMessage.extend({
  files: z.array(OpenMessageFile).meta({ reference: 'Attachments of a message that came by mail.' }),
}).meta({ id: 'OwnListedMessage' })

/** A message with the fields for members. */
export const Message = OwnListedMessage.extend({
  enrollment_id: OutputId.meta({ reference: 'The enrollment in which it was written.' }),
  user_id: OutputId.nullable()
    .describe('The member who answered')
    .meta({ reference: 'The member who wrote it; `null` for the customer, and for programs.' }),
  written_with: z
    .string()
    .nullable()
    .describe('The application or key through which a member answered; contacts do not see it')
    .meta({ reference: 'Name of the application or key through which a member wrote; contacts do not see it.' }),
  sender_email: OutputEmail.nullable()
    .describe('The address of a mail that did not come from that of the contact')
    .meta({ reference: 'Address from which the mail came, if that is not the one of the contact; `null` otherwise.' }),
  read_at: Timestamp.nullable()
    .describe('When a member read it')
    .meta({ reference: 'When a member read it; `null` before.' }),
  seen_at: Timestamp.nullable()
    .describe('When the contact saw an answer')
    .meta({ reference: 'When the contact saw an answer; `null` before.' }),
  cleared_at: Timestamp.nullable()
    .describe('When a member said that the contact was not stuck any more')
    .meta({ reference: 'When a member said that the contact is not stuck any more; `null` before.' }),
  updated_at: UpdatedAt,
}).meta({ id: 'Message', reference: 'A message between the customer and the team, as members see it.' })

/** Maximum number of persons that an answer can mention. */
const MAX_MENTIONS = 20

export const AnswerFields = z.strictObject({
  body: requiredText(MAX_BODY).describe('Text of the message'),
  mentions: z
    .array(Id)
    .max(MAX_MENTIONS)
    .optional()
    .describe('IDs of contacts who take part in the enrollment: they get the message by mail, beside the one who asked')
    .meta({
      reference:
        'Ids of contacts who take part in the enrollment. They get the message by mail, beside the one who asked.',
    }),
})

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
