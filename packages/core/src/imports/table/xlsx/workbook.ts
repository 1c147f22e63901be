import { unreadable } from '../table.ts'
import type { Parts } from './archive.ts'
import { readXml } from './xml.ts'

const MEGABYTE = 1024 * 1024
/** Texts are held in memory while the table is read. */
const MOST_TEXT_BYTES = 48 * MEGABYTE
const MOST_BYTES = 4 * MEGABYTE

/** What a cell needs beside itself to be read. */
export interface Workbook {
  /** The first sheet that is not hidden. */
  sheet: string
  /** Texts that cells refer to by number. */
  texts: readonly string[]
  /** Formats by number: whether they show a date. */
  dates: readonly boolean[]
  /** Whether days are counted from 1904, as old versions for the Mac did. */
  from1904: boolean
}

export async function readWorkbook(parts: Parts): Promise<Workbook> {
  let relation: string | undefined
  let from1904 = false
  await readPart(parts, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    if (name === 'sheet' && !['hidden', 'veryHidden'].includes(attributes.state ?? '')) relation ??= attributes['r:id']
  })
  let sheet: string | undefined
  await readPart(parts, 'xl/_rels/workbook.xml.rels', (_name, { Id, Target = '' }) => {
    if (Id !== undefined && Id === relation) sheet = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
  })
  if (sheet === undefined) throw unreadable('is no workbook with a sheet in it')
  return { sheet, from1904, texts: await readTexts(parts), dates: await readDates(parts) }
}

async function readPart(
  parts: Parts,
  part: string,
  open: (name: string, attributes: Record<string, string>) => void,
): Promise<void> {
  const content = await parts.open(part, MOST_BYTES)
  if (!content) throw unreadable('is no workbook that Excel, Numbers or LibreOffice writes (.xlsx)')
  await readXml(content, { open })
}

/** A text may be in pieces of several looks; what is said of its pronunciation is left out. */
async function readTexts(parts: Parts): Promise<string[]> {
  const content = await parts.open('xl/sharedStrings.xml', MOST_TEXT_BYTES)
  const texts: string[] = []
  if (!content) return texts
  let current = ''
  let inText = false
  let inPronunciation = false
  await readXml(content, {
    open(name) {
      if (name === 'si') current = ''
      if (name === 'rPh') inPronunciation = true
      inText = name === 't' && !inPronunciation
    },
    text(text) {
      if (inText) current += text
    },
    close(name) {
      if (name === 't') inText = false
      if (name === 'rPh') inPronunciation = false
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

/** The formats that cells name by their place among `cellXfs`. */
async function readDates(parts: Parts): Promise<boolean[]> {
  const content = await parts.open('xl/styles.xml', MOST_BYTES)
  const dates: boolean[] = []
  if (!content) return dates
  const own = new Map<string, boolean>()
  let inCells = false
  await readXml(content, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') own.set(numFmtId, showsDate(formatCode))
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) dates.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return dates
}

/** ECMA-376 part 1, 18.8.30. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47)
}

/** A format shows a date where it has its letters outside of quotation marks and brackets. */
function showsDate(format: string): boolean {
  return /[ymdhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}
