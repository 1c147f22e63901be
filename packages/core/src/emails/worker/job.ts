import type { SendMailOptions } from 'nodemailer'
import type { Connected } from '../server/connections.ts'
import type { EmailRow } from '../store.ts'
import type { MailAttempt } from '../transport.ts'

/** A leased mail with its message. */
export interface Job {
  email: EmailRow
  message: SendMailOptions
  /** The server that was in effect when it was claimed. */
  server: Connected
}

/** The result of an attempt. */
export interface Ended {
  email: EmailRow
  attempt: MailAttempt
}
