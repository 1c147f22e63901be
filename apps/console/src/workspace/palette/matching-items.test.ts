import { House } from 'lucide-react'
import { expect, test } from 'vitest'
import { matchingItems } from './matching-items.ts'
import type { OptionalItem } from './palette-item.ts'

const item = (text: string, hint?: string) => ({ id: text, text, hint, icon: House })
const texts = (items: readonly OptionalItem[], typed: string) => matchingItems(items, typed).map(({ text }) => text)

test.each([
  ['nothing typed matches every item', '', ['Add a contact', 'Enrol Ärzte GmbH', 'Dark']],
  ['upper and lower case are the same', 'ADD', ['Add a contact']],
  ['letters beyond ASCII too', 'ärzte', ['Enrol Ärzte GmbH']],
  ['every word counts, in any order', 'contact add', ['Add a contact']],
  ['a word that is missing excludes the item', 'add guide', []],
  ['the hint is searched too', 'theme', ['Dark']],
  ['text and hint may share the words', 'dark theme', ['Dark']],
])('palette matching: %s', (_rule, typed, found) => {
  const items = [item('Add a contact'), item('Enrol Ärzte GmbH'), item('Dark', 'Theme'), false as const]
  expect(texts(items, typed)).toEqual(found)
})

test('palette ranking: items that match by their text come before those that match by their hint, and otherwise keep their order', () => {
  const items = [
    item('Larkspur', 'Guide for Ada'),
    item('Ada Byron'),
    item('Gil', 'ada@example.com'),
    item('Ada Curie'),
  ]
  expect(texts(items, 'ada')).toEqual(['Ada Byron', 'Ada Curie', 'Larkspur', 'Gil'])
})
