import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf, findRow, insertRow } from '../../records/rows.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { rowsOfEnrollment, type Whose } from '../rows-of-enrollment.ts'
import { StoredApproval } from './approval.ts'

type ApprovalsTable = Tables['approvals']
export type ApprovalRow = ApprovalsTable['$inferSelect']

const listedColumns = (table: ApprovalsTable) => ({
  ...columnsOf(table, StoredApproval),
  sealed_address: table.sealed_address,
})

/** The approvals of an enrollment, newest first. */
export const approvalList = {
  name: 'approvals',
  table: (tables) => tables.approvals,
  columns: listedColumns,
  filters: {
    enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')),
    step_id: (t) => eq(t.step_id, sql.placeholder('step_id')),
  },
} satisfies ListSource<ApprovalsTable, ReturnType<typeof listedColumns>>

/** An approval of an enrollment. */
export async function findApproval(
  reader: Reader,
  { workspace_id, enrollment_id, id }: Whose & { id: string },
): Promise<ApprovalRow | undefined> {
  const row = await findRow(reader, 'approvals', getTableColumns, { workspace_id, id })
  return row?.enrollment_id === enrollment_id ? row : undefined
}

/** The latest decision at each step of an enrollment, by step. */
export async function latestApprovals(reader: Reader, whose: Whose): Promise<Map<string, ApprovalRow>> {
  const rows = await rowsOfEnrollment(reader, 'approvals', getTableColumns, whose)
  const isBefore = (a: ApprovalRow, b: ApprovalRow) =>
    a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at
  // A later one replaces an earlier one.
  return new Map(rows.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).map((row) => [row.step_id, row]))
}

export function insertApproval(tx: Tx, row: ApprovalRow): Promise<void> {
  return insertRow(tx, 'approvals', row)
}
