import { parse } from 'csv-parse'
import { unescapeFormula } from '../../exports/formula.ts'
import { createCsvCellCount } from './csv-cells.ts'
import { finished, MAX_COLUMNS, MAX_ROW_LENGTH, type Source, TableFault, type TableRow, tooLongRow } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** The beginning of the file that is needed to detect the delimiter. */
const HEAD_CHARACTERS = 16_384
/** Of an unparsed row: the text, empty cells, and quotation marks around each. */
const MAX_RECORD_LENGTH = MAX_ROW_LENGTH + 3 * MAX_COLUMNS

/**
 * Reads text with commas, semicolons, tabs or bars as delimiters, in UTF-8, UTF-16 or the encoding of spreadsheets on
 * Windows.
 */
export async function* readCsv(source: Source): AsyncIterable<TableRow> {
  const encoding = await encodingOf(source)
  const delimiter = delimiterOf(await headOf(source, encoding))
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD_LENGTH,
  })
  const content = await source.open()
  const feeding = feed(parser, counted(decoded(content, encoding), delimiter))
  // The parser reports the error.
  feeding.catch(() => undefined)
  try {
    let number = 0
    for await (const record of parser) {
      number++
      const row = finished(number, record.map(unescapeFormula))
      if (row.cells.length > 0) yield row
    }
  } catch (cause) {
    throw isParserFault(cause) ? faultOf(cause) : cause
  } finally {
    content.destroy()
    parser.destroy()
  }
}

async function feed(parser: ReturnType<typeof parse>, content: AsyncIterable<string>): Promise<void> {
  try {
    for await (const text of content) if (!parser.write(text)) await drained(parser)
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done)
      resolve()
    }
    parser.on('drain', done).on('close', done)
  })
}

async function* decoded(content: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** @throws TableFault for more cells than a table can have, before they reach the parser */
async function* counted(content: AsyncIterable<string>, delimiter: string): AsyncIterable<string> {
  const count = createCsvCellCount(delimiter)
  for await (const text of content) {
    count(text)
    yield text
  }
}

/** Text that is not valid UTF-8 has the Windows encoding of western Europe and America: no byte order mark would tell. */
async function encodingOf(source: Source): Promise<string> {
  const content = await source.open()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of content) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  } finally {
    content.destroy()
  }
}

async function headOf(source: Source, encoding: string): Promise<string> {
  const content = await source.open()
  let head = ''
  try {
    for await (const text of decoded(content, encoding)) {
      head += text
      if (head.length >= HEAD_CHARACTERS) break
    }
    return head
  } finally {
    content.destroy()
  }
}

/** The delimiter of the first line: the most frequent candidate outside of quotation marks. */
export function delimiterOf(head: string): string {
  const line =
    head
      .split('"')
      .filter((_, index) => index % 2 === 0)
      .join('')
      .split(/\r\n|\n|\r/)
      .find((text) => text.trim() !== '') ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

type ParserFault = Error & { code: string; records?: unknown }

function isParserFault(error: unknown): error is ParserFault {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

function faultOf({ code, message, records }: ParserFault): TableFault {
  if (code === 'CSV_MAX_RECORD_SIZE' && typeof records === 'number') return tooLongRow(records + 1)
  return new TableFault(`cannot be read as a table: ${message}`)
}
