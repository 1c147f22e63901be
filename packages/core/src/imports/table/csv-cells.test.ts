import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createCsvCellCount } from './csv-cells.ts'
import { MAX_CELLS, MAX_CELLS_OF_ROW } from './table.ts'

/** The records of the parser with the options of imports. */
const parsed = (text: string): string[][] =>
  parse(text, { bom: true, delimiter: ',', relax_column_count: true, relax_quotes: true })

/** Numbers that look drawn by chance, and are the same in each run. */
function drawing(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % most
  }
}

/** Counts a text in pieces of a length. @returns the message of the fault */
function faultIn(text: string, piece: number, delimiter = ','): string | undefined {
  const count = createCsvCellCount(delimiter)
  try {
    for (let at = 0; at < text.length; at += piece) count(text.slice(at, at + piece))
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('cells of CSV: the counted ones are those of the parser, however quotation marks, ends of lines and pieces lie', () => {
  const draw = drawing(7)
  const signs = [',', ',', '"', '""', '\n', '\r', '\r\n', 'a', ' ']
  // Enough cells after any beginning, so that a row is too long exactly where the parser has one.
  const many = ','.repeat(MAX_CELLS_OF_ROW - 2)
  let refused = 0
  for (let round = 0; round < 300; round++) {
    const begin = Array.from({ length: draw(9) }, () => signs[draw(signs.length)]).join('')
    const end = Array.from({ length: draw(4) }, () => signs[draw(signs.length)]).join('')
    const text = `${draw(4) === 0 ? '\uFEFF' : ''}${begin}${many}${end}\na`
    let records: string[][]
    try {
      records = parsed(text)
    } catch {
      // A quotation mark that is not closed: the parser refuses it.
      continue
    }
    const isTooLong = records.some((cells) => cells.length > MAX_CELLS_OF_ROW)
    if (isTooLong) refused++
    expect([JSON.stringify(begin), JSON.stringify(end), faultIn(text, 1 + draw(9000)) !== undefined]).toEqual([
      JSON.stringify(begin),
      JSON.stringify(end),
      isTooLong,
    ])
  }
  expect(refused).toBeGreaterThan(20)
}, 60_000)

test('cells of CSV: too many in a row, or in all, are refused by row, with what to do', () => {
  const row = `a;b\n${';'.repeat(MAX_CELLS_OF_ROW)}`
  expect(faultIn(row, 1000, ';')).toMatch(/has more than 16,384 cells in row 2, .* remove the empty columns/)
  expect(faultIn(`${',,,,,\n'.repeat(MAX_CELLS / 6 + 1)}`, 60_000)).toMatch(
    /has more than 25,000,000 cells by row 416666\d/,
  )
})
