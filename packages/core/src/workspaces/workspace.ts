import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import { Email, OutputEmail, OutputId, OutputUrl, requiredText, Timestamp, visibleName } from '../fields/fields.ts'
import { NewPassword } from '../people/passwords.ts'
import { isTimeZone } from '../time-zones.ts'

export const Workspace = z
  .object({
    id: OutputId.meta({ reference: 'Identifies the workspace, also in events and archives.' }),
    name: z.string().meta({ reference: 'What contacts read as the sender of mails and above their guides.' }),
    plan: z.string().meta({ reference: 'Name of the plan, which decides about features and limits.' }),
    created_at: Timestamp.meta({ reference: 'When the workspace was set up.' }),
    updated_at: Timestamp.meta({ reference: 'When its name, plan or settings last changed.' }),
  })
  .meta({ id: 'Workspace' })

/** The workspace for its members, with the brand for its contacts. */
export const OwnWorkspace = Workspace.extend({
  colour: z.string().nullable(),
  logo_url: OutputUrl.nullable(),
  default_language: z.enum(LANGUAGES),
  time_zone: z.string(),
  sender_name: z.string().nullable(),
  reply_to: OutputEmail.nullable(),
  sends_daily_mail: z.boolean().describe('Whether contacts who take part in plans get the daily mail'),
  uses_plans: z
    .boolean()
    .describe('Whether it ever had a guide with roles, dates or steps of the team, or a second participant'),
}).meta({ id: 'OwnWorkspace' })

/** A name in the header of a message: on one line. */
const SingleLine = requiredText().regex(/^\P{Cc}*$/u, 'must be on one line')

export const WorkspaceChanges = z
  .strictObject({
    name: SingleLine,
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #0f6b5c')
      .toLowerCase()
      .nullable()
      .describe('Colour of the pages for contacts; null: the colour of Handrail'),
    default_language: z.enum(LANGUAGES).describe('Language of contacts without a language of their own'),
    time_zone: z.string().refine(isTimeZone, 'is not a time zone such as Europe/Berlin'),
    sender_name: SingleLine.nullable().describe('Sender name of mail; null: the name of the workspace'),
    reply_to: Email.nullable().describe(
      'Reply address of mail, and the contact address on the pages of guides. Mail about an enrollment has a reply address of its own if the instance receives replies',
    ),
    sends_daily_mail: z
      .boolean()
      .describe('Whether contacts who take part in plans get a mail on working days on which something is theirs'),
  })
  .partial()

export const WorkspaceFields = z.strictObject({
  name: requiredText(),
  plan: requiredText(100).optional().describe('A plan of the configuration; defaults to the one without limits'),
  owner: z
    .strictObject({ email: Email, name: visibleName(), password: NewPassword.optional() })
    .optional()
    .describe('Owner of the workspace. An existing account keeps its name and password'),
})
