import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const CHUNK_BYTES = 64 * 1024

/** A content that is on the disk of this machine until it is elsewhere. */
export interface HeldContent {
  bytes: number
  sha256: string
  /** All of it, from its beginning. */
  read(): Readable
  close(): Promise<void>
}

/**
 * Takes a content in, at the pace of whoever sends it and in little memory: a bucket wants to know first how long it is, and
 * a piece of it that could be sent by itself is 5 MiB. The file has no name by then, so that nothing of it stays behind a
 * process that is killed.
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

/** A stream of Node's own would close the file, and a content may have to be sent again. */
async function* chunksOf(file: FileHandle): AsyncIterable<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
