import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import type { Connection } from '../connection.ts'
import { type Database, type Presence, readerOn, type Tx, type WriteOptions } from '../database.ts'
import { gatherHints } from '../hints.ts'
import { createSubscribers } from '../subscribers.ts'
import { gatherWakes } from '../wakes.ts'
import { borrowPool } from './borrowed-pool.postgres.ts'
import { createClock, numberOf } from './clock.postgres.ts'
import { isCommitted, runsOfServer, type UncertainCommit } from './commits.postgres.ts'
import { connectPostgres, statementNames, unnamed } from './connection.postgres.ts'
import { dialectIn, postgresDialect } from './dialect.postgres.ts'
import { isBroken, isLost, isRetryable } from './faults.postgres.ts'
import { createJoiner } from './joined.postgres.ts'
import { listenOnPostgres, notifyOnPostgres } from './listen.postgres.ts'
import { channelIn, connectionThrough, connectionTo, type Place, settingsIn } from './place.postgres.ts'
import { holdPresence } from './presence.postgres.ts'
import { Sender } from './sender.postgres.ts'
import { watchSilence } from './silence.postgres.ts'

const MAX_ATTEMPTS = 8
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 100

/** A server that does not answer at all is given up a little later than it would give up itself. */
const SILENCE_MS = 17_000

const SERVER_LIMITS = {
  // One statement may wait for a lock, but not for ever.
  statement_timeout: 15_000,
  lock_timeout: 5000,
  // A process that was paused in the midst of a transaction must not hold its locks.
  idle_in_transaction_session_timeout: 30_000,
}
const CONNECTING = { connectionTimeoutMillis: 5000, keepAlive: true }

/**
 * Every statement has an index that fits. Where the statistics are young, made while a table was empty or never, the planner
 * takes a table of hundreds of thousands of rows for a small one and reads all of it, at each claim; and a plan that it takes for
 * dear would be compiled first.
 */
const PLANNING = { enable_seqscan: 'off', jit: 'off' }

/**
 * Rows that a counter is split in. The connections of a pool take turns at them, so that their transactions do not wait for each other's
 * commit; those of several processes may meet.
 */
const COUNTER_SHARDS = 16

/** A connection of the pool, as transactions use it. */
interface Line {
  sender: Sender
  connection: Connection
  /** The same connection, which keeps no statement: each is planned when it is sent. */
  planning: Connection
}

/**
 * @param now a clock to use instead of the database's
 */
// Long because all of it shares the pool.
export function openPostgres(place: Place, size = 10, now?: () => Date): { database: Database; pool: pg.Pool } {
  const isShared = place.pool !== undefined || place.pooler !== undefined
  const settings = isShared ? settingsIn(place, { ...PLANNING, ...SERVER_LIMITS }) : []
  const { pool, end } = openPool(place, size, settings)
  const clock = createClock(now, settings)
  const dialect = place.isBeside ? dialectIn(place.schema) : postgresDialect
  const nameOf = statementNames(place)
  const join = createJoiner(nameOf)
  const seen = new Set<string>()
  const options = { nameOf, settled: clock.settled, dialect, seen, counterShard: 0 }
  // On connections that others use as well, each read is a transaction of its own.
  const reading = readerOn(connectPostgres(pool, isShared ? options : { ...options, together }))
  const wake = gatherWakes((channel) => notifyOnPostgres(pool, channelIn(place, channel), new Set()))
  const hints = gatherHints((channel, about) => notifyOnPostgres(pool, channelIn(place, channel), about))
  const lines = new WeakMap<pg.PoolClient, Line>()
  let lastShard = Math.floor(Math.random() * COUNTER_SHARDS)
  const runs = runsOfServer()
  const { subscribe, publish } = createSubscribers()
  let presence: Presence | undefined

  function present(): Presence {
    presence ??= holdPresence(place)
    return presence
  }

  function lineOf(client: pg.PoolClient): Line {
    const known = lines.get(client)
    if (known) return known
    const sender = new Sender(client, join)
    lastShard = (lastShard + 1) % COUNTER_SHARDS
    const own = { ...options, counterShard: lastShard }
    const planning = connectPostgres(sender, { ...own, nameOf: unnamed })
    const line = { sender, connection: connectPostgres(sender, own), planning }
    lines.set(client, line)
    return line
  }

  async function together<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      const value = await work(lineOf(client).connection)
      client.release()
      return value
    } catch (error) {
      client.release(isBroken(error))
      throw error
    }
  }

  async function transaction<T>(
    { sender, connection }: Pick<Line, 'sender' | 'connection'>,
    begun: unknown,
    work: (tx: Tx) => Promise<T>,
  ) {
    const afterCommit: (() => void)[] = []
    const running = work({
      ...readerOn(connection),
      db: connection.builders,
      ...(await clock.timesOf((statement) => sender.query(statement), begun)),
      afterCommit: (next) => afterCommit.push(next),
      notify: (channel) => sender.send({ text: `notify ${channelIn(place, channel)}` }),
      wake: (channel) => afterCommit.push(() => wake(channel)),
      hint: (channel, about) => afterCommit.push(() => hints.add(channel, about)),
      publish: (event) => afterCommit.push(() => publish(event)),
    })
    try {
      return { value: await running, afterCommit }
    } catch (error) {
      // What failed before is the failure.
      await sender.settle()
      throw error
    }
  }

  async function lock(connection: Connection, id: string | undefined): Promise<void> {
    if (id !== undefined) await dialect.lockRecord(connection, id)
  }

  async function attempt<T>(options: WriteOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const line = lineOf(client)
    const { sender } = line
    const connection = options.planned ? line.planning : line.connection
    let committing: { doubt: UncertainCommit; done(): T; isSent: boolean; isReleased: boolean } | undefined
    try {
      const run = await runs.of(client)
      const [begun] = await Promise.all([sender.query(clock.begin(options)), lock(connection, options.locked)])
      const { value, afterCommit } = await transaction({ sender, connection }, begun, work)
      const done = () => {
        for (const next of afterCommit) next()
        return value
      }
      committing = { doubt: { number: numberOf(begun), run }, done, isSent: false, isReleased: false }
      const { answered } = sender.commit()
      committing.isSent = true
      // Whoever waits for a connection begins behind the commit, in the same round trip.
      committing.isReleased = pool.waitingCount > 0
      if (committing.isReleased) client.release()
      await answered
      if (!committing.isReleased) client.release()
      return done()
    } catch (error) {
      if (!committing?.isReleased)
        client.release(isBroken(error) || (!committing?.isSent && (await sender.cannotRollBack())))
      if (!committing || !isLost(error)) throw error
      // The server knows whether it was committed. If it was not, it is run again.
      if (await isCommitted(pool, committing.doubt, error)) return committing.done()
      throw error
    }
  }

  const database: Database = {
    engine: 'postgres',
    isShared: true,
    async read(work) {
      return retry(() => work(reading), isLost)
    },
    async write(work, options = {}) {
      return retry(
        () => attempt(options, work),
        (error) => isLost(error) || isRetryable(error),
      )
    },
    presentAs: () => present().heldId,
    whenPresent: () => present().begun,
    connections: () => ({
      size: place.pool?.options.max ?? size,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    // Its files are the server's own matter.
    requireInPlace: () => undefined,
    listen: (channel, wake) => listenOnPostgres(place, channelIn(place, channel), wake),
    subscribe,
    async close() {
      presence?.end()
      hints.close()
      await end()
    },
  }
  return { database, pool }
}

/** @param settings of transactions, on connections that others use as well */
function openPool(place: Place, size: number, settings: readonly string[]) {
  if (place.pool) return borrowPool(place.pool, settings)
  if (place.pooler === undefined) {
    const planning = Object.entries(PLANNING).map(([name, value]) => `-c ${name}=${value}`)
    return ownPool({ ...connectionTo(place, planning.join(' ')), ...SERVER_LIMITS, pipeline: true }, size)
  }
  // One statement at a time: poolers may give a connection to others at the first commit among several statements.
  const own = ownPool(connectionThrough(place.pooler, place), size)
  const borrowed = borrowPool(own.pool, settings)
  const end = async () => {
    await borrowed.end()
    await own.end()
  }
  return { pool: borrowed.pool, end }
}

function ownPool(config: pg.ClientConfig, size: number) {
  const pool = new pg.Pool({ ...config, max: size, ...CONNECTING })
  // A connection that breaks while nobody waits for an answer is replaced at the next use: without a listener on the pool,
  // for those that are idle, and on each, for those between two statements, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const stopWatching = watchSilence(pool, SILENCE_MS)
  const end = async () => {
    stopWatching()
    await pool.end()
  }
  return { pool, end }
}

/** Tries again, after ever longer pauses, while the failure is one that passes by itself. */
async function retry<T>(work: () => Promise<T>, mayPass: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      // What was found out to be so is no failure that passes, whatever its cause.
      if (tries >= MAX_ATTEMPTS || error instanceof AppError || !mayPass(error)) throw postgresDialect.translate(error)
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
      await sleep(pause * (0.5 + Math.random()))
    }
  }
}
