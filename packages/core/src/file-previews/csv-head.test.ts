import { expect, test } from 'vitest'
import { csvHead, HEAD_BYTES, MAX_CELL, MAX_COLUMNS, MAX_ROWS } from './csv-head.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = (text: string | Uint8Array, isWhole = true) =>
  csvHead(typeof text === 'string' ? bytes(text) : text, isWhole)

test('the first rows of a CSV are a header and rows of as many cells, whatever stands between cells', () => {
  for (const between of [',', ';', '\t', '|'])
    expect(head(`Order${between}Place\r\n1${between}"Ham${between}burg"\r\n2\r\n`)).toEqual({
      problem: null,
      header: ['Order', 'Place'],
      rows: [
        ['1', `Ham${between}burg`],
        ['2', ''],
      ],
      columns_count: 2,
      has_more_rows: false,
      is_cut: false,
    })
})

test('rows, columns and characters of a CSV are bounded, and what is left out is told', () => {
  const row = Array.from({ length: 40 }, (_, at) => `c${at}`).join(',')
  const many = head(`${row}\n`.repeat(MAX_ROWS + 2))
  expect(many).toMatchObject({ columns_count: 40, has_more_rows: true, is_cut: false })
  expect([many.header.length, many.rows.length]).toEqual([MAX_COLUMNS, MAX_ROWS])
  expect(head(`${row}\n`.repeat(MAX_ROWS + 1)).has_more_rows).toBe(false)
  const long = head(`a\n${'x'.repeat(MAX_CELL - 1)}🙂\n`)
  expect(long).toMatchObject({ rows: [[`${'x'.repeat(MAX_CELL - 1)}…`]], is_cut: true })
})

test('formulas in a CSV stay the text that they are', () => {
  const formula = '=HYPERLINK("https://example.com","x")'
  expect(head(`a,b\n"${formula.replaceAll('"', '""')}",@SUM(1+1)\n`).rows).toEqual([[formula, '@SUM(1+1)']])
})

test('of one enormous line the beginning is shown, also if its quotation mark never ends', () => {
  const line = head('x,'.repeat(HEAD_BYTES / 2), false)
  expect(line).toMatchObject({ problem: null, rows: [], is_cut: true })
  expect(line.header).toHaveLength(MAX_COLUMNS)
  const open = head(`"${'y'.repeat(HEAD_BYTES - 1)}`, false)
  expect(open).toMatchObject({ problem: null, columns_count: 1, is_cut: true })
  expect(open.header[0]).toMatch(/^"y+…$/)
  // A later row that is broken does not hide those before it.
  expect(head('a,b\n1,2\n"never', false)).toMatchObject({ header: ['a', 'b'], rows: [['1', '2']] })
})

test('a CSV in UTF-16 or the encoding of Windows is read, and bytes that are no text are refused', () => {
  expect(head(Uint8Array.of(0xff, 0xfe, 0xfc, 0, 0x2c, 0, 0x62, 0)).header).toEqual(['ü', 'b'])
  expect(head(Uint8Array.of(0xfe, 0xff, 0, 0xfc, 0, 0x2c, 0, 0x62)).header).toEqual(['ü', 'b'])
  expect(head(Uint8Array.of(0xfc, 0x2c, 0x62)).header).toEqual(['ü', 'b'])
  expect(head('\ufeffü,b').header).toEqual(['ü', 'b'])
  // A character of UTF-8 that is cut at the end of what is read.
  expect(head(bytes('a\nü\nü').slice(0, -1), false).rows).toEqual([['ü']])
  expect(head(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)).problem).toBe('not_text')
  expect(head(Uint8Array.of(0x62, 0, 0x2c, 0)).problem).toBe('not_text')
})

test('a CSV without anything in it is empty', () => {
  for (const text of ['', '\ufeff', '\n\n \r\n', ',,\n,,\n'])
    expect(head(text).problem, JSON.stringify(text)).toBe('empty')
})
