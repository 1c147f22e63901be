import { type SQL, sql } from 'drizzle-orm'
import type { SelectiveFilter } from '../../records/lists/plan.ts'
import type { Filter } from '../../records/lists/source.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { MAX_WORDS, nameOf, searchFilters } from './orders.ts'
import * as postgres from './selective.postgres.ts'
import * as sqlite from './selective.sqlite.ts'

const ENGINES = { sqlite, postgres }

type EnrollmentsTable = Tables['enrollments']

/** Of the enrollments of a contact. */
const INDEX = 'enrollments_contact'
const NAMES = Array.from({ length: MAX_WORDS }, (_, at) => nameOf(at + 1))

/** Filters of enrollments by part of the name or e-mail of their contact, unless it is deleted. */
export const contactFilters: Record<string, Filter<EnrollmentsTable>> = Object.fromEntries(
  NAMES.map((name): [string, Filter<EnrollmentsTable>] => [
    name,
    (t, dialect) => {
      const { contacts: c } = dialect.tables
      // A value for each row: PostgreSQL would turn "exists" into a join with all contacts.
      return sql`(select ${searchFilters[name]?.(c, dialect)} from ${c} where ${c.workspace_id} = ${t.workspace_id}
        and ${c.id} = ${t.contact_id} and ${c.deleted_at} is null)`
    },
  ]),
)

/** The same where few contacts match, which the text index finds, and an index of enrollments theirs. */
export const fewOfContacts: SelectiveFilter<EnrollmentsTable>[] = NAMES.map((name) => {
  const idsOf = (contacts: Tables['contacts'], dialect: Dialect): SQL =>
    ENGINES[dialect.engine].contactIds(contacts, searchFilters[name]?.(contacts, dialect))
  return {
    filters: [name, 'trigrams'],
    among: {
      column: (t) => t.contact_id,
      index: INDEX,
      candidates: ({ contacts }, dialect) => idsOf(contacts, dialect),
      bounds: [
        // The text index first: only then are few ids looked up.
        ({ contacts }, dialect) =>
          ENGINES[dialect.engine].candidates(contacts, searchFilters[name]?.(contacts, dialect)),
        ({ contacts, enrollments: t }, dialect) =>
          sql`select ${t.id} from ${dialect.indexedBy(t, INDEX)} where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
            and ${t.contact_id} in (${idsOf(contacts, dialect)})`,
      ],
    },
  }
})
