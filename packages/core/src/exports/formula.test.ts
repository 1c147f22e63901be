import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './formula.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM', "'=1", "''＝1"])(
  'a cell of %j is text for spreadsheets, and the same after an import',
  (text) => {
    const cell = escapeFormula(text)
    expect(cell).toBe(`'${text}`)
    expect(unescapeFormula(cell)).toBe(text)
  },
)

test.each(["O'Neil", "'tis", '', "'", 'a=1'])('a cell of %j stays as it is', (text) => {
  expect(escapeFormula(text)).toBe(text)
  expect(unescapeFormula(text)).toBe(text)
})
