/** Enough to make the index selective; matches are verified against the text. */
const MAX_TRIGRAMS = 24

/** The query of SQLite's text index for a text of at least three letters; undefined for a shorter one. */
export function trigramsOf(folded: string): string | undefined {
  const characters = [...folded]
  if (characters.length < 3) return undefined
  const trigrams = new Set(characters.slice(0, -2).map((_, start) => characters.slice(start, start + 3).join('')))
  return [...trigrams].slice(0, MAX_TRIGRAMS).map(quote).join(' AND ')
}

/** A quoted term of the index. */
export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
