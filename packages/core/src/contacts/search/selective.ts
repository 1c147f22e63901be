import { type SQL, sql } from 'drizzle-orm'
import type { SelectiveFilter } from '../../records/lists/plan.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { MAX_WORDS, nameOf, searchFilters } from './orders.ts'

type ContactsTable = Tables['contacts']

/** Contacts by a part of a name or e-mail: where few have it, the index of texts finds them for a list with other filters. */
export const fewMatches: SelectiveFilter<ContactsTable>[] = Array.from({ length: MAX_WORDS }, (_, at) => ({
  filters: [nameOf(at + 1), 'trigrams'],
  among: {
    column: (t) => t.seq,
    candidates: ({ contacts: t }, dialect): SQL => {
      if (dialect.engine === 'sqlite')
        return sql`select rowid from contacts_search where contacts_search match ${sql.placeholder('trigrams')}`
      const isFound = searchFilters[nameOf(at + 1)]?.(t, dialect)
      return sql`select ${t.seq} from ${t} where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
      and ${t.deleted_at} is null and ${isFound}`
    },
  },
}))
