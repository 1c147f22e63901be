import { tokenHashOf } from '../enrollments/token/token.ts'
import type { PersonKind } from '../messages/contract.ts'
import type { Sealer } from '../secret/seal.ts'

/** The alphabet of RFC 4648 in lower case: mail servers may change the case of an address. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 26
const MARK_LENGTH = 13
/** The limit of the part before the @ (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL_PART = 64
/** Space for a plus sign, a token and the mark of a mail. */
export const MAX_REPLY_NAME = MAX_LOCAL_PART - 1 - TOKEN_LENGTH - MARK_LENGTH

/** A person who can reply to mail about an enrollment. */
export interface Correspondent {
  person: PersonKind
  person_id: string
}

/** What a reply becomes: a message to the other side, or an internal note, which the team alone reads. */
export type ReplyKind = 'message' | 'note'

/** An enrollment with its link. The package declares this module, and so not the row with all columns. */
interface Linked {
  workspace_id: string
  id: string
  token_hash: string
  sealed_token: string | null
}

/** Members' replies to notes were once answers to the customer: their present addresses differ from those of that time. */
const SIGNED_AS = {
  contact: { message: 'reply', note: 'note' },
  member: { message: 'answer', note: 'note' },
} satisfies Record<PersonKind, Record<ReplyKind, string>>

/** The token of a reply address. It changes with the link of the enrollment, and cannot be guessed. */
export function replyToken(
  sealer: Sealer,
  enrollment: Linked,
  { person, person_id }: Correspondent,
  kind: ReplyKind,
): string {
  const named = [enrollment.workspace_id, enrollment.id, person, person_id, tokenHashOf(enrollment)]
  return base32(Buffer.from(sealer.sign(`${SIGNED_AS[person][kind]} ${named.join(' ')}`), 'base64url'))
}

/** Tells the mails about an enrollment apart in an envelope address: of an id, the random half. */
export function markOf(email_id: string): string {
  return base32(Buffer.from(email_id.replaceAll('-', ''), 'hex').subarray(8))
}

/** The address of a token: `reply+TOKEN@example.com`. @param mark that of the mail whose failure is to be reported to it */
export function replyAddressOf(base: string, token: string, mark = ''): string {
  const at = base.lastIndexOf('@')
  return `${base.slice(0, at)}+${token}${mark}${base.slice(at)}`
}

/** The token and the mark in an address, if it is a reply address. */
export function partsOfAddress(base: string, address: string): { token: string; mark: string } | undefined {
  const at = base.lastIndexOf('@')
  const start = `${base.slice(0, at)}+`.toLowerCase()
  const given = address.toLowerCase()
  const end = given.length - (base.length - at)
  if (!given.startsWith(start) || given.slice(end) !== base.slice(at).toLowerCase()) return undefined
  const text = given.slice(start.length, end)
  if (text.length !== TOKEN_LENGTH && text.length !== TOKEN_LENGTH + MARK_LENGTH) return undefined
  return { token: text.slice(0, TOKEN_LENGTH), mark: text.slice(TOKEN_LENGTH) }
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += LETTERS.charAt((value >>> bits) & 31)
      value &= (1 << bits) - 1
    }
  }
  return bits > 0 ? text + LETTERS.charAt((value << (5 - bits)) & 31) : text
}
