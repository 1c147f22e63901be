import type { KeptTable } from './resource.ts'
import { RESOURCES } from './resources.ts'
import type { Tables } from './storage/tables/tables.ts'

type Name = keyof Tables

/** Tables without a resource, with the reason. All rows of a workspace are erased with it. */
export const SERVICE_TABLES = {
  counters: 'numbers of records, computed from the records',
  confirmations: 'previews that a caller can confirm, kept for ten minutes',
  elicitations: 'questions to people that a process waits with, kept for ten minutes',
  idempotency_keys: 'encrypted responses, kept for a day',
  canaries: 'verifies the key of the database',
  event_feeds: 'positions of programs that read all events',
  file_readings: 'files being read, and those that are not read again, kept for 30 days',
  leases: 'leases of periodic work',
  rate_windows: 'counts of rate limits for the last minutes',
  sequences: 'the last sequence number of events',
  slots: 'concurrent uploads, imports and exports of all processes',
  tombstones: 'ids of deleted records, for incremental synchronisation',
  workers: 'running processes',
} as const satisfies Partial<Record<Name, string>>

/** The tables that resources declare, by name. */
// The types of Object.entries() do not say which keys there are.
export const KEPT_TABLES = RESOURCES.flatMap(({ tables = {} }) => Object.entries(tables)) as readonly (readonly [
  Name,
  KeptTable,
])[]

/** A table with the column of the owner of its rows. */
export interface OwnedTable extends KeptTable {
  readonly name: Name
  readonly column: string
}

/** The tables with rows of contacts, or of enrollments. */
export function tablesOf(owner: 'contact' | 'enrollment'): OwnedTable[] {
  return KEPT_TABLES.filter(([, { of }]) => of === owner).map(([name, table]) => ({
    column: `${owner}_id`,
    ...table,
    name,
  }))
}
