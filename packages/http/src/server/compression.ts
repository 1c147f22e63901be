import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Below this, compressing costs more than sending. */
const WORTHWHILE = 1024
/** Below this, compressing takes less than handing it to another thread does. */
const SMALL = 32 * 1024
/** A step lower takes half the time of the default; the output is 5 % larger. */
const QUICK = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }, gzip: { level: 3 } }
/** About as fast as gzip, with smaller output. */
const LARGE_BR = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

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

/** Compresses a small body at once, and a large one off the event loop. */
export function compress(text: string | Buffer, coding: Coding): Promise<Buffer> | Buffer {
  if (text.length < SMALL) return coding === 'br' ? brotliCompressSync(text, QUICK.br) : gzipSync(text, QUICK.gzip)
  return coding === 'br' ? inThread.br(text, LARGE_BR) : inThread.gzip(text)
}

const SMALLEST = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  gzip: { level: 9 },
}

/** For what never changes: it is compressed once in each coding, as small as it gets, when it is first asked for. */
export function compressOnce(content: string | Buffer): (coding: Coding) => Promise<Buffer> {
  const known: Partial<Record<Coding, Promise<Buffer>>> = {}
  return (coding) => {
    known[coding] ??= coding === 'br' ? inThread.br(content, SMALLEST.br) : inThread.gzip(content, SMALLEST.gzip)
    return known[coding]
  }
}
