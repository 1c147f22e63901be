import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Below this, compressing costs more than sending. */
const WORTHWHILE = 1024
/** About as fast as gzip, with smaller output. */
const BROTLI_QUALITY = 4

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The content coding to answer with: undefined for none. @param size of the body in bytes */
export function codingOf(acceptEncoding: string | string[] | undefined, size: number): Coding | undefined {
  if (acceptEncoding === undefined || size < WORTHWHILE) return undefined
  const accepted = String(acceptEncoding).toLowerCase()
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : undefined
}

/** `q=0` is a refusal (RFC 9110 section 12.5.3). */
function accepts(accepted: string, coding: Coding): boolean {
  const named = new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`).exec(accepted)
  return named !== null && Number(named[1] ?? 1) > 0
}

/** Compresses off the event loop. */
export function compress(text: string | Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return compressors.gzip(text)
  return compressors.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
