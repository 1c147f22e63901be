import { createHash } from 'node:crypto'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { ContentStore } from '../content/content-store.ts'
import { sizeText } from '../size.ts'

/** As much of the beginning as is needed to tell what a content is. */
const HEAD_BYTES = 64 * 1024

/** A content that was kept, and what is known of it. */
export interface Received {
  stored_as: string
  bytes: number
  sha256: string
  /** Its first bytes. */
  head: Buffer
}

/**
 * Streams a content into the store, no more of it than is allowed.
 * @param options `maxBytes`: the most; where it depends on what comes, that is asked with the first bytes, and may refuse
 * @throws AppError `validation_error` on `content` when it is empty or too large; `invalid_request` when it was cut off;
 * `unavailable` when the store cannot take it. Nothing of it is kept then.
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

/** What fails on the way here is no fault of the service. */
async function* uncut(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', 'The upload was interrupted. Send the file again', { cause })
  }
}
