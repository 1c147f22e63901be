import type { Context } from '../context.ts'
import { DAY_MS, later } from '../times.ts'
import { heldNames } from './store.ts'

/** So many names are looked up at once. */
const BATCH = 500

/** Removes contents that no record holds and nobody is about to: those of deleted records, and what a crash left behind. */
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
