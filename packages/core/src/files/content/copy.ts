import { createHash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { ContentStore } from './content-store.ts'
import { openStore } from './open.ts'

interface Copying {
  /** A folder, or the address of a bucket. */
  from: string
  to: string
  /** Called after each copied content, with the number so far. */
  onCopied?: (copied: number) => void
}

/**
 * Copies the contents of one store to another under the same names. Existing contents are complete and therefore
 * skipped, so an interrupted run can be repeated. Nothing is removed.
 * @throws AppError `unavailable` if a store cannot be used or returns other content than was written
 */
export async function copyContents({ from, to, onCopied }: Copying): Promise<{ copied: number; known: number }> {
  const [source, target] = [await openStore(from), await openStore(to)]
  let [copied, known] = [0, 0]
  try {
    for await (const names of source.keptBefore(END_OF_TIME))
      for (const name of names) {
        const bytes = await source.sizeOf(name)
        // Deleted meanwhile.
        if (bytes === undefined) continue
        if ((await target.sizeOf(name)) === bytes) known++
        else {
          await copy(name, source, target)
          copied++
          onCopied?.(copied)
        }
      }
  } finally {
    await source.close()
    await target.close()
  }
  return { copied, known }
}

const END_OF_TIME = '9999-12-31T23:59:59.999Z'

async function copy(name: string, source: ContentStore, target: ContentStore): Promise<void> {
  const [given, kept] = [createHash('sha256'), createHash('sha256')]
  async function* read() {
    for await (const chunk of await source.read(name)) {
      given.update(chunk)
      yield chunk
    }
  }
  await target.write(read(), name)
  for await (const chunk of await target.read(name)) kept.update(chunk)
  if (given.digest('hex') === kept.digest('hex')) return
  await target.remove(name)
  throw new AppError(
    'unavailable',
    `The copy of the file ${name} differs from the original and was discarded. Check both stores, and run the command again`,
  )
}
