import type { Tables } from '../../storage/tables/tables.ts'

/** What of a row is written once it was looked at. */
export type RowResult = Omit<Tables['import_rows']['$inferSelect'], 'workspace_id' | 'import_id' | 'cells'>
