import { trimEnds } from '../records/text.ts'

/** The sender of all mail of the instance. */
export interface Sender {
  name: string
  address: string
}

/** Parses `Handrail <no-reply@example.com>`, or an address alone. */
export function senderOf(from: string): Sender {
  const text = from.trim()
  const at = text.lastIndexOf('<')
  if (at < 0 || !text.endsWith('>')) return { name: '', address: text }
  return { name: trimEnds(text.slice(0, at), '" '), address: text.slice(at + 1, -1).trim() }
}
