import { csvLine } from '@handrail/core/contract'
import { saveFile } from './save-file.ts'

/** Saves rows as a file. Values that a spreadsheet would run as formulas are escaped. */
export function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  // With the mark of UTF-8: without it, spreadsheets take it for something else.
  saveFile(name, 'text/csv', ['\ufeff', rows.map(csvLine).join('')])
}
