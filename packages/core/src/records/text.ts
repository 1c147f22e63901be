/** Letters with a form of their own that people type without it, and that Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
/** Text that has no accents and no letters of those kinds. */
const ASCII = /^[ -~\s]*$/

/**
 * The form in which text is searched: case, accents and runs of white space do not count.
 * The same on every database, because it is computed here and stored.
 */
export function fold(text: string): string {
  const lower = ASCII.test(text) ? text.toLowerCase() : withoutAccents(text)
  return lower.replace(/\s+/g, ' ').trim()
}

function withoutAccents(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return lower.replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
}
