import { and, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { enrollmentList } from '../enrollments/list.ts'
import { filledUp } from '../records/filled-up.ts'
import { prepared, type Reader } from '../storage/database.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { MAX_PLANS_OF_CUSTOMER } from './contract.ts'

type EnrollmentsTable = Tables['enrollments']
type Kept = Pick<
  EnrollmentsTable['$inferSelect'],
  'id' | 'health' | 'target_order' | 'progress_percentage' | 'last_activity_at' | 'created_at'
>

/** A plan of an organisation, as far as the row of the organisation needs it. */
export interface PlanOfOrganisation extends Kept {
  organisation_id: string
  matches: boolean
}

/**
 * The newest plans of some organisations, at most a hundred, and whether each matches the filters. Each organisation costs
 * the same at most, however many plans it has.
 */
export async function plansOfOrganisations(
  reader: Reader,
  workspace_id: string,
  organisation_ids: readonly string[],
  filters: Record<string, unknown>,
): Promise<Map<string, PlanOfOrganisation[]>> {
  if (organisation_ids.length === 0) return new Map()
  // There is no organisation of null: it fills the statement up without rows.
  const ids = filledUp(organisation_ids, null)
  const size = ids.length
  const values = enrollmentList.values?.(filters, reader.connection.dialect) ?? filters
  const given = Object.keys(values).filter((name) => values[name] !== undefined && name in enrollmentList.filters)
  const rows = await prepared(
    reader,
    `customers.plans[${given.join()}].${size}`,
    (handle) => statementOf(handle, given, size),
    { workspace_id, ...values, ...Object.fromEntries(ids.map((id, at) => [`organisation_${at}`, id])) },
  )
  const plans = rows.map(({ matches, ...row }) => ({
    ...row,
    organisation_id: String(row.organisation_id),
    matches: matches === 1,
  }))
  return Map.groupBy(plans, ({ organisation_id }) => organisation_id)
}

function statementOf({ db, tables, connection: { dialect } }: Reader, given: readonly string[], size: number) {
  const { enrollments: t } = tables
  const newest = Array.from({ length: size }, (_, at) => newestOf(t, dialect, at))
  // The same columns under another name, which drizzle makes a type of its own; the filters are declared for the table.
  const plans = alias(t, 'plans') as unknown as EnrollmentsTable
  const tried = dialect.unindexedTable(plans)
  const conditions = and(...given.map((name) => enrollmentList.filters[name]?.(tried, dialect)))
  return db
    .select({
      id: asExpression(plans.id),
      organisation_id: asExpression(plans.organisation_id),
      health: asExpression(plans.health),
      target_order: asExpression(plans.target_order),
      progress_percentage: asExpression(plans.progress_percentage),
      last_activity_at: asExpression(plans.last_activity_at),
      created_at: asExpression(plans.created_at),
      // Nested: columns of a selected expression lose the name of their table.
      matches: sql<number>`${sql`case when ${conditions ?? sql`1 = 1`} then 1 else 0 end`}`.mapWith(Number),
    })
    .from(sql`(${sql.join(newest, sql` union all `)}) as plans`)
}

/** A column as an expression: the builder accepts no column of a table that it does not know. */
function asExpression<C extends PgColumn>(column: C) {
  return sql<GetColumnData<C>>`${column}`.mapWith(column)
}

/** The newest plans of an organisation, with the columns that filters read. */
function newestOf(t: EnrollmentsTable, dialect: Dialect, at: number): SQL {
  const { workspace_id, id, contact_id, guide_id, organisation_id, assignee_id, status, created_at } = t
  const shown = [t.health, t.target_order, t.progress_percentage, t.last_activity_at]
  const columns = [workspace_id, id, contact_id, guide_id, organisation_id, assignee_id, status, created_at, ...shown]
  const own: PgTable = t
  return sql`select * from (
    select ${sql.join(columns, sql`, `)} from ${dialect.indexedBy(own, 'enrollments_organisation')}
    where ${workspace_id} = ${sql.placeholder('workspace_id')}
      and ${organisation_id} = ${sql.placeholder(`organisation_${at}`)}
    order by ${created_at} desc, ${id} desc limit ${sql.raw(String(MAX_PLANS_OF_CUSTOMER))}
  ) as newest_${sql.raw(String(at))}`
}
