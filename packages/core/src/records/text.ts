/**
 * The form in which text is searched: case, accents and runs of white space do not count.
 * The same on every database, because it is computed here and stored.
 */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
