import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** An atom is 1 for true, and the type of JSON says so. */
export function metadataMatches(metadata: PgColumn): SQL {
  return sql`not exists (select 1 from json_each(${sql.placeholder('metadata')}) as asked where not exists (
    select 1 from json_each(${metadata}) as own where own.key = asked.key and asked.atom =
      case when own.type in ('true', 'false') then own.type else own.atom || '' end))`
}
