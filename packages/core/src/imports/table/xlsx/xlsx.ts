import { AppError } from '../../../errors.ts'
import { MOST_COLUMNS, type Source, type TableRow, trimmed, unreadable } from '../table.ts'
import { openArchive } from './archive.ts'
import { readWorkbook, type Workbook } from './workbook.ts'
import { walkXml } from './xml.ts'

const MOST_SHEET_BYTES = 600 * 1024 * 1024
const DAY_MS = 86_400_000

interface Cell {
  place: number
  /** What its value means: `s` is a text of the workbook, `b` yes or no, `e` a mistake; empty a number. */
  type: string
  style: number
  value: string
}

/** Reads the first sheet of a workbook (ECMA-376), row by row as it is unpacked. */
export async function* readXlsx(source: Source): AsyncIterable<TableRow> {
  try {
    yield* rowsOf(source)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unreadable('is damaged, or no workbook that Excel, Numbers or LibreOffice writes (.xlsx)')
  }
}

async function* rowsOf(source: Source): AsyncIterable<TableRow> {
  const parts = await openArchive(source)
  const workbook = await readWorkbook(parts)
  const content = await parts.open(workbook.sheet, MOST_SHEET_BYTES)
  if (!content) throw unreadable('is a workbook whose sheet is missing')
  let rows: TableRow[] = []
  let row: TableRow = { number: 0, cells: [] }
  let cell: Cell | undefined
  let inValue = false
  const walk = walkXml(content, {
    open(name, { r = '', t = '', s = '' }) {
      if (name === 'row') row = { number: Number(r) || row.number + 1, cells: [] }
      if (name === 'c') cell = { place: placeOf(r) ?? row.cells.length, type: t, style: Number(s), value: '' }
      inValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
    },
    text(text) {
      if (inValue && cell) cell.value += text
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c' && cell && cell.place < MOST_COLUMNS) {
        while (row.cells.length < cell.place) row.cells.push('')
        row.cells[cell.place] = textOf(cell, workbook)
      }
      if (name === 'row') rows.push({ number: row.number, cells: trimmed(row.cells) })
    },
  })
  for await (const _ of walk) {
    yield* rows.filter(({ cells }) => cells.length > 0)
    rows = []
  }
}

/** The column of `AB12`, from 0. */
function placeOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function textOf({ type, style, value }: Cell, { texts, dates, from1904 }: Workbook): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  return dates[style] ? dayOf(number, from1904) : String(number)
}

/** Days are counted from the end of 1899, or 1904; a part of a day is a time. */
function dayOf(days: number, from1904: boolean): string {
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const time = new Date(first + Math.round(days * DAY_MS))
  if (Number.isNaN(time.getTime())) return String(days)
  const text = time.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
