import { type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../storage/tables/tables.ts'

const WORKSPACE = sql.placeholder('workspace_id')

/** The row numbers of organisations of all workspaces whose text holds the trigrams. */
export function candidates(_o?: Tables['organisations'], _isFound?: SQL): SQL {
  return sql`select rowid from organisations_search where organisations_search match ${sql.placeholder('trigrams')}`
}

/** The enrollments of the organisations of a workspace that match. */
export function enrollmentIds({ enrollments: t, organisations: o }: Tables, isFound: SQL): SQL {
  const found = sql`select ${o.id} from organisation_rowids cross join ${o}
      on ${o.workspace_id} = organisation_rowids.workspace_id and ${o.id} = organisation_rowids.organisation_id
    where organisation_rowids.rowid in (${candidates()})
      and +organisation_rowids.workspace_id = ${WORKSPACE} and ${isFound}`
  return sql`select ${t.id} from ${t} indexed by enrollments_organisation where ${t.workspace_id} = ${WORKSPACE}
    and ${t.organisation_id} is not null and ${t.organisation_id} in (${found})`
}

/** Ids for a condition. */
export function few(ids: SQL): SQL {
  return ids
}
