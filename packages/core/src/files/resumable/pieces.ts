import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { ContentStore } from '../content/content-store.ts'

interface Piece {
  stored_as: string
  bytes: number
}

/**
 * Keeps what arrives of a piece: all of it, or as much as came before the connection was lost.
 * @param remaining what is missing of the file
 * @returns undefined where nothing came
 * @throws AppError `validation_error` when it is more than was announced: nothing of the piece is kept then
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
      // The connection was lost: the next piece goes on from here.
    }
    if (bytes > remaining) throw validationError({ content: fieldError('too_large', 'is larger than declared') })
  }
  const stored_as = await contents.write(measured())
  if (bytes > 0) return { stored_as, bytes }
  await contents.remove(stored_as)
  return undefined
}

/** The pieces of a file, as one. */
export async function* joined(contents: ContentStore, pieces: readonly Piece[]): AsyncIterable<Uint8Array> {
  for (const { stored_as } of pieces) yield* await contents.read(stored_as)
}
