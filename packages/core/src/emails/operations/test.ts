import { z } from 'zod'
import type { RateLimiter } from '../../access/rate-limits.ts'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findUser } from '../../people/store.ts'
import { Email } from '../email.ts'
import { writeTest } from '../templates/test.ts'

const PER_MINUTE = 5

export const getMailSettings = operation({
  name: 'get_mail_settings',
  summary: 'Get the mail settings of the instance',
  access: 'enrollments:read',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    z.object({
      sends_mail: z
        .boolean()
        .describe('Whether the instance has a mail server; without one, members pass links on themselves'),
      from: z.string().nullable().describe('The sender address set by the operator'),
    }),
  ),
  run: async ({ settings: { sendsMail, mailFrom } }) => ({ data: { sends_mail: sendsMail, from: mailFrom } }),
})

export const sendTestEmail = operation({
  name: 'send_test_email',
  summary: 'Send a test mail to yourself',
  description: 'To see the result, look up the newest mail of kind test in list_emails.',
  access: 'workspace:write',
  status: 201,
  input: z.strictObject({}),
  output: recordOf(Email),
  async run(context) {
    const { kind, id } = context.caller
    if (kind !== 'member')
      throw new AppError('conflict', 'A test is sent to the member who requests it: sign in as a member')
    if (!context.settings.sendsMail)
      throw new AppError('conflict', 'This instance has no mail server. Set SMTP_URL and MAIL_FROM, and restart it')
    await limitTests(context.rateLimiter, id)
    return context.store.write(async (tx) => {
      const { email, name } = existing(await findUser(tx, id))
      return { data: existing(await writeTest(tx, context, { email, name })) }
    })
  },
})

/** Limits test mails, also to the own address: all workspaces share the mail server. */
async function limitTests(rateLimiter: RateLimiter, id: string): Promise<void> {
  const [allowance] = await rateLimiter.count(`mail test ${id}`, [{ seconds: 60, limit: PER_MINUTE }])
  if (!allowance || allowance.allowed) return
  const message = `At most ${PER_MINUTE} test mails can be sent a minute. Try again in a minute`
  throw new AppError('rate_limited', message, { retryAfter: allowance.resetsIn })
}
