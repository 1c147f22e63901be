import type { RecordKey } from '../../records/rows.ts'
import type { RawSql } from '../../storage/dialect.ts'
import type { RowResult } from './row-result.ts'

const WRITE_FATE = `update import_rows set fate = ?, faults = ?, email_key = ?, external_key = ?, record_id = ?, before = ?,
  written_tag = ?, made_organisation_id = ?, enrollment_id = ? where workspace_id = ? and import_id = ? and number = ?`

/** One statement per row costs no round trip; joined with a list, SQLite would scan all rows for each of it. */
export async function writeResults(
  connection: RawSql,
  { workspace_id, id }: RecordKey,
  results: readonly RowResult[],
): Promise<void> {
  for (const fate of results)
    await connection.run(WRITE_FATE, [
      fate.fate,
      JSON.stringify(fate.faults),
      fate.email_key,
      fate.external_key,
      fate.record_id,
      fate.before === null ? null : JSON.stringify(fate.before),
      fate.written_tag,
      fate.made_organisation_id,
      fate.enrollment_id,
      workspace_id,
      id,
      fate.number,
    ])
}
