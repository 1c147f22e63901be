import type { Connection } from '../../storage/connection.ts'
import { type ContactSearch, ranked, type SearchMatch } from './query.ts'

const SEARCH = `${ranked(
  '$1::text',
  () =>
    `select id, search_text, seq as newest from contacts where search_text like $2 escape '\\'
     and workspace_id = $3 and deleted_at is null order by created_at desc, id desc limit $4`,
  'strpos',
)} limit $5 offset $6`

export async function contactMatches(connection: Connection, search: ContactSearch): Promise<SearchMatch[]> {
  const { workspace_id, folded, window, limit, offset } = search
  const pattern = connection.dialect.containsValue(folded)
  return connection.rows<SearchMatch>(SEARCH, [folded, pattern, workspace_id, window, limit, offset])
}
