import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { contentOf, workbook } from '../../../test/data/workbook.ts'
import { readTable } from './read-table.ts'
import { TableFault } from './table.ts'

async function rowsOf(content: string | Buffer): Promise<[number, ...string[]][]> {
  const bytes = Buffer.from(content)
  // In small chunks, as files arrive: multi-byte characters are split.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(i * 7, i * 7 + 7))
  const open = async () => Readable.from(bytes.length > 10_000 ? [bytes] : pieces)
  const rows: [number, ...string[]][] = []
  for await (const { number, cells } of readTable({ bytes: bytes.length, open })) rows.push([number, ...cells])
  return rows
}

test.each([
  ['commas', 'a,b\n1,"x, y"\n', ['1', 'x, y']],
  ['semicolons, and commas in a value', 'a;b\r\n1;"2,5, or so"\r\n', ['1', '2,5, or so']],
  ['tabs', 'a\tb\n1\t2', ['1', '2']],
  ['a mark of UTF-8 at the beginning', '\ufeffa,b\n1,é\n', ['1', 'é']],
  ['UTF-16', Buffer.from('\ufeffa\tb\n1\té €\n', 'utf16le'), ['1', 'é €']],
  ['the letters of Windows', Buffer.from('a;b\n1;M\xfcller \x80\n', 'latin1'), ['1', 'Müller €']],
  ['quotation marks within a value', 'a,b\n1,"say ""hi"""\n', ['1', 'say "hi"']],
  ['an apostrophe before what looks like a formula', "a,b\n1,'=1+1\n", ['1', '=1+1']],
  ['a quotation mark that means nothing', 'a,b\n1,5" pipe\n', ['1', '5" pipe']],
])('reading CSV with %s', async (_name, content, second) => {
  expect(await rowsOf(content)).toEqual([
    [1, 'a', 'b'],
    [2, ...second],
  ])
})

test('rows keep the numbers of the spreadsheet, and empty ones are omitted', async () => {
  expect(await rowsOf('a,b\n\n,,\n1,"two\nlines"\n3,,\n')).toEqual([
    [1, 'a', 'b'],
    [4, '1', 'two\nlines'],
    [5, '3'],
  ])
})

test('the first visible sheet of a workbook is read, with texts, numbers, dates and gaps', async () => {
  const sheet = `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>Na</x:t><x:t>me</x:t></x:is></x:c></x:row>
    <x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="B4" s="1"><x:v>45992</x:v></x:c><x:c r="C4"><x:v>1.5E3</x:v></x:c><x:c r="D4" s="1"><x:v>45992.5</x:v></x:c><x:c r="E4" s="2"><x:v>14</x:v></x:c><x:c r="F4" t="b"><x:v>1</x:v></x:c><x:c r="G4" t="str"><x:f>A4</x:f><x:v>made</x:v></x:c><x:c r="H4" t="e"><x:v>#N/A</x:v></x:c></x:row>`
  expect(await rowsOf(await workbook(sheet))).toEqual([
    [1, 'E-mail', '', 'Name'],
    [4, 'Zoé & Co', '2025-12-01', '1500', '2025-12-01 12:00:00', '14', 'true', 'made'],
  ])
})

test('an archive that is not a workbook or too large when uncompressed is rejected', async () => {
  const texts = `<sst>${' '.repeat(50 * 1024 * 1024)}</sst>`
  const bomb = await workbook('<x:row/>', { 'xl/sharedStrings.xml': texts })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(rowsOf(bomb)).rejects.toThrow(/too large when uncompressed/)
  // A part that declares a smaller size than it has.
  const lying = Buffer.from(await workbook('<x:row/>', { 'xl/sharedStrings.xml': `<sst>${' '.repeat(200_000)}</sst>` }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(200_011)
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 1)) lying.writeUInt32LE(10, at)
  await expect(rowsOf(lying)).rejects.toThrow(TableFault)
  const other = new ZipFile()
  other.addBuffer(Buffer.from('text'), 'notes.txt')
  other.end()
  await expect(rowsOf(await contentOf(other))).rejects.toThrow(/is not an? .*workbook/)
})
