/**
 * What spreadsheets take for a formula: its first characters, in the wide forms of East Asian keyboards too, which some of them read alike
 * (OWASP, CSV injection).
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** An apostrophe before makes text of a formula; imports remove it, and no other. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
