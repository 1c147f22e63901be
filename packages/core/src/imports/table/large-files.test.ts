import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { contentOf, workbook } from '../../../test/data/workbook.ts'
import { readTable } from './read-table.ts'
import { TableFault } from './table.ts'

const MEGABYTE = 1024 * 1024

/** The reason why a workbook is rejected that is small as a file and large when read. */
async function faultOf(content: Buffer): Promise<TableFault | undefined> {
  try {
    for await (const _ of readTable({ bytes: content.length, open: async () => Readable.from([content]) }));
    return undefined
  } catch (fault) {
    if (fault instanceof TableFault) return fault
    throw fault
  }
}

function* many(text: string, bytes: number): Iterable<Buffer> {
  const piece = Buffer.from(text.repeat(Math.ceil(MEGABYTE / text.length)))
  for (let at = 0; at < bytes; at += piece.length) yield piece
}

/** A workbook with one part replaced by repeated text of the given size. */
async function withLarge(name: string, [before, text, after]: readonly string[], bytes: number): Promise<Buffer> {
  const zip = new ZipFile()
  const small = 'm'
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="People" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${small}"><x:sheetData/></x:worksheet>`,
  }
  for (const [part, content] of Object.entries(parts)) if (part !== name) zip.addBuffer(Buffer.from(content), part)
  const content = function* () {
    yield Buffer.from(before ?? '')
    yield* many(text ?? '', bytes)
    yield Buffer.from(after ?? '')
  }
  zip.addReadStream(Readable.from(content(), { objectMode: false }), name)
  zip.end()
  return contentOf(zip)
}

test('a workbook over 20 MB is rejected before it is read', async () => {
  const content = Buffer.alloc(20 * MEGABYTE + 1)
  ;(await workbook('')).copy(content)
  expect(await faultOf(content)).toMatchObject({ code: 'too_large', message: expect.stringMatching(/20 MB/) })
})

test('shared texts over 48 MB are rejected', async () => {
  const texts = ['<sst>', `<si><t>${'x'.repeat(1000)}</t></si>`, '</sst>']
  const content = await withLarge('xl/sharedStrings.xml', texts, 48 * MEGABYTE)
  expect(content.length).toBeLessThan(MEGABYTE)
  expect(await faultOf(content)).toMatchObject({ code: 'too_large' })
  expect(await faultOf(await withLarge('xl/sharedStrings.xml', texts, 40 * MEGABYTE))).toBeUndefined()
}, 120_000)

test('a sheet over 300 MB of XML is rejected', async () => {
  const sheet = [
    '<x:worksheet xmlns:x="m"><x:sheetData>',
    `${' '.repeat(10_000)}<x:row/>`,
    '</x:sheetData></x:worksheet>',
  ]
  const content = await withLarge('xl/worksheets/sheet1.xml', sheet, 300 * MEGABYTE)
  expect(content.length).toBeLessThan(2 * MEGABYTE)
  expect(await faultOf(content)).toMatchObject({ code: 'too_large' })
}, 120_000)

/** The archive with a wrong size of a part in its directory. */
function claiming(archive: Buffer, name: string, bytes: number): Buffer {
  const changed = Buffer.from(archive)
  const entry = changed.lastIndexOf(name) - 46
  expect(changed.readUInt32LE(entry)).toBe(0x02014b50)
  changed.writeUInt32LE(bytes, entry + 24)
  return changed
}

test('a part that exceeds its declared size is rejected while unpacking', async () => {
  const name = 'xl/sharedStrings.xml'
  const texts = ['<sst>', `<si><t>${'x'.repeat(1000)}</t></si>`, '</sst>']
  const content = claiming(await withLarge(name, texts, 400 * MEGABYTE), name, MEGABYTE)
  expect(content.length).toBeLessThan(2 * MEGABYTE)
  expect(await faultOf(content)).toMatchObject({ code: 'unreadable' })
}, 120_000)
