import { verifyMail } from '@handrail/core'
import { type Config, mailOf } from '../../../configuration/config.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const mail = mailOf(config)
  if (!mail)
    return ok('No mail is sent: it is kept in the outbox, to be passed on. reset-password makes password links')
  try {
    await verifyMail(mail)
  } catch (error) {
    return fail(reasonOf(error))
  }
  return ok(`The mail server ${new URL(mail.url).host} takes mail from ${mail.from}`)
}

/** A mail that is put off is not due; one that is due goes out within seconds. */
const LATE_SECONDS = 300
const NONE = { waiting: 0, due: 0, oldest_due_seconds: 0, failed: 0 }

/** What became of the mail. */
export function checkOutbox({ inspection }: Inspected): Finding {
  const { waiting, due, oldest_due_seconds, failed } = inspection?.mail ?? NONE
  const waits =
    waiting === 0
      ? 'No mail waits'
      : `${waiting} ${waiting === 1 ? 'mail waits' : 'mails wait'} to be sent, ${due} of them now`
  const lost =
    failed === 0
      ? ''
      : `${failed === 1 ? '1 mail was' : `${failed} mails were`} not delivered in the last 90 days: the outbox says why. `
  if (oldest_due_seconds > LATE_SECONDS)
    return warn(
      `The oldest mail has been due for ${Math.round(oldest_due_seconds)} seconds: see whether the service runs, and what its log says of the mail server. ${lost}${waits}`,
    )
  return failed === 0 ? ok(waits) : warn(`${lost}${waits}`)
}
