import type { Duplex } from 'node:stream'
import type pg from 'pg'

/**
 * The socket of a client, which its type leaves out. With TLS it is another one after the start; a native client, as pools of other
 * owners may have, has none of its own.
 */
export function socketOf(client: pg.PoolClient): Duplex | undefined {
  return (client as { connection?: { stream: Duplex } }).connection?.stream
}
