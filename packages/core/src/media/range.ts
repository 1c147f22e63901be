import type { ByteRange } from '../files/content/content-store.ts'

/**
 * The byte range of a request (RFC 9110 section 14.2), which browsers use to seek in videos. Undefined if the whole
 * content is to be sent, also for invalid ranges, which a server may ignore.
 */
export function partOf(range: string | undefined, bytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return first <= last ? { first, last } : undefined
}
