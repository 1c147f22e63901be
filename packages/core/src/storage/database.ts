import type { GetColumnData } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Compilable, Connection, Preparable, PreparedStatement, Selection } from './connection.ts'
import type { Tables } from './tables/tables.ts'

type Builders = Connection['builders']

/** A handle that can only read. It has no way to write: that is a compile error, and on SQLite a read-only connection. */
export interface Reader {
  readonly connection: Connection
  readonly tables: Tables
  readonly db: Pick<Builders, 'select'>
}

export function readerOn(connection: Connection): Reader {
  return { connection, tables: connection.dialect.tables, db: connection.builders }
}

/** An event as it is stored. */
export type StoredEvent = Pick<
  Tables['events']['$inferSelect'],
  'workspace_id' | 'id' | 'type' | 'occurred_at' | 'data'
>

/** A handle within a transaction. It cannot open another one. */
export interface Tx extends Reader {
  readonly db: Pick<Builders, 'select' | 'insert' | 'update' | 'delete'>
  /** When it began, by the clock that all processes share: the database's on PostgreSQL. For leases and what is due. */
  readonly time: string
  /** What its records are stamped with: as `time`, but never before what is committed already, whatever the clock does. */
  readonly stamp: string
  /** Runs `work` once the transaction is committed, and never if it is rolled back. */
  afterCommit(work: () => void): void
  /** Wakes whoever listens to a channel, in every process, once the transaction is committed. */
  notify(channel: Channel): Promise<void> | void
  /**
   * As `notify`, for listeners that also look by themselves in short intervals. It costs the commit nothing: on PostgreSQL, transactions
   * that notify commit one at a time.
   */
  wake(channel: Channel): void
  /** As `notify`, gathered with what others tell meanwhile: it costs the commit nothing. @param about what has changed */
  hint(channel: Channel, about: string): void
  /** Gives an event to the subscribers of this process, once the transaction is committed. */
  publish(event: StoredEvent): void
}

/** Something that processes tell each other. Whoever tells it keeps it in one constant, shared with whoever listens. */
export interface Channel {
  /** Lower-case letters, as part of an identifier. */
  readonly name: string
}

/** A unique index refused a row: the last column of the index, as `contacts.email`, whatever the engine's own words. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly column: string

  constructor(column: string, cause: unknown) {
    super(`There is already a row with this ${column}`, { cause })
    this.column = column
  }
}

/** What was read in a transaction changed before it could be written back: it is undone and run again. */
export class StaleRead extends Error {
  override readonly name = 'StaleRead'
}

export interface WriteOptions {
  lasting?: boolean
  /**
   * Plans each statement by how large the tables are at this moment, where the engine would keep a plan: one that was made when
   * they were empty, and whatever statistics say since, would read all of them. It takes a little at each, so it is for workers.
   */
  planned?: 'anew'
  /** A record that is locked before the work begins, as by `Dialect.lockRecord`: in the round trip that begins the transaction. */
  locked?: string | undefined
}

/** By what other processes know that this one has not ended. */
export interface Presence {
  /** What is left with whatever this process has under way; null while others could not tell. */
  readonly heldId: string | null
  /** Resolves once it is held for the first time. */
  readonly begun: Promise<void>
  end(): void
}

/** The only two ways to the data. Never await the network inside `write`: on SQLite it stops all writers. */
export interface Store {
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction. When the promise resolves, the change survives a power cut, unless it is `lasting: false`
   * (then it survives the end of the process): that is for what is merely done again when it was lost. `work` may run more
   * than once: what it did in vain is undone.
   * @throws UniqueViolation when a unique index refused a row
   * @throws AppError `unavailable` when the database is locked, full or out of reach
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** What this process leaves with what it has under way: from the first call on it is present, see `Dialect.ended`. */
  presentAs(): Presence['heldId']
  /** Of work in steps: whether it is to end after the current one, because its worker stops. */
  isInterrupted?(): boolean
}

/** An open database. */
/** How the connections to a database are used at this moment. */
export interface ConnectionFigures {
  /** Connections at most. */
  size: number
  used: number
  /** Transactions that wait for one. */
  waiting: number
}

export interface Database extends Store {
  readonly engine: 'sqlite' | 'postgres'
  /** Whether several processes may serve it at the same time; one process serves an SQLite file. */
  readonly isShared: boolean
  /**
   * Calls back after each commit that notified a channel. A hint: a notification can be lost.
   * @param wake is given what was hinted at; nothing where that is not known
   * @returns stops listening
   */
  listen(channel: Channel, wake: (about?: ReadonlySet<string>) => void): () => void
  /** Calls back with each event that this process has committed, in that order. @returns ends it */
  subscribe(subscriber: (event: StoredEvent) => void): () => void
  /** Whether what is written is kept, as far as this process can tell by looking. @throws DatabaseMoved */
  requireInPlace(): void
  /** How its connections are used: of SQLite, the one that writes. */
  connections(): ConnectionFigures
  /** Resolves once others can tell whether this process has ended; on SQLite there are none. */
  whenPresent(): Promise<void>
  /** Finishes the writes that wait, then closes. */
  close(): Promise<void>
}

/** A row of selected columns. */
export type Row<R extends Record<string, PgColumn>> = { [K in keyof R]: GetColumnData<R[K]> }

/**
 * Runs a statement that is built and compiled once per connection: building per request costs two to four times as much.
 * @param name unique in the program; variants of a query have a name each
 */
export function prepared<H extends Reader, T>(
  handle: H,
  name: string,
  build: (handle: H) => Preparable<T>,
  values: Record<string, unknown> = {},
): Promise<T> | T {
  const { connection } = handle
  let statement = connection.statements.get(name)
  if (!statement) {
    statement = build(handle).prepare(connection.statementName(name))
    connection.statements.set(name, statement)
  }
  // The map holds statements of every type; the name stands for the type.
  return connection.execute(statement as PreparedStatement<T>, values)
}

/**
 * As `prepared`, for the hot selects: of plain columns, of one table or of several that are joined.
 * @param columns what is selected; the statement selects these and no others
 */
export function preparedRows<H extends Reader, R extends Record<string, PgColumn>>(
  handle: H,
  name: string,
  columns: (handle: H) => R,
  build: (handle: H, columns: R) => Selection['statement'],
  values: Record<string, unknown>,
): Promise<Row<R>[]> | Row<R>[] {
  const selection = () => {
    const selected = columns(handle)
    return { columns: selected, statement: build(handle, selected) }
  }
  // The columns that the rows have are those that were selected.
  return handle.connection.select(name, selection, values) as Promise<Row<R>[]> | Row<R>[]
}

/**
 * As `preparedChange`, without waiting where that costs a round trip: a failure shows at the next statement, or at the latest at the
 * commit.
 * @param unchanged what the transaction fails with where it changes no row
 */
export function preparedSend(
  tx: Tx,
  name: string,
  build: (tx: Tx) => Compilable<unknown>,
  values: Record<string, unknown>,
  unchanged?: () => Error,
): void {
  tx.connection.send(name, () => build(tx), values, unchanged)
}

/**
 * Reads by statements that do not wait for each other: on PostgreSQL they share a connection, and so a round trip. Within `work`, only
 * its reader is used.
 */
export function readTogether<H extends Reader, T>(reader: H, work: (reader: Reader) => Promise<T>): Promise<T> {
  return reader.connection.together((connection) =>
    work(connection === reader.connection ? reader : readerOn(connection)),
  )
}

/** As `prepared`, for the hot statements that answer no rows. @returns how many rows it has changed */
export function preparedChange(
  tx: Tx,
  name: string,
  build: (tx: Tx) => Compilable<unknown>,
  values: Record<string, unknown>,
): Promise<number> | number {
  return tx.connection.change(name, () => build(tx), values)
}
