import { parse } from 'csv-parse/sync'
import { delimiterOf } from '../imports/table/csv.ts'
import type { CSV_PROBLEMS } from './csv-problems.ts'

/** How much of a file is read for its first rows. */
export const HEAD_BYTES = 64 * 1024
/** Rows below the first one. */
export const MAX_ROWS = 5
export const MAX_COLUMNS = 12
/** Characters of a cell. */
export const MAX_CELL = 120

/** The first rows of a file, each with as many cells. */
export interface CsvHead {
  problem: (typeof CSV_PROBLEMS)[number] | null
  /** The first row, which usually names the columns. */
  header: string[]
  rows: string[][]
  columns_count: number
  has_more_rows: boolean
  /** Whether cells were cut, or a row that is longer than what is read. */
  is_cut: boolean
}

/**
 * The first rows of text with commas, semicolons, tabs or bars between cells, within bounds, whatever the bytes are. Cells stay as they
 * are: a formula is text.
 * @param head the beginning of the file, of which nothing more is read
 * @param isWhole whether that is all of it
 */
export function csvHead(head: Uint8Array, isWhole: boolean): CsvHead {
  const text = textOf(head)
  if (text === undefined) return without('not_text')
  const records = recordsIn(text, isWhole)
  const [first, ...others] = records
  if (!first) return without('empty')
  const shown = others.slice(0, MAX_ROWS)
  const columns_count = [first, ...shown].reduce((most, { length }) => Math.max(most, length), 0)
  const width = Math.min(columns_count, MAX_COLUMNS)
  const isBroken = !isWhole && shown.length === 0
  return {
    problem: null,
    header: cut(first, width),
    rows: shown.map((row) => cut(row, width)),
    columns_count,
    has_more_rows: others.length > MAX_ROWS || (!isWhole && !isBroken),
    is_cut: isBroken || [first, ...shown].some((row) => row.slice(0, width).some(({ length }) => length > MAX_CELL)),
  }
}

function without(problem: NonNullable<CsvHead['problem']>): CsvHead {
  return { problem, header: [], rows: [], columns_count: 0, has_more_rows: false, is_cut: false }
}

/** Text in UTF-8, UTF-16 with a byte order mark, or else the encoding of spreadsheets on Windows; undefined for what is not text. */
function textOf(head: Uint8Array): string | undefined {
  const text = decode(head, encodingOf(head)) ?? decode(head, 'windows-1252')
  // No text has this character, nearly all other files do.
  return text?.includes('\0') ? undefined : text
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function decode(head: Uint8Array, encoding: string): string | undefined {
  try {
    // The last character may be cut.
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(head, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The first records, one more than are shown. The last one of a file that is cut is left out, unless there is no other. */
function recordsIn(text: string, isWhole: boolean): string[][] {
  const end = isWhole ? -1 : text.lastIndexOf('\n')
  const whole = end > 0 ? text.slice(0, end) : text
  return parsed(whole, '"') ?? parsed(whole, false) ?? []
}

/** Undefined if not even the first record can be read, such as one with a quotation mark that never ends. */
function parsed(text: string, quote: '"' | false): string[][] | undefined {
  const records: string[][] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      quote,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 2,
      on_record(record: string[]) {
        records.push(record)
        return record
      },
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error
    // A later record may be broken: those before it are shown.
    if (records.length === 0) return undefined
  }
  return records.filter((record) => record.some((cell) => cell.trim() !== ''))
}

function cut(row: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, index) => {
    const cell = row[index] ?? ''
    // Not within a character of two parts.
    return cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL).replace(/[\ud800-\udbff]$/, '')}…` : cell
  })
}
