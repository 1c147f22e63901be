import type { Placeholder, SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tables } from './tables/tables.ts'

/**
 * Hand-written SQL, in the words and with the placeholders of one engine, prepared under its text.
 * For `*.sqlite.ts` and `*.postgres.ts` alone: everything else is written once, with the builders.
 */
export interface RawSql {
  rows<T>(sql: string, values: readonly unknown[]): Promise<T[]> | T[]
  /** As `rows`, of a statement that changes rows and answers none. @returns the number of rows changed */
  run(sql: string, values: readonly unknown[]): Promise<number> | number
  /** As `rows`, within a transaction, without waiting: see `Connection.send`. The outcome is told before that of the commit. */
  post<T>(sql: string, values: readonly unknown[], outcome?: PostOutcome<T>): void
}

interface PostOutcome<T> {
  answered(rows: T[]): void
  failed(): void
}

export type RowLock = 'share' | 'change'

/** The select of the builders, as far as locks go. */
interface Lockable {
  for(strength: 'share' | 'no key update'): unknown
}

/** What differs between the engines for everybody. What differs for one feature lies beside it. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  readonly tables: Tables
  /** What a driver's error means to the domain: `UniqueViolation`, `unavailable`, or the error itself. */
  translate(error: unknown): unknown
  /** Orders by a column without walking its index, where a selective filter has a better one. */
  unindexed(column: PgColumn): SQL
  /** As `unindexed`, every column of a table in conditions. PostgreSQL knows by its statistics which index finds the fewest. */
  unindexedTable<T extends PgTable>(table: T): T
  /** A table of which SQLite takes the rows by this index, and refuses where it cannot. */
  indexedBy(table: PgTable, index: string): PgTable | SQL
  /** Whether a folded column contains the text bound to `placeholder`, which `containsValue` prepares. */
  contains(column: PgColumn, placeholder: Placeholder): SQL
  containsValue(folded: string): string
  /** The time so many days before the one bound to `placeholder`. */
  daysBefore(placeholder: Placeholder, days: SQL): SQL
  /** The seconds from one time to another. */
  secondsBetween(from: SQL, until: SQL): SQL
  /**
   * Makes other writers of a record wait until the transaction ends: reading a record and writing it back is then one
   * step. Several are locked in an order that is the same for all. SQLite has one writer anyway.
   */
  lockRecord(connection: RawSql, ...ids: string[]): Promise<void> | void
  /** Locks those of some records that no other transaction has locked, and waits for none. @returns the ids of those locked */
  tryLockRecords(connection: RawSql, ids: readonly string[]): Promise<ReadonlySet<string>> | ReadonlySet<string>
  /** Of processes that were present, by the ids that they left, those that have ended. Of SQLite there is one, which starts afresh. */
  ended(connection: RawSql, ids: readonly string[]): Promise<ReadonlySet<string>> | ReadonlySet<string>
  /**
   * Makes a select lock the rows that it reads until the transaction ends, so that what was read can be written onward:
   * `share` keeps them from changing, `change` keeps them for this transaction to change.
   */
  locking<Q extends Lockable>(select: Q, lock: RowLock): Q
}
