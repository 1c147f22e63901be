import { Readable } from 'node:stream'
import { wallClock } from '../../time-zones.ts'
import { archiveOf } from './archive.ts'
import type { Sheet } from './sheet.ts'

/** The limits of spreadsheets (Excel specifications and limits). */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const MAX_TEXT = 32_767

const TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const PACKAGE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const PARTS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
/** 0 is plain, 1 the bold header, 2 a date with its time. */
const STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/**
 * A list as a workbook (ECMA-376) with one sheet, written as it is read. Texts are cells of text, never formulas. Times are dates in
 * the time zone. Rows beyond the limit of spreadsheets are left out: the CSV has them.
 */
export function workbookOf(name: string, sheet: Sheet, timeZone: string): Readable {
  const workbook = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  async function* entries() {
    for (const [path, text] of [
      ['[Content_Types].xml', TYPES],
      ['_rels/.rels', PACKAGE],
      ['xl/workbook.xml', workbook],
      ['xl/_rels/workbook.xml.rels', PARTS],
      ['xl/styles.xml', STYLES],
    ] as const)
      yield { name: path, open: () => Readable.from([Buffer.from(text)], { objectMode: false }) }
    yield {
      name: 'xl/worksheets/sheet1.xml',
      open: () => Readable.from(sheetXml(sheet, timeZone), { objectMode: false }),
    }
  }
  return archiveOf(entries())
}

async function* sheetXml({ columns, parts }: Sheet, timeZone: string): AsyncIterable<Buffer> {
  const names = columns.slice(0, MAX_COLUMNS).map((_column, index) => columnName(index))
  const rowOf = (number: number, cells: (name: string, index: number) => string) =>
    `<row r="${number}">${names.map((name, index) => cells(`${name}${number}`, index)).join('')}</row>`
  const header = rowOf(1, (at, index) => textCell(at, columns[index] ?? '', 1))
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>${header}`)
  let written = 1
  for await (const rows of parts) {
    const some = rows.slice(0, MAX_ROWS - written)
    yield Buffer.from(some.map((row) => rowOf(++written, (at, index) => cellOf(at, row[index], timeZone))).join(''))
    if (written === MAX_ROWS) break
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A to Z, AA to ZZ and so on. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** @param at the reference of the cell, such as `B2` */
function cellOf(at: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return TIME.test(text) ? `<c r="${at}" s="2"><v>${dayNumber(text, timeZone)}</v></c>` : textCell(at, text, 0)
}

function textCell(at: string, text: string, style: number): string {
  const shown = escaped(text.slice(0, MAX_TEXT))
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${shown}</t></is></c>`
}

/** The days since 30 December 1899 in local time, which is how spreadsheets store dates. */
function dayNumber(time: string, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(time, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 86_400_000 + 25_569
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML 1.0, without the characters that it does not have. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found)
}
