import { createHash } from 'node:crypto'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { ContentStore } from '../content/content-store.ts'
import { sizeText } from '../size.ts'

/** The first bytes needed to detect the media type. */
const HEAD_BYTES = 64 * 1024

/** A stored content with its properties. */
export interface Received {
  stored_as: string
  bytes: number
  sha256: string
  /** Its first bytes. */
  head: Buffer
}

/**
 * Streams a content into the store, up to a limit.
 * @param options `maxBytes`: the limit; if it depends on the content, a function of the first bytes, which may reject
 * @throws AppError `validation_error` on `content` when it is empty or too large; `invalid_request` when it was
 *   interrupted; `unavailable` when the store fails. Nothing is stored then.
 */
export async function receive(
  contents: ContentStore,
  content: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number | ((head: Buffer) => Promise<number>) },
): Promise<Received> {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let bytes = 0

  let most = typeof maxBytes === 'number' ? maxBytes : undefined
  const limit = async () => {
    most ??= typeof maxBytes === 'number' ? maxBytes : await maxBytes(Buffer.concat(head))
    if (bytes > most) throw tooLarge(most)
  }

  async function* measured() {
    for await (const chunk of uncut(content)) {
      if (bytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - bytes))
      bytes += chunk.length
      if (most !== undefined || bytes >= HEAD_BYTES) await limit()
      hash.update(chunk)
      yield chunk
    }
    if (bytes === 0) throw validationError({ content: fieldError('empty') })
    await limit()
  }

  const stored_as = await contents.write(measured())
  return { stored_as, bytes, sha256: hash.digest('hex'), head: Buffer.concat(head) }
}

export function tooLarge(maxBytes: number): AppError {
  return validationError({ content: fieldError('too_large', `is too large (maximum is ${sizeText(maxBytes)})`) })
}

/** An error of the source is not an error of the service. */
async function* uncut(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', 'The upload was interrupted. Send the file again', { cause })
  }
}
