import { PassThrough, Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/** A part of an archive, created when it is written. */
export interface ArchiveEntry {
  name: string
  /** Whether it is compressed already, such as images. */
  packed?: boolean
  open(): Promise<Readable> | Readable
}

/** An archive of parts, each of which is opened after the previous one is written. */
export function archiveOf(parts: AsyncIterable<ArchiveEntry>): Readable {
  const output = new PassThrough()
  void fill(parts, output)
  return output
}

async function fill(parts: AsyncIterable<ArchiveEntry>, output: PassThrough): Promise<void> {
  try {
    const zip = await zipInto(output)
    for await (const { name, packed = false, open } of parts) {
      const content = await open()
      // Sequentially: adding a part opens its source immediately.
      await new Promise<void>((resolve, reject) => {
        const cancel = () => content.destroy()
        output.once('close', cancel)
        content.once('error', reject)
        content.once('close', () => {
          output.off('close', cancel)
          resolve()
        })
        zip.addReadStream(content, name, { compress: !packed })
      })
      if (output.destroyed) return
    }
    zip.end()
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

async function zipInto(output: PassThrough): Promise<ZipFile> {
  const { ZipFile } = await import('./zip-file.ts')
  const zip = new ZipFile()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  return zip
}

/** Rows as JSON lines. */
export function jsonLines(rows: AsyncIterable<object[]>): Readable {
  async function* lines() {
    for await (const some of rows) yield Buffer.from(some.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  return Readable.from(lines(), { objectMode: false })
}

/** One JSON document. */
export function jsonOf(value: unknown): Readable {
  return Readable.from([Buffer.from(`${JSON.stringify(value, null, 2)}\n`)], { objectMode: false })
}
