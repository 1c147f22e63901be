import type { postgresColumns } from './postgres/columns.postgres.ts'

/** The vocabulary that `defineTables` is written in. */
export type Columns = typeof postgresColumns
