import type { Channel } from './database.ts'

/** Wakes listeners one time after another, however much is committed meanwhile: the first at once, the others together after it. */
export function gatherWakes(tell: (channel: Channel) => Promise<void>): (channel: Channel) => void {
  const telling = new Set<Channel>()
  const again = new Set<Channel>()

  function wake(channel: Channel): void {
    if (telling.has(channel)) return void again.add(channel)
    telling.add(channel)
    tell(channel)
      // The database is out of reach, which shows elsewhere. Whoever listens looks by itself.
      .catch(() => undefined)
      .then(() => {
        telling.delete(channel)
        if (again.delete(channel)) wake(channel)
      })
  }
  return wake
}
