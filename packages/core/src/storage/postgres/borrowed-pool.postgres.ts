import type pg from 'pg'
import { isBroken } from './faults.postgres.ts'

const ignore = () => undefined

/**
 * Uses a pool of another owner. Nothing is left on its connections: reads are transactions, too, whose settings end with them.
 * @param settings the statements that make them
 * @returns the pool as far as it is used here, and what waits for the use to end
 */
export function borrowPool(owned: pg.Pool, settings: readonly string[]) {
  const begin = ['begin', ...settings].join('; ')
  const inUse = new Set<Promise<void>>()
  let hasEnded = false

  async function connect(): Promise<pg.PoolClient> {
    if (hasEnded) throw new Error('Cannot use a pool after calling end on the pool')
    const use = Promise.withResolvers<void>()
    inUse.add(use.promise)
    const finish = () => {
      inUse.delete(use.promise)
      use.resolve()
    }
    try {
      const client = await owned.connect()
      // Without a listener, a connection that breaks between two statements would end the process.
      client.on('error', ignore)
      const release = client.release
      client.release = (destroy) => {
        client.off('error', ignore)
        release(destroy)
        finish()
      }
      return client
    } catch (error) {
      finish()
      throw error
    }
  }

  /** As `query` of the pool, in a transaction. */
  async function query(...given: Parameters<pg.PoolClient['query']>) {
    const client = await connect()
    try {
      await client.query(begin)
      const result = await client.query(...given)
      // It is sent before the next statement of this connection, for which nobody needs to wait here.
      client.query('commit').catch(ignore)
      client.release()
      return result
    } catch (error) {
      client.release(isBroken(error) || (await cannotRollBack(client)))
      throw error
    }
  }

  const end = async () => {
    hasEnded = true
    await Promise.all(inUse)
  }
  // Only these members are used, and drizzle would take a plain object for settings.
  return { pool: new Borrowed(connect, query) as unknown as pg.Pool, end }
}

class Borrowed {
  readonly connect: () => Promise<pg.PoolClient>
  readonly query: unknown

  constructor(connect: Borrowed['connect'], query: unknown) {
    this.connect = connect
    this.query = query
  }
}

/** A connection that cannot roll back is not given back to its pool. */
async function cannotRollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => false,
    () => true,
  )
}
