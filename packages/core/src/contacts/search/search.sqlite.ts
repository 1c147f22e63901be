import type { RawSql } from '../../storage/dialect.ts'
import { type ContactSearch, ranked, type SearchMatch } from './query.ts'
import { quote, trigramsOf } from './trigrams.ts'

const SEARCH = `${ranked(
  '?',
  (folded) =>
    `select c.id, c.search_text, c.seq as newest from contacts_search s cross join contacts c on c.seq = s.rowid
     where s.contacts_search match ? and c.workspace_id = ? and c.deleted_at is null and instr(c.search_text, ${folded}) > 0
     order by s.rowid desc limit ?`,
  'instr',
)} limit ? offset ?`

/** Contacts that are looked through without the index, which is that of all workspaces: one letter matches the contacts of all. */
const FEW = 5000

const COUNT_CONTACTS = `select count(*) as counted from
  (select 1 from "contacts" where ("contacts"."workspace_id" = ? and "contacts"."deleted_at" is null) limit ?)`

const SEARCH_FEW = `${ranked(
  '?',
  (folded) =>
    `select c.id, c.search_text, c.seq as newest from contacts c
     where c.workspace_id = ? and c.deleted_at is null and instr(c.search_text, ${folded}) > 0
     order by c.seq desc limit ?`,
  'instr',
)} limit ? offset ?`

export async function contactMatches(connection: RawSql, search: ContactSearch): Promise<SearchMatch[]> {
  const { workspace_id, folded, window, limit, offset } = search
  const [size] = await connection.rows<{ counted: number }>(COUNT_CONTACTS, [workspace_id, FEW + 1])
  if ((size?.counted ?? 0) <= FEW)
    return connection.rows<SearchMatch>(SEARCH_FEW, [folded, workspace_id, window, limit, offset])
  const match = await matchExpression(connection, folded)
  if (match === undefined) return []
  return connection.rows<SearchMatch>(SEARCH, [folded, match, workspace_id, window, limit, offset])
}

/** All trigrams of the text; for one or two letters, any trigram that starts with them. Undefined: nothing can match. */
async function matchExpression(connection: RawSql, folded: string): Promise<string | undefined> {
  if ([...folded].length < 3) {
    const terms = await trigramsStartingWith(connection, folded)
    return terms.length === 0 ? undefined : terms.map(quote).join(' OR ')
  }
  return trigramsOf(folded)
}

const TRIGRAMS = 'select term from contacts_trigrams where term >= ? and term < ?'

async function trigramsStartingWith(connection: RawSql, prefix: string): Promise<string[]> {
  const rows = await connection.rows<{ term: string }>(TRIGRAMS, [prefix, `${prefix}\u{10FFFF}`])
  return rows.map((row) => row.term)
}
