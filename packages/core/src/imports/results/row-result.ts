import type { Tables } from '../../storage/tables/tables.ts'

/** The columns of a row that a check writes. */
export type RowResult = Omit<Tables['import_rows']['$inferSelect'], 'workspace_id' | 'import_id' | 'cells'>
