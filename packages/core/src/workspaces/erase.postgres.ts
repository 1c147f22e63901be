import type { RawSql } from '../storage/dialect.ts'

export async function eraseSome(connection: RawSql, table: string, workspace_id: string, limit: number) {
  const some = `select ctid from "${table}" where workspace_id = $1 limit $2`
  return connection.run(`delete from "${table}" where ctid = any(array(${some}))`, [workspace_id, limit])
}
