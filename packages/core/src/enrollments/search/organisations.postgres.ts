import { type SQL, sql } from 'drizzle-orm'
import { SCAN_LIMIT } from '../../records/lists/limits.ts'
import type { Tables } from '../../storage/tables/tables.ts'

const WORKSPACE = sql.placeholder('workspace_id')

/** The ids of the organisations of a workspace that match; the trigram indexes of name and domain serve the condition. */
export function candidates(o: Tables['organisations'], isFound: SQL): SQL {
  return sql`select ${o.id} from ${o} where ${o.workspace_id} = ${WORKSPACE} and ${isFound}`
}

/**
 * The enrollments of these organisations, of each no more than a page examines. A join could read all enrollments. So could a
 * search for one id in the order of creation, where statistics say that it has most of them; a range is read along its index.
 */
export function enrollmentIds({ enrollments: t, organisations: o }: Tables, isFound: SQL): SQL {
  return sql`select own.id from (${candidates(o, isFound)}) as found cross join lateral (
      select ${t.id} as id from ${t} where ${t.workspace_id} = ${WORKSPACE}
        and ${t.organisation_id} between found.id and found.id
      order by ${t.organisation_id} desc, ${t.created_at} desc, ${t.id} desc limit ${sql.raw(String(SCAN_LIMIT))}
    ) as own`
}

/** Ids for a condition, found before it: PostgreSQL then looks the rows up. */
export function few(ids: SQL): SQL {
  return sql`select unnest(array(${ids}))`
}
