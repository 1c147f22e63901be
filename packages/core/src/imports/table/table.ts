import type { Readable } from 'node:stream'

/** A row of a file: the first has the number 1, and empty rows are omitted. */
export interface TableRow {
  number: number
  cells: string[]
}

/** A file that can be read as often as needed. */
export interface Source {
  bytes: number
  open(): Promise<Readable>
}

/** Not counting the header. */
export const MAX_ROWS = 100_000
export const MAX_COLUMNS = 200
/** Of a row, empty ones included: the last column of a spreadsheet is XFD. */
export const MAX_CELLS_OF_ROW = 16_384
/** Of all rows, empty ones included: more than the most rows of the most columns. */
export const MAX_CELLS = 25_000_000
/** In characters: the maximum of a spreadsheet cell. */
export const MAX_CELL_LENGTH = 32_767
/** In characters, over all cells. */
export const MAX_ROW_LENGTH = 100_000
/** The maximum size of all rows in the database: as much as the largest file. */
export const MAX_BYTES = 100 * 1024 * 1024
/** The maximum number of rows of a spreadsheet. */
export const LAST_ROW = 1_048_576

/** The problem of a file: `unreadable` if it is not a table, otherwise the exceeded limit, or the end of its process. */
export type TableProblem =
  | 'unreadable'
  | 'too_long'
  | 'too_large'
  | 'took_too_long'
  | 'took_too_much_memory'
  | 'ended_process'

interface Details {
  code?: TableProblem
  row?: number | undefined
  /** Starting at 0. */
  column?: number | undefined
  cause?: unknown
}

/** A file cannot be read as a table; the message follows its name in a sentence. Processes exchange its fields. */
export class TableFault extends Error {
  override readonly name = 'TableFault'
  readonly code: TableProblem
  readonly row: number | undefined
  readonly column: number | undefined

  constructor(message: string, { code = 'unreadable', row, column, cause }: Details = {}) {
    super(message, { cause })
    this.code = code
    this.row = row
    this.column = column
  }
}

/** A row without empty cells at its end. @throws TableFault if it exceeds a limit */
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

/** Counts cells, empty ones included, before anything is made of them. */
export function createCellCount() {
  let total = 0
  return {
    /** @param column of the cell in its row, from 1 @throws TableFault */
    add(row: number, column: number): void {
      if (column > MAX_CELLS_OF_ROW) throw tooManyCells(MAX_CELLS_OF_ROW, row)
      if (++total > MAX_CELLS) throw tooManyCells(MAX_CELLS, row)
    },
  }
}

function tooManyCells(most: number, row: number): TableFault {
  const where = most === MAX_CELLS ? `by row ${row}` : `in row ${row}`
  const why = `has more than ${most.toLocaleString('en')} cells ${where}, counting empty ones: remove the empty columns at its right and the empty rows at its end`
  return new TableFault(why, { code: 'too_large', row })
}

/** The letters of a column in spreadsheets. */
function nameOf(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? nameOf(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}
