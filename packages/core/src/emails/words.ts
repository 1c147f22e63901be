import type { Sealer } from '../secret/seal.ts'
import { type EmailRow, messageOf } from './store.ts'

/** The most characters of a text that are shown beside other things. */
const MAX_TEXT = 1500
/** Begins the small print of a text, as in `renderText`. */
const SMALL_PRINT = '\n\n-- \n\n'

export interface MailWords {
  subject: string
  text: string
}

/** What a mail says, without the addresses that open something, and without the small print. */
export function wordsOf(sealer: Sealer, email: EmailRow): MailWords | undefined {
  const message = messageOf(sealer, email)
  if (!message) return undefined
  const [body = ''] = message.text.split(SMALL_PRINT)
  const { link } = message
  const text = link === null ? body : body.replaceAll(`:\n${link}`, '').replaceAll(link, '…')
  return { subject: email.subject, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text }
}
