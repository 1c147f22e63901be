import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { ContentStore } from '../content/content-store.ts'

interface Piece {
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
): Promise<Piece | undefined> {
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

/** The chunks of a file as one stream. */
export async function* joined(contents: ContentStore, pieces: readonly Piece[]): AsyncIterable<Uint8Array> {
  for (const { stored_as } of pieces) yield* await contents.read(stored_as)
}
