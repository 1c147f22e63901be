import { readCsv } from './csv.ts'
import { type Source, TableFault, type TableRow } from './table.ts'
import { readXlsx } from './xlsx/xlsx.ts'

/** The signature of archives such as workbooks, and that of workbooks of Excel before 2007. */
const ZIP = Buffer.from('504b0304', 'hex')
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * The rows of a table in a file, whose format is detected by content.
 * @throws TableFault if it is unreadable or exceeds a limit
 */
export async function* readTable(source: Source): AsyncIterable<TableRow> {
  const begin = await beginOf(source)
  if (begin.subarray(0, OLD_WORKBOOK.length).equals(OLD_WORKBOOK))
    throw new TableFault(
      'is a workbook in an old format, or has a password. Save it as .xlsx or CSV, without a password',
    )
  const isWorkbook = begin.subarray(0, ZIP.length).equals(ZIP)
  if (!isWorkbook && begin.includes(0) && begin[0] !== 0xff)
    throw new TableFault('is neither CSV nor a workbook (.xlsx)')
  yield* isWorkbook ? readXlsx(source) : readCsv(source)
}

async function beginOf(source: Source): Promise<Buffer> {
  const content = await source.open()
  try {
    for await (const chunk of content) return Buffer.from(chunk)
    return Buffer.alloc(0)
  } finally {
    content.destroy()
  }
}
