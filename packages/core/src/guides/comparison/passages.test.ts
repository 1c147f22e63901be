import { expect, test } from 'vitest'
import { passagesOf } from './passages.ts'

const shown = (before: string, after: string) =>
  passagesOf(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('')

test.each([
  ['a new text', '', 'One two', '{+One two+}'],
  ['a text that is gone', 'One two', '', '[-One two-]'],
  ['a word at the end', 'We read your orders.', 'We read your invoices.', 'We read your [-orders.-]{+invoices.+}'],
  ['two words apart', 'a b c d e', 'a x c y e', 'a [-b -]{+x +}c [-d -]{+y +}e'],
  ['words between', 'a b', 'a new b', 'a {+new +}b'],
  ['a line', 'One\nTwo\n', 'One\nThree\n', 'One\n[-Two\n-]{+Three\n+}'],
] as const)('differences word by word: %s', (_what, before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

test('of what both share, the words beside a difference are shown', () => {
  const words = Array.from({ length: 40 }, (_, at) => `w${at}`)
  const changed = [...words.slice(0, 20), 'NEW', ...words.slice(20)]
  expect(shown(words.join(' '), changed.join(' '))).toBe(
    '… w12 w13 w14 w15 w16 w17 w18 w19 {+NEW +}w20 w21 w22 w23 w24 w25 w26 w27 … ',
  )
})

test('long texts without a common word cost no more than short ones, and are shown up to a limit', () => {
  const [before, after] = ['old', 'new'].map((word) => Array.from({ length: 5000 }, (_, at) => word + at).join(' '))
  const began = performance.now()
  const passages = passagesOf(before ?? '', after ?? '')
  expect(performance.now() - began).toBeLessThan(500)
  expect(passages.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThan(1600)
})
