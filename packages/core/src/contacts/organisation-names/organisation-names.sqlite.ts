import type { RawSql } from '../../storage/dialect.ts'

/** The join order is fixed: otherwise SQLite reads the contacts of the whole workspace along the index of their organisations. */
const NAMES = `select c.id, o.name as organisation_name from json_each(?) as asked
  cross join contacts c on c.workspace_id = ? and c.id = asked.value
  cross join organisations o on o.workspace_id = c.workspace_id and o.id = c.organisation_id`

export function organisationsOf(connection: RawSql, workspace_id: string, ids: string[]) {
  return connection.rows<{ id: string; organisation_name: string }>(NAMES, [JSON.stringify(ids), workspace_id])
}
