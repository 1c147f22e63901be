import { hash } from 'node:crypto'

/** Enough for the headers of people's mails. */
const HEAD_BYTES = 64 * 1024
const MAX_ID = 998

/**
 * The identity of a mail for one recipient: servers deliver a mail again if they do not learn that it has arrived.
 * Of a mail without Message-ID, its content counts.
 */
export function mailHash(bytes: Uint8Array, person_id: string): string {
  const id = messageIdOf(bytes) ?? hash('sha256', bytes, 'base64url')
  return hash('sha256', `${person_id} ${id}`, 'base64url')
}

/** The value of the first header `Message-ID`, read without parsing the mail. */
function messageIdOf(bytes: Uint8Array): string | undefined {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
    .toString('latin1')
    .split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    if (line === '') return undefined
    if (!/^message-id[ \t]{0,9}:/i.test(line)) continue
    const next = lines[at + 1] ?? ''
    const folded = /^[ \t]/.test(next) ? next : ''
    const value = `${line.slice(line.indexOf(':') + 1)}${folded}`.trim()
    return value === '' || value.length > MAX_ID ? undefined : value
  }
  return undefined
}
