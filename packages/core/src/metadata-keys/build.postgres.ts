import type { RawSql } from '../storage/dialect.ts'
import type { Part } from './part.ts'

/** Before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Indexes the values of some records, which stay locked: the value of a record that another transaction is changing is the new one.
 * @returns the number of records, and the id of the last
 */
export async function indexRecords(connection: RawSql, { workspace_id, key, resource, after_id, limit }: Part) {
  const isLive = resource === 'contacts' ? 'deleted_at is null' : 'true'
  const live = resource === 'contacts' ? ', deleted_at' : ''
  const [part] = await connection.rows<{ count: number; last: string | null }>(
    `with part as materialized (
        select id, created_at, metadata${live} from ${resource} where workspace_id = $1 and id > $4 order by id limit $5 for no key update
      ), added as (
        insert into metadata_values (workspace_id, key, resource, value, created_at, record_id)
        select $1, $2, $3, metadata ->> $2, created_at, id from part
        where ${isLive} and json_typeof(metadata -> $2) not in ('object', 'array', 'null') and length(metadata ->> $2) <= 255
        on conflict do nothing
      )
      select count(*)::int as count, (array_agg(id::text order by id desc))[1] as last from part`,
    [workspace_id, key, resource, after_id ?? FIRST, limit],
  )
  return part ?? { count: 0, last: null }
}
