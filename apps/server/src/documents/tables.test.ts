import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLES, withTable } from './tables.ts'

test.each(TABLES)('the table "$name" of docs/$file is that of the program', ({ file, name, rows }) => {
  const text = readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
  // Stale? Run: pnpm --filter handrail document-tables
  expect(text).toBe(withTable(text, name, rows()))
})

test('a table is written between its markers, with columns as wide as their longest cell', () => {
  const rows = [
    ['Word', 'Meaning'],
    ['a', 'the first'],
  ]
  const text = 'before <!-- words -->\nold\n<!-- /words --> after'
  const table = '| Word | Meaning   |\n| ---- | --------- |\n| a    | the first |'
  expect(withTable(text, 'words', rows)).toBe(`before <!-- words -->\n\n${table}\n\n<!-- /words --> after`)
  expect(withTable('no markers', 'words', rows)).toBeUndefined()
})
