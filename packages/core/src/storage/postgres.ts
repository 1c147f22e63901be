import pg from 'pg'
import { connectPostgres, statementNames } from './connection.postgres.ts'
import type { Connection } from './connection.ts'
import { type Database, readerOn, type Tx } from './database.ts'
import { isRetryable, postgresDialect } from './dialect.postgres.ts'
import { listenOnPostgres } from './listen.postgres.ts'

const MAX_ATTEMPTS = 4
const CHANNEL_PREFIX = 'handrail_'

/** @param url `postgres://user:password@host:port/database` */
export function openPostgres(url: string, size = 10): { database: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    // One statement may wait for a lock, but not for ever; the sweep of a large table stays well below.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    application_name: 'handrail',
  })
  // An idle connection that the server ends is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  const nameOf = statementNames()
  const reading = readerOn(connectPostgres(pool, nameOf))
  const connections = new WeakMap<pg.PoolClient, Connection>()

  async function transaction<T>(client: pg.PoolClient, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    let connection = connections.get(client)
    if (!connection) {
      connection = connectPostgres(client, nameOf)
      connections.set(client, connection)
    }
    const afterCommit: (() => void)[] = []
    await client.query(begin)
    const value = await work({
      ...readerOn(connection),
      db: connection.builders,
      afterCommit: (next) => afterCommit.push(next),
      async notify(channel) {
        await client.query(`notify ${CHANNEL_PREFIX}${channel.name}`)
      },
    })
    await client.query('commit')
    for (const next of afterCommit) next()
    return value
  }

  async function attempt<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      const value = await transaction(client, begin, work)
      client.release()
      return value
    } catch (error) {
      // A connection that cannot roll back is not given back to the pool.
      const broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      client.release(broken)
      throw error
    }
  }

  const database: Database = {
    engine: 'postgres',
    async read(work) {
      try {
        return await work(reading)
      } catch (error) {
        throw postgresDialect.translate(error)
      }
    },
    async write(work, { lasting = true } = {}) {
      const begin = lasting ? 'begin' : 'begin; set local synchronous_commit = off'
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(begin, work)
        } catch (error) {
          if (tries < MAX_ATTEMPTS && isRetryable(error)) continue
          throw postgresDialect.translate(error)
        }
      }
    },
    listen: (channel, wake) => listenOnPostgres(url, `${CHANNEL_PREFIX}${channel.name}`, wake),
    close: () => pool.end(),
  }
  return { database, pool }
}
