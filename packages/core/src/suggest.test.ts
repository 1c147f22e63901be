import { expect, test } from 'vitest'
import { suggest } from './suggest.ts'

test.each([
  ['bakcup', ' Did you mean backup?'],
  ['srve', ' Did you mean serve?'],
  ['doktor', ' Did you mean doctor?'],
  ['fly', ''],
  ['', ''],
])('%s:%s', (word, expected) => {
  expect(suggest(word, ['serve', 'backup', 'doctor'])).toBe(expected)
})
