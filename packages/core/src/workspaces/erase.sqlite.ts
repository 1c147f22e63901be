import type { RawSql } from '../storage/dialect.ts'

export async function eraseSome(connection: RawSql, table: string, workspace_id: string, limit: number) {
  const some = `select rowid from "${table}" where workspace_id = ? limit ?`
  return connection.run(`delete from "${table}" where rowid in (${some})`, [workspace_id, limit])
}
