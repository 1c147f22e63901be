import type { SQL } from 'drizzle-orm'
import type { SelectiveFilter } from '../../records/lists/plan.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { MAX_WORDS, nameOf, searchFilters } from './orders.ts'
import * as postgres from './selective.postgres.ts'
import * as sqlite from './selective.sqlite.ts'

const ENGINES = { sqlite, postgres }

type ContactsTable = Tables['contacts']

/** Contacts by part of a name or e-mail: if few match, the text index finds them for a list with other filters. */
export const fewMatches: SelectiveFilter<ContactsTable>[] = Array.from({ length: MAX_WORDS }, (_, at) => ({
  filters: [nameOf(at + 1), 'trigrams'],
  among: {
    column: (t) => t.seq,
    candidates: ({ contacts: t }, dialect): SQL => {
      return ENGINES[dialect.engine].candidates(t, searchFilters[nameOf(at + 1)]?.(t, dialect))
    },
  },
}))
