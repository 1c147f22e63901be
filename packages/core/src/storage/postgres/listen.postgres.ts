import type pg from 'pg'
import type { Place } from './place.postgres.ts'
import { stayConnected } from './stay-connected.postgres.ts'

/** The most of a notification is 8,000 bytes. */
const MAX_TOLD = 150
const EVERYTHING = ''

/**
 * Listens on a connection of its own, and connects again when it breaks.
 * @returns stops listening
 */
export function listenOnPostgres(
  place: Place,
  channel: string,
  wake: (about?: ReadonlySet<string>) => void,
): () => void {
  return stayConnected(place, {
    name: 'handrail listen',
    async begin(client) {
      client.on('notification', ({ payload }) => wake(payload ? new Set(payload.split(' ')) : undefined))
      await client.query(`listen ${channel}`)
      // What was missed while there was no connection is found by whoever polls.
      wake()
    },
  })
}

/**
 * Tells every process what has changed, in one round trip. Apart from the changes, and without the disk: transactions that notify commit one after
 * the other, so a change that did would wait for all others.
 */
export async function notifyOnPostgres(pool: pg.Pool, channel: string, about: ReadonlySet<string>): Promise<void> {
  const payload = about.size > MAX_TOLD ? EVERYTHING : [...about].join(' ')
  const client = await pool.connect()
  try {
    const notify = `select pg_notify(${client.escapeLiteral(channel)}, ${client.escapeLiteral(payload)})`
    await client.query(`begin; set local synchronous_commit = off; ${notify}; commit`)
    client.release()
  } catch (error) {
    // The connection goes, and the transaction with it.
    client.release(true)
    throw error
  }
}
