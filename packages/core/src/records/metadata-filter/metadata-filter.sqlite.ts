import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** With `json_extract`, true is 1: the type distinguishes them. To read each key of large metadata would take twenty times as long. */
export function metadataMatches(metadata: PgColumn): SQL {
  const path = sql`'$."' || asked.key || '"'`
  return sql`not exists (select 1 from json_each(${sql.placeholder('metadata')}) as asked where asked.atom is not
    case json_type(${metadata}, ${path}) when 'true' then 'true' when 'false' then 'false' when 'object' then null
    when 'array' then null else json_extract(${metadata}, ${path}) || '' end)`
}
