import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise } from 'yauzl'
import { type Source, TableFault } from '../table.ts'

/** Maximum size of a file that is held in memory while it is read. */
const MAX_BYTES = 20 * 1024 * 1024
/** More parts than any program writes. */
const MAX_PARTS = 5000

/** The parts of a workbook, which is an archive. */
export interface Parts {
  /** @param most maximum uncompressed size: a part that declares less and has more, as zip bombs do, is rejected while unpacking */
  open(name: string, most: number): Promise<Readable | undefined>
}

export async function openArchive(source: Source): Promise<Parts> {
  if (source.bytes > MAX_BYTES)
    throw new TableFault('is too large for a workbook (maximum is 20 MB). Save it as CSV (maximum is 50 MB)', {
      code: 'too_large',
    })
  const content = Buffer.concat(await (await source.open()).toArray())
  // The library rejects parts that differ from their declared size.
  const archive = await fromBufferPromise(content, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    if (entries.size >= MAX_PARTS) throw new TableFault('has more parts than a workbook can have')
    entries.set(entry.fileName, entry)
  }
  return {
    async open(name, most) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.isEncrypted()) throw new TableFault('is protected by a password. Save it without a password')
      if (entry.uncompressedSize > most) throw new TableFault('is too large when uncompressed', { code: 'too_large' })
      return archive.openReadStreamPromise(entry)
    },
  }
}
