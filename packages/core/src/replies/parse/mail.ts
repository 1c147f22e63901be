/** The most that a mail may have: files of 20 MiB, as mail encodes them. */
export const MAX_MAIL_BYTES = 30 * 1024 ** 2
/** Limits of the parts of a mail; people's mails stay far below. */
export const MAX_HEADERS = 1000
export const MAX_HEADER_BYTES = 256 * 1024
export const MAX_DEPTH = 24
export const MAX_PARTS = 200
/** The most text of a mail that is examined. */
export const MAX_TEXT = 256 * 1024

/** An attachment with its decoded content. */
export interface MailFile {
  name: string
  content: Uint8Array<ArrayBuffer>
}

/** The report of a mail server that a mail was not delivered (RFC 3464). */
export interface DeliveryReport {
  /** Whether the failure is permanent. */
  isFailure: boolean
  /** The reply of the server: `550 5.1.1 No such user`. */
  diagnostic: string
}

/** A mail as it is decided on. */
export interface ParsedMail {
  headers: readonly { key: string; value: string }[]
  /** The addresses of its authors, in lower case. */
  from: readonly string[]
  /** The text without quotes and signature. */
  body: string
  /** The whole text, if `body` is not all of it that people wrote. */
  whole: string
  files: readonly MailFile[]
  report: DeliveryReport | null
}

/** A mail that cannot be read, with the reason in words. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
}

/** A mail that ended the process that read it: it is not read again. */
export class DeadlyMail extends MailFault {}

/** What the process answers. */
export type FromMailProcess = { mail: ParsedMail } | { fault: string }
