import { type SQL, sql } from 'drizzle-orm'
import { MAX_WORDS, nameOf, searchFilters } from '../../contacts/search/orders.ts'
import * as contactsPostgres from '../../contacts/search/selective.postgres.ts'
import * as contactsSqlite from '../../contacts/search/selective.sqlite.ts'
import type { SelectiveFilter } from '../../records/lists/plan.ts'
import type { Filter } from '../../records/lists/source.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { organisationFilter } from './organisation-filter.ts'
import * as organisationsPostgres from './organisations.postgres.ts'
import * as organisationsSqlite from './organisations.sqlite.ts'

const CONTACTS = { sqlite: contactsSqlite, postgres: contactsPostgres }
const ORGANISATIONS = { sqlite: organisationsSqlite, postgres: organisationsPostgres }

type EnrollmentsTable = Tables['enrollments']

/** As SQLite names it: otherwise it would read a covering index of all enrollments. */
const PRIMARY_KEY = 'sqlite_autoindex_enrollments_1'
const COUNTS = Array.from({ length: MAX_WORDS }, (_, at) => at + 1)

/**
 * Filters of enrollments by part of the name or e-mail of their contact, unless it is deleted, or of the name or domain of their
 * organisation. Values for each row: PostgreSQL would turn "exists" into a join with all contacts.
 */
export const customerFilters: Record<string, Filter<EnrollmentsTable>> = Object.fromEntries(
  COUNTS.map((count): [string, Filter<EnrollmentsTable>] => [
    nameOf(count),
    (t, dialect) => {
      const { contacts: c, organisations: o } = dialect.tables
      return sql`((select ${searchFilters[nameOf(count)]?.(c, dialect)} from ${c}
          where ${c.workspace_id} = ${t.workspace_id} and ${c.id} = ${t.contact_id} and ${c.deleted_at} is null)
        or (select ${organisationFilter(count)(o, dialect)} from ${o}
          where ${o.workspace_id} = ${t.workspace_id} and ${o.id} = ${t.organisation_id}))`
    },
  ]),
)

/** The same where few contacts and organisations match, which the text indexes find, and indexes of enrollments theirs. */
export const fewOfCustomers: SelectiveFilter<EnrollmentsTable>[] = COUNTS.map((count) => ({
  filters: [nameOf(count), 'trigrams'],
  among: {
    column: (t) => t.id,
    index: PRIMARY_KEY,
    candidates: (tables, dialect) => ORGANISATIONS[dialect.engine].few(enrollmentsOf(count, tables, dialect)),
    bounds: [
      // The text indexes first: only then are few ids looked up.
      ({ contacts }, dialect) =>
        CONTACTS[dialect.engine].candidates(contacts, searchFilters[nameOf(count)]?.(contacts, dialect)),
      ({ organisations }, dialect) =>
        ORGANISATIONS[dialect.engine].candidates(organisations, organisationFilter(count)(organisations, dialect)),
      (tables, dialect) => enrollmentsOf(count, tables, dialect),
    ],
  },
}))

/** Their ids: those of the contacts, and those of the organisations. */
function enrollmentsOf(count: number, tables: Tables, dialect: Dialect): SQL {
  const { enrollments: t, contacts, organisations } = tables
  const isContact = searchFilters[nameOf(count)]?.(contacts, dialect)
  const isOrganisation = organisationFilter(count)(organisations, dialect)
  return sql`select ${t.id} from ${dialect.indexedBy(t, 'enrollments_contact')}
      where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
        and ${t.contact_id} in (${CONTACTS[dialect.engine].contactIds(contacts, isContact)})
    union all ${ORGANISATIONS[dialect.engine].enrollmentIds(tables, isOrganisation)}`
}
