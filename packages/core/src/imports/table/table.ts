import type { Readable } from 'node:stream'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'

/** A row of a file: the first has the number 1, and rows without any text are left out. */
export interface TableRow {
  number: number
  cells: string[]
}

/** A file that can be read as often as needed. */
export interface Source {
  bytes: number
  open(): Promise<Readable>
}

export const MOST_COLUMNS = 200
/** As long as a cell of a spreadsheet can be. */
export const LONGEST_CELL = 32_767

/** The file is none that can be read; `why` follows its name in a sentence. */
export function unreadable(why: string) {
  return validationError({ content: fieldError('invalid', why) })
}

/** A row as it goes on: without empty cells at its end. */
export function trimmed(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}
