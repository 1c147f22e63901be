import type { Sheet } from './content/sheet.ts'
import { escapeFormula } from './formula.ts'

const SPECIAL = /[",\r\n]/

/** A line of CSV (RFC 4180). Formulas are escaped with an apostrophe, which imports remove. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => quoted(typeof value === 'number' ? String(value) : escapeFormula(textOf(value)))).join(',')}\r\n`
}

/** A list as lines of CSV; nothing for a list without rows. */
export async function* csvOf({ columns, parts }: Sheet): AsyncIterable<string> {
  if (columns.length > 0) yield csvLine(columns)
  for await (const rows of parts) yield rows.map(csvLine).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
