import { verifyMail } from '@handrail/core'
import { type Config, mailOf } from '../config.ts'
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

/** What became of the mail. */
export function checkOutbox({ inspection }: Inspected): Finding {
  const { waiting, failed } = inspection?.mail ?? { waiting: 0, failed: 0 }
  const waits = waiting === 0 ? 'No mail waits' : `${waiting} ${waiting === 1 ? 'mail waits' : 'mails wait'} to be sent`
  if (failed === 0) return ok(waits)
  const lost = failed === 1 ? '1 mail was' : `${failed} mails were`
  return warn(`${lost} not delivered in the last 90 days: the outbox says why. ${waits}`)
}
