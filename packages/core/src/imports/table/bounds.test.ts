import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { workbook } from '../../../test/data/workbook.ts'
import { readTable } from './read-table.ts'
import { TableFault } from './table.ts'

/** The number of rows read from a file, and the reason of its end. */
async function read(content: string | Buffer): Promise<{ rows: number; fault?: TableFault }> {
  const bytes = Buffer.from(content)
  let rows = 0
  try {
    const open = async () => Readable.from(pieces(bytes))
    for await (const _ of readTable({ bytes: bytes.length, open })) rows++
    return { rows }
  } catch (fault) {
    if (!(fault instanceof TableFault)) throw fault
    return { rows, fault }
  }
}

function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const cell = (reference: string, text: string) =>
  `<x:c r="${reference}" t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`
const row = (number: number, ...cells: string[]) => `<x:row r="${number}">${cells.join('')}</x:row>`
const HEAD = row(1, cell('A1', 'Name'))
const sheet = (...rows: string[]) => workbook(HEAD + rows.join(''))
const shared = (text: string, rows: string) => workbook(HEAD + rows, { 'xl/sharedStrings.xml': `<sst>${text}</sst>` })
const styled = (styles: string) => workbook(HEAD, { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` })

const LONG = 'x'.repeat(32_768)
const named = (number: number) => `<x:row r="${number}"><x:c r="B${number}" t="s"><x:v>0</x:v></x:c></x:row>`

test.each<[string, () => string | Promise<Buffer>, RegExp, { code: string; row?: number; column?: number }]>([
  ['a cell of text', () => `a,b\n1,${LONG}\n`, /32,767 .* row 2, column B/, { code: 'too_long', row: 2, column: 1 }],
  [
    'a row of text',
    () => `a\n1\n${Array(5).fill('x'.repeat(20_001)).join(',')}\n`,
    /100,000 characters in row 3/,
    { code: 'too_long', row: 3 },
  ],
  [
    'a quotation mark that never ends',
    () => `a\n1\n"${'x,y\n'.repeat(100_000)}`,
    /row 3.*quotation mark/,
    { code: 'too_long', row: 3 },
  ],
  ['columns', () => `a\n${'1,'.repeat(200)}1\n`, /200 columns in row 2/, { code: 'too_large', row: 2, column: 200 }],
  ['a cell', () => sheet(row(3, cell('AB3', LONG))), /row 3, column AB/, { code: 'too_long', row: 3, column: 27 }],
  [
    'a shared text',
    () =>
      shared(`<si><t>${'x'.repeat(20_000_000)}</t></si>`, Array.from({ length: 800 }, (_, i) => named(i + 2)).join('')),
    /32,767 characters in row 2, column B/,
    { code: 'too_long', row: 2, column: 1 },
  ],
  [
    'a row',
    () => sheet(row(2, ...['A', 'B', 'C', 'D', 'E'].map((name) => cell(`${name}2`, 'x'.repeat(20_001))))),
    /100,000 characters in row 2/,
    { code: 'too_long', row: 2 },
  ],
  [
    'columns of a sheet',
    () => sheet(row(2, cell('GS2', 'far'))),
    /200 columns in row 2/,
    { code: 'too_large', row: 2, column: 200 },
  ],
  [
    'a number format',
    () => styled(`<numFmts><numFmt numFmtId="170" formatCode="${'['.repeat(150_000)}"/></numFmts>`),
    /number format of more than 1,000/,
    { code: 'too_long' },
  ],
  [
    'number formats',
    () => styled(Array.from({ length: 65_537 }, (_, i) => `<numFmt numFmtId="${i}" formatCode="0"/>`).join('')),
    /too many cell formats/,
    { code: 'too_large' },
  ],
  [
    'looks of cells',
    () => styled(`<cellXfs>${'<xf numFmtId="0"/>'.repeat(65_537)}</cellXfs>`),
    /too many cell formats/,
    { code: 'too_large' },
  ],
  ['shared texts', () => shared('<si/>'.repeat(2_000_001), ''), /too many different texts/, { code: 'too_large' }],
  ['elements within elements', () => sheet('<a>'.repeat(2_000_000)), /nested too deeply/, { code: 'unreadable' }],
  [
    'attributes of an element',
    () => sheet(`<a ${Array.from({ length: 101 }, (_, i) => `b${i}="1"`).join(' ')}/>`),
    /too many attributes/,
    { code: 'unreadable' },
  ],
  ['an attribute', () => sheet(`<a b="${'x'.repeat(1_000_000)}"/>`), /part that is too long/, { code: 'unreadable' }],
  ['a comment', () => sheet(`<!--${'x'.repeat(1_000_000)}-->`), /part that is too long/, { code: 'unreadable' }],
  [
    'entities of its own',
    () => workbook('', { 'xl/styles.xml': '<!DOCTYPE s [<!ENTITY a "b">]><styleSheet/>' }),
    /entity declarations/,
    { code: 'unreadable' },
  ],
  [
    'a number of a row',
    () => sheet(row(9_999_999_999, cell('A1', 'x'))),
    /out of order/,
    { code: 'unreadable', row: 1 },
  ],
  ['rows of one number', () => sheet(row(1, cell('A1', 'x'))), /out of order after row 1/, { code: 'unreadable' }],
])('a file over a limit is rejected with a reason: %s', async (_name, content, words, where) => {
  const { fault } = await read(await content())
  expect(fault).toMatchObject({ message: expect.stringMatching(words), ...where })
})

describe('a file at the limits is accepted', () => {
  test('as CSV', async () => {
    const longest = 'x'.repeat(32_767)
    expect(await read(`a,b\n1,${longest}\n"${longest}",${longest},${'y'.repeat(34_466)}\n`)).toMatchObject({
      rows: 2,
      fault: { row: 3 },
    })
    expect(await read(`a,b\n1,${longest}\n${longest},${longest},${longest}\n${'1,'.repeat(199)}1\n`)).toEqual({
      rows: 4,
    })
  })

  test('as a workbook, whose unused texts have no limit', async () => {
    const longest = `<si><t>${'x'.repeat(32_767)}</t></si>`
    const unused = `<si><t>${LONG}</t></si>`
    expect(await read(await shared(longest + unused, `${named(2)}${named(3)}`))).toEqual({ rows: 3 })
    const deep = `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`
    expect(await read(await sheet(deep, row(2, cell('GR2', 'last'))))).toEqual({ rows: 2 })
  })
})
