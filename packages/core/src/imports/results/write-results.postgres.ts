import type { RecordKey } from '../../records/rows.ts'
import type { RawSql } from '../../storage/dialect.ts'
import type { RowResult } from './row-result.ts'

/** The numbers are given twice: with statistics from before the import, a join alone may read all of its rows. */
const WRITE_FATES = `update import_rows as r set fate = f.fate, faults = f.faults, email_key = f.email_key,
    external_key = f.external_key, record_id = f.record_id, before = f.before, written_tag = f.written_tag,
    made_organisation_id = f.made_organisation_id, enrollment_id = f.enrollment_id
  from json_to_recordset($1::json) as f(number integer, fate text, faults json, email_key text, external_key text,
    record_id uuid, before json, written_tag text, made_organisation_id uuid, enrollment_id uuid)
  where r.workspace_id = $2 and r.import_id = $3 and r.number = f.number and r.number = any($4::integer[])`

export async function writeResults(
  connection: RawSql,
  { workspace_id, id }: RecordKey,
  results: readonly RowResult[],
): Promise<void> {
  const numbers = results.map(({ number }) => number)
  await connection.run(WRITE_FATES, [JSON.stringify(results), workspace_id, id, numbers])
}
