import type { KeptTable } from './resource.ts'
import { RESOURCES } from './resources.ts'
import type { Tables } from './storage/tables/tables.ts'

type Name = keyof Tables

/** Tables of no resource, and why. Rows of a workspace are erased with it, whoever keeps them. */
export const SERVICE_TABLES = {
  counters: 'how many records there are, beside the records',
  idempotency_keys: 'answers that are kept for a day, sealed',
  canaries: 'what tells whether the key is the one of the database',
  leases: 'who does periodic work at the moment',
  rate_windows: 'how often somebody came in the last minutes',
  sequences: 'the numbers that events were given',
  slots: 'what is under way in all processes',
  tombstones: 'ids of what was deleted, for those who keep a copy',
  workers: 'which processes are at work',
} as const satisfies Partial<Record<Name, string>>

/** The tables that resources declare, by name. */
// The types of Object.entries() do not say which keys there are.
export const KEPT_TABLES = RESOURCES.flatMap(({ tables = {} }) => Object.entries(tables)) as readonly (readonly [
  Name,
  KeptTable,
])[]

/** A table with the column by which its rows belong to somebody. */
export interface OwnedTable extends KeptTable {
  readonly name: Name
  readonly column: string
}

/** The tables whose rows are those of contacts, or of enrollments. */
export function tablesOf(owner: 'contact' | 'enrollment'): OwnedTable[] {
  return KEPT_TABLES.filter(([, { of }]) => of === owner).map(([name, table]) => ({
    column: `${owner}_id`,
    ...table,
    name,
  }))
}
