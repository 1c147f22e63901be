import type { Reader } from '../../storage/database.ts'
import type { ContactSearch, SearchMatch } from './query.ts'
import * as postgres from './search.postgres.ts'
import * as sqlite from './search.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** A page of the newest active contacts whose search text contains the searched text, by relevance, then newest. */
export function contactMatches({ connection }: Reader, search: ContactSearch): Promise<SearchMatch[]> {
  return ENGINES[connection.dialect.engine].contactMatches(connection, search)
}
