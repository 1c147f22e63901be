/** Letters that people type in a plain form, and that Unicode does not decompose. */
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
/** Text without accents and such letters. */
const ASCII = /^[ -~\s]*$/

/**
 * The form in which text is searched: case, accents and runs of white space do not count.
 * The same on every database, because it is computed here and stored.
 */
export function fold(text: string): string {
  const lower = ASCII.test(text) ? text.toLowerCase() : withoutAccents(text)
  return lower.replace(/\s+/g, ' ').trim()
}

/** Enough to tell names apart, and short enough for cursors. */
const SORT_NAME_LENGTH = 60

/** The form in which records are sorted by name. */
export function sortName(name: string): string {
  return [...fold(name)].slice(0, SORT_NAME_LENGTH).join('')
}

/** Not in any folded text, whose white space is single spaces. */
const IN_NONE = '\n'

/** The text that a folded text must contain. A filter that folds to nothing, such as an accent alone, matches no text. */
export function foldFilter(text: string): string {
  return fold(text) || (text === '' ? '' : IN_NONE)
}

function withoutAccents(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return lower.replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
}

/** A text without the given characters at its ends: linear, unlike a regular expression. */
export function trimEnds(text: string, characters: string): string {
  let start = 0
  let end = text.length
  while (start < end && characters.includes(text.charAt(start))) start++
  while (end > start && characters.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** `10,000`. What is said at every start goes without `Intl`, whose data takes longer to load than all texts. */
export function withCommas(count: number): string {
  const digits = String(count)
  return count < 1000 ? digits : `${withCommas(Math.floor(count / 1000))},${digits.slice(-3)}`
}
