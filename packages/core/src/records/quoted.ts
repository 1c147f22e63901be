/** The most characters of a text within a sentence. */
const MOST = 100

/**
 * A name or title that others wrote, for a sentence of ours: in quotes, on one line, cut, and without characters that
 * change how the rest is read. So the sentence stays ours, whatever the name says.
 */
export function quoted(text: string): string {
  const line = text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
  return `"${line.length > MOST ? `${line.slice(0, MOST).toWellFormed()}…` : line}"`
}
