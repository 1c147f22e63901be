import type { RawSql } from '../../storage/dialect.ts'

const NAMES = `select c.id, o.name as organisation_name from contacts c
  join organisations o on o.workspace_id = c.workspace_id and o.id = c.organisation_id
  where c.workspace_id = $1 and c.id = any($2::uuid[])`

export function organisationsOf(connection: RawSql, workspace_id: string, ids: string[]) {
  return connection.rows<{ id: string; organisation_name: string }>(NAMES, [workspace_id, ids])
}
