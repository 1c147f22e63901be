import type { ByteRange } from '../files/content/content-store.ts'

/**
 * The part of a content that a request asks for (RFC 9110 section 14.2): browsers ask for parts of a video to go to a place in
 * it. Undefined where the whole is to be sent, also for what cannot be answered: a server may ignore that.
 */
export function partOf(range: string | undefined, bytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return first <= last ? { first, last } : undefined
}
