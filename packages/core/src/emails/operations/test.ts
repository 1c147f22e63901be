import { z } from 'zod'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findUser } from '../../people/store.ts'
import { MAIL_SERVER_SOURCES } from '../contract.ts'
import { Email } from '../email.ts'
import { limitTests } from '../limit-tests.ts'
import { writeTest } from '../templates/test.ts'

export const getMailSettings = operation({
  name: 'get_mail_settings',
  summary: 'Get the mail settings of the instance',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    z.object({
      sends_mail: z
        .boolean()
        .describe('Whether the instance has a mail server; without one, members pass links on themselves'),
      from: z.string().nullable().describe('The sender of all mail'),
      source: z.enum(MAIL_SERVER_SOURCES).nullable().describe('Where the mail server is set'),
      receives_replies: z
        .boolean()
        .describe(
          'Whether replies by mail are received. Mail about an enrollment then has a reply address of its own, in place of reply_to of the workspace',
        ),
    }),
  ),
  run: ({ mail, store, settings }) =>
    store.read(async (reader) => {
      const server = await mail.server(reader)
      return {
        data: {
          sends_mail: server !== undefined,
          from: server?.sender ?? null,
          source: server?.source ?? null,
          receives_replies: settings.replyAddress !== null,
        },
      }
    }),
})

export const sendTestEmail = operation({
  name: 'send_test_email',
  summary: 'Send a test mail to yourself',
  description: 'To see the result, look up the newest mail of kind test in list_emails.',
  access: 'workspace:write',
  unaudited: 'own',
  status: 201,
  input: z.strictObject({}),
  output: recordOf(Email),
  async run(context) {
    const { kind, id } = context.caller
    if (kind !== 'member')
      throw new AppError('conflict', 'A test is sent to the member who requests it: sign in as a member')
    if (!(await context.store.read(context.mail.sends)))
      throw new AppError(
        'conflict',
        'This instance has no mail server. Set one in Settings, E-mail, or set SMTP_URL and MAIL_FROM, and restart it',
      )
    await limitTests(context.rateLimiter, context.caller)
    return context.store.write(async (tx) => {
      const { email, name } = existing(await findUser(tx, id))
      return { data: existing(await writeTest(tx, context, { email, name })) }
    })
  },
})
