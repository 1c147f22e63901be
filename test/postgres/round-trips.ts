import { AsyncLocalStorage } from 'node:async_hooks'
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

/** Counts the round trips to PostgreSQL of `work`, and of nothing else in this process. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { trips: 0, statements: [] }
  /** The statements under way. */
  const under = new Map<EventEmitter, number>()
  const ofWork = new AsyncLocalStorage<true>()
  const sender = pg.Query.prototype as unknown as Sender
  const { submit } = sender
  sender.submit = function counted(connection) {
    if (!ofWork.getStore()) return submit.call(this, connection)
    const before = under.get(connection)
    if (before === undefined)
      // Before the driver sends the next one.
      connection.prependListener('readyForQuery', () =>
        under.set(connection, Math.max(0, (under.get(connection) ?? 0) - 1)),
      )
    if (!before) asked.trips++
    under.set(connection, (before ?? 0) + 1)
    asked.statements.push(this.text)
    return submit.call(this, connection)
  }
  try {
    await ofWork.run(true, work)
  } finally {
    sender.submit = submit
  }
  return asked
}
