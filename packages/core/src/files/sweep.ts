import type { Context } from '../context.ts'
import { DAY_MS, later } from '../times.ts'
import { heldNames } from './store.ts'

/** Maximum number of names per lookup. */
const BATCH = 500

/** Deletes contents without a record: those of deleted records and of interrupted uploads. */
export async function sweepContents({ store, contents }: Context, now: string): Promise<void> {
  const dayAgo = later(now, -DAY_MS)
  await contents.giveUpBefore(dayAgo)
  for await (const names of contents.keptBefore(dayAgo))
    for (let from = 0; from < names.length; from += BATCH) {
      const some = names.slice(from, from + BATCH)
      const held = await store.read((reader) => heldNames(reader, some))
      for (const name of some) if (!held.has(name)) await contents.remove(name)
    }
}
