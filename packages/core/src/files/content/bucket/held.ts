import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const CHUNK_BYTES = 64 * 1024

/** A content buffered on the local disk. */
export interface HeldContent {
  bytes: number
  sha256: string
  /** A stream from the beginning. */
  read(): Readable
  close(): Promise<void>
}

/**
 * Buffers a content at the pace of its sender and in little memory: a bucket requires the length first, and the
 * minimum part of a multipart upload is 5 MiB. The file is unlinked, so that a killed process leaves nothing behind.
 */
export async function bufferContent(content: AsyncIterable<Uint8Array>): Promise<HeldContent> {
  const folder = await mkdtemp(join(tmpdir(), 'handrail-upload-'))
  const file = await open(join(folder, 'content'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  )
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of content) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await file.writeFile(counted())
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    bytes,
    sha256: hash.digest('hex'),
    read: () => Readable.from(chunksOf(file), { objectMode: false }),
    close: () => file.close(),
  }
}

/** A stream of Node would close the file, but a content may be sent again. */
async function* chunksOf(file: FileHandle): AsyncIterable<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
