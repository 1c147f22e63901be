import type pg from 'pg'
import { socketOf } from './socket.postgres.ts'

const EVERY_MS = 1000

/**
 * Gives connections up on which a statement gets no answer for too long, as from a machine that hangs. The driver's own
 * limit sets a timer for each statement, which costs more than short statements have.
 * @returns ends the watch
 */
export function watchSilence(pool: pg.Pool, limit: number): () => void {
  /** When each connection in use was last active. */
  const busy = new Map<pg.PoolClient, number>()
  pool.on('connect', (client) => {
    const query = client.query
    client.query = function asked(this: unknown, ...given: unknown[]) {
      if (busy.has(client)) busy.set(client, performance.now())
      return Reflect.apply(query, client, given)
      // It takes and gives what the driver's own does, in all its forms.
    } as typeof client.query
  })
  pool.on('acquire', (client) => void busy.set(client, performance.now()))
  pool.on('release', (_error, client) => void busy.delete(client))
  pool.on('remove', (client) => void busy.delete(client))

  const timer = setInterval(() => {
    for (const [client, since] of busy)
      if (performance.now() - since > limit) {
        busy.delete(client)
        giveUp(client)
      }
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ending a client waits for the answers to what it has sent; without its socket, they fail. */
function giveUp(client: pg.PoolClient): void {
  socketOf(client)?.destroy()
}
