import { MAX_CELL_LENGTH, TableFault } from '../table.ts'
import type { Parts } from './archive.ts'
import { readXml } from './xml.ts'

const MEGABYTE = 1024 * 1024
/** Texts are held in memory while the table is read. */
const MAX_TEXT_BYTES = 48 * MEGABYTE
const MAX_BYTES = 4 * MEGABYTE
/** More than any program writes: Excel has 65,490 cell formats, and number formats of 255 characters. */
const MAX_TEXTS = 2_000_000
const MAX_FORMATS = 65_536
const MAX_FORMAT_LENGTH = 1000

/** The parts of a workbook needed to read its cells. */
export interface Workbook {
  /** The first sheet that is not hidden. */
  sheet: string
  /** The texts that cells refer to by number; null for one longer than a cell can be. */
  texts: readonly (string | null)[]
  /** Formats by number: whether they show a date. */
  dates: readonly boolean[]
  /** Whether dates count from 1904, as in old versions for the Mac. */
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
  if (sheet === undefined) throw new TableFault('is not a workbook with a sheet')
  return { sheet, from1904, texts: await readTexts(parts), dates: await readDates(parts) }
}

async function readPart(
  parts: Parts,
  part: string,
  open: (name: string, attributes: Record<string, string>) => void,
): Promise<void> {
  const content = await parts.open(part, MAX_BYTES)
  if (!content) throw new TableFault('is not an .xlsx workbook as written by Excel, Numbers or LibreOffice')
  await readXml(content, { open })
}

/** A text can have several runs; its phonetic text is omitted. */
async function readTexts(parts: Parts): Promise<Workbook['texts']> {
  const content = await parts.open('xl/sharedStrings.xml', MAX_TEXT_BYTES)
  const texts: (string | null)[] = []
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
      // The rest of a too long text is not stored.
      if (inText && current.length <= MAX_CELL_LENGTH) current += text
    },
    close(name) {
      if (name === 't') inText = false
      if (name === 'rPh') inPronunciation = false
      if (name !== 'si') return
      if (texts.length === MAX_TEXTS) throw new TableFault('has too many different texts', { code: 'too_large' })
      texts.push(current.length > MAX_CELL_LENGTH ? null : current)
    },
  })
  return texts
}

/** The formats that cells refer to by their index in `cellXfs`. */
async function readDates(parts: Parts): Promise<boolean[]> {
  const content = await parts.open('xl/styles.xml', MAX_BYTES)
  const dates: boolean[] = []
  if (!content) return dates
  const own = new Map<string, boolean>()
  let inCells = false
  await readXml(content, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') own.set(numFmtId, showsDate(bounded(formatCode)))
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) dates.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)))
      if (Math.max(own.size, dates.length) > MAX_FORMATS)
        throw new TableFault('has too many cell formats', { code: 'too_large' })
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

/** @throws TableFault */
function bounded(format: string): string {
  if (format.length <= MAX_FORMAT_LENGTH) return format
  const why = `has a number format of more than ${MAX_FORMAT_LENGTH.toLocaleString('en')} characters`
  throw new TableFault(why, { code: 'too_long' })
}

const CLOSING: Record<string, string> = { '"': '"', '[': ']' }

/** A format shows a date if it has date letters outside of quotation marks and brackets, and not after a backslash. */
function showsDate(format: string): boolean {
  let until: string | undefined
  for (let at = 0; at < format.length; at++) {
    const character = format.charAt(at)
    if (until !== undefined) {
      if (character === until) until = undefined
    } else if (character === '\\') at++
    else if ('ymdhs'.includes(character.toLowerCase())) return true
    else until = CLOSING[character]
  }
  return false
}
