import type { SendMailOptions } from 'nodemailer'
import type { EmailRow } from '../store.ts'
import type { MailAttempt } from '../transport.ts'

/** A leased mail with its message. */
export interface Job {
  email: EmailRow
  message: SendMailOptions
}

/** The result of an attempt. */
export interface Ended {
  email: EmailRow
  attempt: MailAttempt
}
