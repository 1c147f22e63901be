/** The parameters of a search; the searched text is folded. */
export interface ContactSearch {
  workspace_id: string
  folded: string
  /** Number of newest matches that are considered. */
  window: number
  limit: number
  offset: number
}

/** A match, with the number of matches within the window. */
export interface SearchMatch {
  id: string
  total: number
}

const FOLDED = '(select folded from asked)'
/** Separates names from the e-mail in a search text; a search never contains it. */
const NEWLINE = "'\n'"

/**
 * A search ordered by relevance: the whole name or e-mail, the beginning of either, the beginning of a word, the rest.
 * @param place the placeholder of the searched text; it comes first
 * @param found the query of `id`, `search_text` and `newest` (greater is newer) for `FOLDED`
 * @param position the function of the engine that finds a text in a text, from 1
 */
export function ranked(place: string, found: (folded: string) => string, position: string): string {
  const at = (where: string, what: string) => `${position}(${where}, ${what})`
  return `with asked as (select ${place} as folded), found as materialized (${found(FOLDED)})
    select id, (select count(*) from found) as total from found order by case
      when ${at('search_text', `${FOLDED} || ${NEWLINE}`)} = 1 then 0
      when ${at(`search_text || ${NEWLINE}`, `${NEWLINE} || ${FOLDED} || ${NEWLINE}`)} > 0 then 0
      when ${at('search_text', FOLDED)} = 1 or ${at('search_text', `${NEWLINE} || ${FOLDED}`)} > 0 then 1
      when ${at('search_text', `' ' || ${FOLDED}`)} > 0 then 2
      else 3 end, newest desc`
}
