import type { EventEmitter } from 'node:events'
import pg from 'pg'

/** What a piece of work asked of PostgreSQL. */
export interface Asked {
  /** How often a connection had to wait for an answer: what is sent while another statement is under way shares its trip. */
  trips: number
  /** The statements in the order in which they were sent. */
  statements: string[]
}

/** The part of the driver that sends a statement on a connection. */
interface Sender {
  submit(this: { text: string }, connection: EventEmitter): unknown
}

/** What connections beside the pool say, to listen and to show that the process runs. */
const BESIDE_THE_POOL = /^(listen |select 1$|select pg_advisory_lock)/

/** Counts the round trips of this process to PostgreSQL while `work` runs. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { trips: 0, statements: [] }
  /** The statements under way. */
  const under = new Map<EventEmitter, number>()
  const sender = pg.Query.prototype as unknown as Sender
  const { submit } = sender
  sender.submit = function counted(connection) {
    if (BESIDE_THE_POOL.test(this.text)) return submit.call(this, connection)
    const before = under.get(connection)
    if (before === undefined)
      // Before the driver sends the next one.
      connection.prependListener('readyForQuery', () => under.set(connection, (under.get(connection) ?? 1) - 1))
    if (!before) asked.trips++
    under.set(connection, (before ?? 0) + 1)
    asked.statements.push(this.text)
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    sender.submit = submit
  }
  return asked
}
