/** Controls, which end header lines, and those that turn the direction of what follows (Unicode TR9). */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Text of others in one line, without what would break a header or turn the words around it. */
export function plain(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()
}

/** As `plain`, in the lines that somebody wrote. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
