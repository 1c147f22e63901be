import { verifyMail } from '@handrail/core'
import { type Config, mailOf } from '../config.ts'
import { type Finding, fail, ok, reasonOf } from './check.ts'

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const mail = mailOf(config)
  if (!mail) return ok('No mail is sent: reset-password makes links to choose a new password')
  try {
    await verifyMail(mail)
  } catch (error) {
    return fail(reasonOf(error))
  }
  return ok(`The mail server ${new URL(mail.url).host} takes mail from ${mail.from}`)
}
