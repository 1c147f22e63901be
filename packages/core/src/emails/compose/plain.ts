/** Control characters, which end header lines, and those that change the direction of text (Unicode TR9). */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Text of other people on one line, without characters that break a header or change the text direction. */
export function plain(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()
}

/** The same as `plain`, with line breaks kept. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
