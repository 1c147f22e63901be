import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Within `is true`, it is no join: PostgreSQL would expect that to leave no row, and read all instead of an index in order. */
export function metadataMatches(metadata: PgColumn): SQL {
  return sql`(not exists (select 1 from json_each_text(${sql.placeholder('metadata')}::json) as asked where
    json_typeof(${metadata} -> asked.key) in ('object', 'array')
    or ${metadata} ->> asked.key is distinct from asked.value)) is true`
}
