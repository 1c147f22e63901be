import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise } from 'yauzl'
import { type Source, TableFault } from '../table.ts'

/** As large as a file may be that is held in memory while it is read. */
const MAX_BYTES = 20 * 1024 * 1024
/** More parts than any program writes. */
const MAX_PARTS = 5000

/** The parts of a workbook, which is an archive. */
export interface Parts {
  /** @param most as many bytes as it may unpack to: what says so little and is more, as bombs do, is refused on the way */
  open(name: string, most: number): Promise<Readable | undefined>
}

export async function openArchive(source: Source): Promise<Parts> {
  if (source.bytes > MAX_BYTES)
    throw new TableFault('is too large for a workbook (maximum is 20 MB). Save it as CSV (maximum is 50 MB)', {
      code: 'too_large',
    })
  const content = Buffer.concat(await (await source.open()).toArray())
  // It refuses parts that unpack to another size than they say.
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
