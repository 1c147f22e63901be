import {
  createCellCount,
  finished,
  LAST_ROW,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  type Source,
  TableFault,
  type TableRow,
  tooLongCell,
  tooLongRow,
} from '../table.ts'
import { openArchive } from './archive.ts'
import { readWorkbook, type Workbook } from './workbook.ts'
import { walkXml } from './xml.ts'

const MAX_SHEET_BYTES = 300 * 1024 * 1024
const DAY_MS = 86_400_000

interface Cell {
  key: number
  /** The type of its value: `s` is a shared text, `b` a boolean, `e` an error; empty a number. */
  type: string
  style: number
  value: string
}

/** Reads the first visible sheet of a workbook (ECMA-376), row by row as it is unpacked. */
export async function* readXlsx(source: Source): AsyncIterable<TableRow> {
  try {
    yield* rowsOf(source)
  } catch (error) {
    if (error instanceof TableFault) throw error
    throw new TableFault('is damaged, or not an .xlsx workbook as written by Excel, Numbers or LibreOffice')
  }
}

async function* rowsOf(source: Source): AsyncIterable<TableRow> {
  const parts = await openArchive(source)
  const workbook = await readWorkbook(parts)
  const content = await parts.open(workbook.sheet, MAX_SHEET_BYTES)
  if (!content) throw new TableFault('is a workbook whose sheet is missing')
  let rows: TableRow[] = []
  const seen = watchSheet(workbook, (row) => rows.push(row))
  for await (const _ of walkXml(content, seen)) {
    yield* rows
    rows = []
  }
}

/** Assembles rows from the elements of a sheet. @param found called with each row that has text */
function watchSheet(workbook: Workbook, found: (row: TableRow) => void) {
  let row: TableRow = { number: 0, cells: [] }
  let length = 0
  let cells = 0
  const count = createCellCount()
  let cell: Cell | undefined
  let inValue = false

  function put({ key, ...cell }: Cell): void {
    const text = textOf({ key, ...cell }, workbook)
    if (text === null || text.length > MAX_CELL_LENGTH) throw tooLongCell(row.number, key)
    if (text === '') return
    length += text.length
    if (length > MAX_ROW_LENGTH) throw tooLongRow(row.number)
    // The whole row is rejected for cells further right.
    const column = Math.min(key, MAX_COLUMNS)
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = text
  }

  return {
    open(name: string, { r = '', t = '', s = '' }: Record<string, string>) {
      if (name === 'row') {
        row = { number: numberOf(r, row.number), cells: [] }
        length = 0
        cells = 0
      }
      if (name === 'c') {
        count.add(row.number, ++cells)
        cell = { key: placeOf(r) ?? row.cells.length, type: t, style: Number(s), value: '' }
      }
      inValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
    },
    text(text: string) {
      if (!inValue || !cell) return
      cell.value += text
      if (cell.value.length > MAX_CELL_LENGTH) throw tooLongCell(row.number, cell.key)
    },
    close(name: string) {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c' && cell) {
        put(cell)
        cell = undefined
      }
      if (name === 'row' && row.cells.length > 0) {
        const whole = finished(row.number, row.cells)
        if (whole.cells.length > 0) found(whole)
      }
    },
  }
}

/** The number of a row; without one, the number after the previous row. */
function numberOf(reference: string, before: number): number {
  const number = reference === '' ? before + 1 : /^\d{1,8}$/.test(reference) ? Number(reference) : Number.NaN
  if (number > before && number <= LAST_ROW) return number
  throw new TableFault(`has its rows out of order after row ${before}`, { row: before })
}

/** The column of `AB12`, from 0. */
function placeOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,8}$/.exec(reference)?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** @returns null for a text longer than a cell can be */
function textOf({ type, style, value }: Cell, { texts, dates, from1904 }: Workbook): string | null {
  if (type === 's') {
    const text = texts[Number(value)]
    return text === undefined ? '' : text
  }
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  return dates[style] ? dayOf(number, from1904) : String(number)
}

/** Dates count from the end of 1899, or 1904; the fraction of a day is a time. */
function dayOf(days: number, from1904: boolean): string {
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const time = new Date(first + Math.round(days * DAY_MS))
  if (Number.isNaN(time.getTime())) return String(days)
  const text = time.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
