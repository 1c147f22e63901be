import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { preparedRows, type Reader, type Row } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** The tables whose rows are about a part of the guide of an enrollment. */
type PartTable = 'enrollment_steps' | 'enrollment_sections' | 'submissions' | 'approvals'

/** An enrollment, as the key of rows begins. */
export interface Whose {
  workspace_id: string
  enrollment_id: string
}

/** The rows of an enrollment, by a statement that is prepared once. */
export function rowsOfEnrollment<N extends PartTable, C extends Record<string, PgColumn>>(
  reader: Reader,
  name: N,
  columns: (table: Tables[N]) => C,
  { workspace_id, enrollment_id }: Whose,
): Promise<Row<C>[]> | Row<C>[] {
  return preparedRows(
    reader,
    `${name}.of_enrollment`,
    ({ tables }) => columns(tables[name]),
    ({ db, tables }, selected) => {
      const table: PgTable & Record<keyof Whose, PgColumn> = tables[name]
      return db
        .select(selected)
        .from(table as PgTable)
        .where(
          and(
            eq(table.workspace_id, sql.placeholder('workspace_id')),
            eq(table.enrollment_id, sql.placeholder('enrollment_id')),
          ),
        )
    },
    { workspace_id, enrollment_id },
  )
}
