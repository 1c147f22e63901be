import type { KeptTable } from '../../resource.ts'
import { KEPT_TABLES, type OwnedTable, tablesOf } from '../../tables.ts'
import type { Table } from './walk-table.ts'

/** Whether an archive contains the rows of a table. */
function isArchived({ unarchived }: KeptTable, archive: 'workspace' | 'contact'): boolean {
  return unarchived === undefined || (unarchived.from !== 'all' && unarchived.from !== archive)
}

/** The tables in the archive of a workspace: all except credentials, logs and transient data. */
export const WORKSPACE_TABLES: readonly Table[] = KEPT_TABLES.filter(([, table]) => isArchived(table, 'workspace')).map(
  ([name, { key, omit = [] }]) => ({ name, without: ['workspace_id', ...omit], ...(key && { key }) }),
)

/** A table whose rows of one contact or enrollment are in an archive. */
export type OwnTable = Table & Pick<OwnedTable, 'column'>

/** The tables of the archive of a contact. */
export const CONTACT_TABLES = ownTables('contact')

/** The tables of enrollments, which are nested in each enrollment. */
export const ENROLLMENT_TABLES = ownTables('enrollment')

function ownTables(owner: 'contact' | 'enrollment'): OwnTable[] {
  return tablesOf(owner)
    .filter((table) => isArchived(table, 'contact'))
    .map(({ name, column, key, omit = [] }) => {
      const outer = owner === 'enrollment' ? [column] : []
      return { name, column, without: ['workspace_id', ...outer, ...omit], ...(key && { key }) }
    })
}
