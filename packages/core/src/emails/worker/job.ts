import type { SendMailOptions } from 'nodemailer'
import type { EmailRow } from '../store.ts'
import type { MailAttempt } from '../transport.ts'

/** A mail that is leased, and what is to be sent. */
export interface Job {
  email: EmailRow
  message: SendMailOptions
}

/** How an attempt to send it ended. */
export interface Ended {
  email: EmailRow
  attempt: MailAttempt
}
