import type { ParsedMail } from './parse/mail.ts'

type Headers = Pick<ParsedMail, 'headers'>

function valuesOf({ headers }: Headers, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase())
}

/** Headers that only programs set. */
const OF_PROGRAMS = [
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-loop',
  'list-id',
  'list-unsubscribe',
  'list-post',
]
const BULK = /^(?:bulk|junk|list|auto_reply)$/

/**
 * Whether a program sent a mail: an automatic reply, a mailing list, or this service (RFC 3834).
 * @param sender the sender of the envelope, which is empty for reports and many automatic replies
 */
export function isAutomatic(mail: Headers, sender: string | undefined): boolean {
  if (sender === '' || valuesOf(mail, 'return-path').includes('<>')) return true
  if (valuesOf(mail, 'auto-submitted').some((value) => value !== '' && !/^no\b/.test(value))) return true
  if (valuesOf(mail, 'precedence').some((value) => BULK.test(value))) return true
  return OF_PROGRAMS.some((name) => valuesOf(mail, name).length > 0)
}

/** What the receiving server found of the domain of the author (RFC 7489); `unknown` if it says nothing, or is not known. */
export type Alignment = 'pass' | 'fail' | 'unknown'

/**
 * Whether the trusted receiving server found that the mail comes from its author's domain (RFC 8601). Only its topmost
 * header counts: senders can add others, which are below. Results such as `none` and `permerror` verify nothing.
 * @param authserv the name of the server in its headers
 */
export function alignmentOf(mail: Headers, authserv: string | null): Alignment {
  if (authserv === null) return 'unknown'
  const [result = ''] = valuesOf(mail, 'authentication-results').filter(
    (value) => serverOf(value) === authserv.toLowerCase(),
  )
  const found = [...withoutComments(result).matchAll(/(?:^|[;\s])dmarc\s{0,9}=\s{0,9}([a-z]{1,20})\b/g)].map(
    ([, word]) => word,
  )
  if (found.includes('fail')) return 'fail'
  return found.length > 0 && found.every((word) => word === 'pass') ? 'pass' : 'unknown'
}

/** The name of the server that added a header, which a version can follow. */
function serverOf(value: string): string {
  const [first = ''] = withoutComments(value).split(';')
  return first.trim().split(/\s/)[0] ?? ''
}

function withoutComments(value: string): string {
  let text = ''
  let depth = 0
  for (const letter of value) {
    if (letter === '(') depth++
    else if (letter === ')' && depth > 0) depth--
    else if (depth === 0) text += letter
  }
  return text
}

/** The id of a mail in its Message-ID, if this service could have sent it: `<UUID@example.com>`. */
export function ownIdIn(mail: Headers): string | undefined {
  const [message_id = ''] = valuesOf(mail, 'message-id')
  return /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(message_id)?.[1]
}
