/** Enough to make the index selective; what it lets through is verified against the text. */
const MAX_TRIGRAMS = 24

/** What SQLite's index of texts is asked for to find a text of three letters at least; undefined of a shorter one. */
export function trigramsOf(folded: string): string | undefined {
  const characters = [...folded]
  if (characters.length < 3) return undefined
  const trigrams = new Set(characters.slice(0, -2).map((_, start) => characters.slice(start, start + 3).join('')))
  return [...trigrams].slice(0, MAX_TRIGRAMS).map(quote).join(' AND ')
}

/** As the index takes a term. */
export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
