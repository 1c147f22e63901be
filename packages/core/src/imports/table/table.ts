import type { Readable } from 'node:stream'

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

/** Below the one with the names of the columns. */
export const MAX_ROWS = 100_000
export const MAX_COLUMNS = 200
/** In characters: as long as a cell of a spreadsheet can be. */
export const MAX_CELL_LENGTH = 32_767
/** In characters, of all its cells. */
export const MAX_ROW_LENGTH = 100_000
/** What all rows together take in the database: as much as the largest file has. */
export const MAX_BYTES = 100 * 1024 * 1024
/** As far as a spreadsheet numbers its rows. */
export const LAST_ROW = 1_048_576

/** What is wrong with a file: `unreadable` where it is no table, otherwise what there is too much of. */
export type TableProblem = 'unreadable' | 'too_long' | 'too_large' | 'took_too_long' | 'took_too_much_memory'

interface Details {
  code?: TableProblem
  row?: number | undefined
  /** From 0. */
  column?: number | undefined
}

/** A file cannot be read as a table; the message follows its name in a sentence. It passes between threads by its fields. */
export class TableFault extends Error {
  override readonly name = 'TableFault'
  readonly code: TableProblem
  readonly row: number | undefined
  readonly column: number | undefined

  constructor(message: string, { code = 'unreadable', row, column }: Details = {}) {
    super(message)
    this.code = code
    this.row = row
    this.column = column
  }
}

/** A row as it goes on: without empty cells at its end. @throws TableFault where it has more than a table may */
export function finished(number: number, given: readonly string[]): TableRow {
  const cells = given.slice(0, given.findLastIndex((cell) => cell.trim() !== '') + 1)
  if (number > LAST_ROW) throw new TableFault('has more rows than a spreadsheet can have', { code: 'too_large' })
  if (cells.length > MAX_COLUMNS)
    throw new TableFault(`has more than ${MAX_COLUMNS} columns in row ${number}: remove some`, {
      code: 'too_large',
      row: number,
      column: MAX_COLUMNS,
    })
  const column = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH)
  if (column >= 0) throw tooLongCell(number, column)
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_LENGTH) throw tooLongRow(number)
  return { number, cells }
}

export function tooLongCell(row: number, column: number): TableFault {
  const why = `has more than ${MAX_CELL_LENGTH.toLocaleString('en')} characters in row ${row}, column ${nameOf(column)}: shorten that text`
  return new TableFault(why, { code: 'too_long', row, column })
}

export function tooLongRow(row: number): TableFault {
  const why = `has more than ${MAX_ROW_LENGTH.toLocaleString('en')} characters in row ${row}: shorten its texts, or look for a missing quotation mark`
  return new TableFault(why, { code: 'too_long', row })
}

/** The letters by which spreadsheets call a column. */
function nameOf(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? nameOf(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}
