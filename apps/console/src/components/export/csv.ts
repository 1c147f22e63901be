import { saveFile } from './save-file.ts'

/** First characters that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Saves rows as a file (RFC 4180). Values that a spreadsheet would run as formulas are escaped. */
export function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
  // With the mark of UTF-8: without it, spreadsheets take it for something else.
  saveFile(name, 'text/csv', ['\ufeff', text])
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
