import type { RawSql } from '../storage/dialect.ts'
import type { Part } from './part.ts'

/** Indexes the values of some records. @returns the number of records, and the id of the last */
export async function indexRecords(connection: RawSql, { workspace_id, key, resource, after_id, limit }: Part) {
  const isLive = resource === 'contacts' ? 'r.deleted_at is null' : 'true'
  const some = `select id from ${resource} where workspace_id = ? and id > ? order by id limit ?`
  const [part] = await connection.rows<{ count: number; last: string | null }>(
    `select count(*) as count, max(id) as last from (${some})`,
    [workspace_id, after_id ?? '', limit],
  )
  const { count, last } = part ?? { count: 0, last: null }
  const path = `$."${key}"`
  await connection.run(
    `insert or ignore into metadata_values (workspace_id, key, resource, value, created_at, record_id)
      select ?, ?, ?, value, created_at, id from (
        select id, created_at, case json_type(metadata, ?) when 'true' then 'true' when 'false' then 'false' when 'object' then null
          when 'array' then null else json_extract(metadata, ?) || '' end as value
        from ${resource} r where workspace_id = ? and id > ? and id <= ? and ${isLive})
      where length(value) <= 255`,
    [workspace_id, key, resource, path, path, workspace_id, after_id ?? '', last ?? ''],
  )
  return { count, last }
}
