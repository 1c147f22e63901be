import { expect, test } from 'vitest'
import { caretIn } from './steady-caret.ts'

test.each([
  ['before what changed', 'one| two', 'one three', 'one| three'],
  ['behind what changed', 'one two| three', 'one and two three', 'one and two| three'],
  ['in what changed', 'one tw|o three', 'one 2 three', 'one 2| three'],
  ['at the end', 'one|', 'one two', 'one| two'],
  ['of what is gone', 'on|e', '', '|'],
])('the caret after a change of its text: %s', (_where, marked, after, expected) => {
  const place = marked.indexOf('|')
  const found = caretIn(marked.replace('|', ''), after, place)
  expect(`${after.slice(0, found)}|${after.slice(found)}`).toBe(expected)
})
