/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\r\n]/

/** A line of CSV (RFC 4180). What a spreadsheet would run, it shows: an apostrophe is put before it, which our import takes away. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(typeof value === 'number' ? String(value) : harmless(textOf(value)))).join(',')}\r\n`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
