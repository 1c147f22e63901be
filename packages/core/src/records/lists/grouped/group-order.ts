import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '../../../storage/database.ts'
import type { Sort } from '../query.ts'

/** Rows that follow each other in an order, such as the contacts of an organisation. */
export interface Group {
  /** The value that groups are sorted by; groups with equal ones are sorted by their ids. */
  key: string
  /** The value of the rows' column. */
  id: string
  /** Its number of rows; infinite if it is not known, and 0 for one that is passed over. */
  size: number
}

export type GroupPlace = Pick<Group, 'key' | 'id'>

export interface GroupQuery {
  workspace_id: string
  order: Sort['order']
  /** Only the groups after this one. */
  after: GroupPlace | undefined
  limit: number
  /** The value of the order's filter, if it is given: the only group. */
  only: unknown
}

/**
 * An order by a property of a related record: a name, for example, which would otherwise have to be copied into every
 * row. Groups come in their order, up or down, and the rows of each from the newest; rows without a group come last.
 */
export interface GroupOrder<T> {
  /** The column with the id of the group. */
  column(table: T): PgColumn
  /** Begins with the workspace and the column, and continues in the order of the list. */
  readonly index: string
  /** The rows without a group, by an index of them in the order of the list. */
  readonly ungrouped?: { readonly index: string; only(table: T): SQL }
  /** The filter that names one group. */
  readonly filter?: string
  /** Filters that only rows with a group match, and those that only rows without one match. */
  readonly matching?: { readonly grouped: readonly string[]; readonly ungrouped: readonly string[] }
  /** The next groups that have rows. */
  groupsAfter(reader: Reader, query: GroupQuery): Promise<readonly Group[]>
  /** The groups with these ids. */
  groupsOf(
    reader: Reader,
    workspace_id: string,
    ids: readonly string[],
    order: Sort['order'],
  ): Promise<readonly GroupPlace[]>
}

/** An order that depends on the values of the filters, such as the enrollments of one guide. */
export type ContextualOrder<T> = (filters: Record<string, unknown>) => GroupOrder<T>

/** The position of a row. */
export interface Place {
  /** Undefined for rows without a group. */
  group: GroupPlace | undefined
  created_at: string
  id: string
}

/** Compares by code points, as the databases do. */
function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

export function compareGroups(a: GroupPlace, b: GroupPlace, order: Sort['order']): number {
  const upwards = compareText(a.key, b.key) || compareText(a.id, b.id)
  return order === 'asc' ? upwards : -upwards
}

export function comparePlaces(a: Place, b: Place, order: Sort['order']): number {
  if (a.group !== b.group) {
    if (!a.group || !b.group) return a.group ? -1 : 1
    const between = compareGroups(a.group, b.group, order)
    if (between !== 0) return between
  }
  return compareText(b.created_at, a.created_at) || compareText(b.id, a.id)
}
