import { verifyMail } from '@handrail/core/internal'
import { type Config, mailOf } from '../../../configuration/config.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(config: Config, { inspection }: Inspected): Promise<Finding> {
  const mail = mailOf(config)
  const stored = inspection?.mailServer
  // Only the service decrypts its password.
  if (!mail && stored)
    return ok(
      `The mail server ${stored.host}:${stored.port} is set in the console. Send a test there, in Settings, E-mail`,
    )
  if (!mail) return ok('No mail server is configured: mail stays in the outbox. reset-password creates password links')
  try {
    await verifyMail(mail)
  } catch (error) {
    return fail(reasonOf(error))
  }
  return ok(`The mail server ${new URL(mail.url).host} accepts mail from ${mail.from}`)
}

/** A mail that is put off is not due; one that is due goes out within seconds. */
const LATE_SECONDS = 300
const NONE = { waiting: 0, due: 0, oldest_due_seconds: 0, failed: 0 }

/** Whether mail is waiting too long, or was not delivered. */
export function checkOutbox({ inspection }: Inspected): Finding {
  const { waiting, due, oldest_due_seconds, failed } = inspection?.mail ?? NONE
  const waits =
    waiting === 0
      ? 'No mail is waiting'
      : `${waiting} ${waiting === 1 ? 'mail is' : 'mails are'} waiting, ${due} of them due now`
  const lost =
    failed === 0
      ? ''
      : `${failed === 1 ? '1 mail was' : `${failed} mails were`} not delivered in the last 90 days: see the outbox for the reasons. `
  if (oldest_due_seconds > LATE_SECONDS)
    return warn(
      `The oldest mail has been due for ${Math.round(oldest_due_seconds)} seconds: check that the service runs, and its log for errors of the mail server. ${lost}${waits}`,
    )
  return failed === 0 ? ok(waits) : warn(`${lost}${waits}`)
}
