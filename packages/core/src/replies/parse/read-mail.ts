import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime'
import { htmlToText } from './html-to-text.ts'
import {
  MAX_DEPTH,
  MAX_HEADER_BYTES,
  MAX_HEADERS,
  MAX_PARTS,
  MAX_TEXT,
  MailFault,
  type MailFile,
  type ParsedMail,
} from './mail.ts'
import { withoutQuotes } from './quotes.ts'
import { reportOf } from './report.ts'

/** Parses a mail within the limits of its parts. @throws MailFault */
export async function readMail(bytes: Uint8Array): Promise<ParsedMail> {
  if (mayHaveMoreParts(bytes, MAX_BOUNDARIES)) throw new MailFault('The mail has too many parts')
  const mail = await parsed(bytes)
  if (mail.headers.length > MAX_HEADERS) throw new MailFault('The mail has too many headers')
  if (mail.attachments.length > MAX_PARTS) throw new MailFault('The mail has too many parts')
  const whole = cleaned(textOf(mail))
  return {
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: authorsOf(mail),
    body: withoutQuotes(whole),
    whole,
    files: mail.attachments.map(fileOf),
    report: reportOf(mail),
  }
}

/** Lines that may separate parts, of which text has some too. */
const MAX_BOUNDARIES = 5000

/** Whether more lines than a number begin like those that separate parts: each part takes memory, also an empty one. */
function mayHaveMoreParts(bytes: Uint8Array, most: number): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let found = 0
  for (let at = buffer.indexOf('\n--'); at >= 0; at = buffer.indexOf('\n--', at + 1)) if (++found > most) return true
  return false
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
      // Mails within a mail are files.
      maxRfc822NestingDepth: 0,
      attachmentEncoding: 'arraybuffer',
    })
  } catch (cause) {
    throw new MailFault('The mail is nested too deeply, or has too many headers', { cause })
  }
}

/** A mail with several headers `From`, or with several authors, is of all of them. */
function authorsOf({ headers }: Email): string[] {
  const given = headers.filter(({ key }) => key === 'from')
  const addresses = given.flatMap(({ value }) => addressParser(value, { flatten: true })) satisfies Address[]
  return addresses.flatMap(({ address }) => (address ? [address.toLowerCase()] : []))
}

/** The text as its author wrote it: the plain part, or else that of the HTML. */
function textOf({ text = '', html = '' }: Email): string {
  if (text.trim() !== '' || html === '') return text.slice(0, MAX_TEXT)
  return htmlToText(html.slice(0, 4 * MAX_TEXT)).slice(0, MAX_TEXT)
}

/** Characters that nobody sees, and that cannot be stored. */
const UNSEEN = /[\p{Cc}\u200B\uFEFF]/gu

function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, (unseen) => (unseen === '\n' || unseen === '\t' ? unseen : ''))
    .trim()
}

function fileOf({ filename, mimeType, content }: Attachment): MailFile {
  // The encoding chosen above gives buffers.
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const name = filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : '')
  return { name, content: bytes as Uint8Array<ArrayBuffer> }
}
