import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Dialect, RawSql } from './dialect.ts'

/** A statement that drizzle has compiled, on one connection. */
export interface PreparedStatement<T> {
  execute(values?: Record<string, unknown>): Promise<T>
}

/** What the builders make. */
export interface Preparable<T> {
  prepare(name: string): PreparedStatement<T>
}

/** What can also be had as text. */
export interface Compilable<T> extends Preparable<T> {
  toSQL(): { sql: string; params: unknown[] }
}

/** A select of plain columns. */
export interface Selection {
  columns: Record<string, PgColumn>
  statement: Compilable<unknown[]>
}

/** What a driver offers beneath the builders; one for each connection, and as long-lived. */
export interface Connection extends RawSql {
  readonly dialect: Dialect
  readonly builders: PgDatabase<PgQueryResultHKT>
  /** What the engine knows a statement by: PostgreSQL cuts names off after 63 characters. */
  statementName(name: string): string
  /** Statements by name: each is compiled once for a connection. */
  readonly statements: Map<string, PreparedStatement<unknown>>
  /**
   * What was found in the database before, by all connections of this process. A statement may expect it to be so still, where it fails
   * otherwise: see `UNEXPECTED`.
   */
  readonly seen: Set<string>
  /** The row of a counter that it adds to, since transactions wait for each other at one row. */
  readonly counterShard: number
  /** Until when everything is committed that ever will be: what is stamped later may still be preceded. */
  settled(): Promise<string> | string
  execute<T>(statement: PreparedStatement<T>, values: Record<string, unknown>): Promise<T> | T
  /** The rows of a select of plain columns; where the builders' own mapping of rows is slow, without it. */
  select(name: string, build: () => Selection, values: Record<string, unknown>): Promise<unknown[]> | unknown[]
  /** Runs what answers no rows. @returns how many it has changed */
  change(name: string, build: () => Compilable<unknown>, values: Record<string, unknown>): Promise<number> | number
  /**
   * As `change`, within a transaction, without waiting where that costs a round trip: a failure shows at the next statement, or at the
   * latest at the commit.
   * @param unchanged what the transaction fails with where it changes nothing
   */
  send(name: string, build: () => Compilable<unknown>, values: Record<string, unknown>, unchanged?: () => Error): void
  /** Waits for what was sent. @throws the first failure */
  settle(): Promise<void> | void
  /** Runs statements that do not wait for each other on one connection, so that they share a round trip. */
  together<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}
