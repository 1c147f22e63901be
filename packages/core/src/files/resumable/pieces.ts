import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { ByteRange, ContentStore } from '../content/content-store.ts'

/** A part of a file, under its name in the store. */
export interface StoredPart {
  stored_as: string
  bytes: number
}

/**
 * Stores the received part of a chunk: all of it, or the part before the connection was lost.
 * @param remaining bytes missing from the file
 * @returns undefined if nothing was received
 * @throws AppError `validation_error` if it exceeds the declared size: nothing of the chunk is stored then
 */
export async function receivePiece(
  contents: ContentStore,
  content: AsyncIterable<Uint8Array>,
  remaining: number,
): Promise<StoredPart | undefined> {
  let bytes = 0
  async function* measured() {
    try {
      for await (const chunk of content) {
        bytes += chunk.length
        if (bytes > remaining) break
        yield chunk
      }
    } catch {
      // The connection was lost: the next chunk continues from here.
    }
    if (bytes > remaining) throw validationError({ content: fieldError('too_large', 'is larger than declared') })
  }
  const stored_as = await contents.write(measured())
  if (bytes > 0) return { stored_as, bytes }
  await contents.remove(stored_as)
  return undefined
}

/** The parts of a file as one stream, or a range of it. */
export async function* stored(
  contents: ContentStore,
  parts: readonly StoredPart[],
  range?: ByteRange,
): AsyncIterable<Uint8Array> {
  let begin = 0
  for (const { stored_as, bytes } of parts) {
    const first = Math.max(0, (range?.first ?? 0) - begin)
    const last = Math.min(bytes - 1, (range?.last ?? Number.POSITIVE_INFINITY) - begin)
    if (first <= last) yield* await contents.read(stored_as, { first, last })
    begin += bytes
  }
}
