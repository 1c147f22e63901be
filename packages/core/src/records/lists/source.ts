import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Deletable } from '../../contract/contracts.ts'
import type { Reader } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { CountedList } from '../counters.ts'
import type { ContextualOrder, GroupOrder } from './grouped/group-order.ts'
import type { LookLimit } from './plan.ts'

export type ListTable = PgTable & { workspace_id: PgColumn; id: PgColumn; created_at: PgColumn; updated_at: PgColumn }
export type Filter<T> = (table: T, dialect: Dialect) => SQL

/** A list of records, newest first. */
export interface ListSource<T extends ListTable, R extends Record<string, PgColumn>> {
  readonly name: string
  table(tables: Tables): T
  /** The columns that a row of the list has, and no others. */
  columns(table: T): R
  /** The name of its deletions, if they are listed. */
  readonly deletions?: Deletable
  /** Restricts the list permanently. */
  readonly only?: Filter<T>
  /** The condition of each filter, with a placeholder of the filter's name. */
  readonly filters: Record<string, Filter<T>>
  /** The values for the conditions of the engine, if they differ from the input. */
  values?(filters: Record<string, unknown>, dialect: Dialect): Record<string, unknown>
  /** Adds the values for an index that depends on the workspace. */
  indexed?(reader: Reader, workspace_id: string, filters: Record<string, unknown>): Promise<Record<string, unknown>>
  /** The columns that clients can sort by, beside the time of creation. Each has an index: workspace, column, id. */
  readonly orders?: Readonly<Record<string, (table: T) => PgColumn>>
  /** The orders by a property of a related record. */
  readonly groups?: Readonly<Record<string, GroupOrder<T> | ContextualOrder<T>>>
  /** Maximum count. Clients continue by cursor. */
  readonly countsTo?: number
  /** Whether numbered pages continue after the counted rows: for lists that programs copy. */
  readonly goesOn?: boolean
  /** For a list that grows without bound: the number of rows examined without a matching index. */
  readonly looks?: LookLimit<T>
  /** The name under which deletions are counted: then the positions of records are kept, and pages in the middle are found by them. */
  readonly counted?: CountedList
  /** A maintained count, if there is one for these filters; otherwise the rows are counted by their index. */
  total?(reader: Reader, workspace_id: string, filters: Record<string, unknown>): Promise<number> | undefined
}
