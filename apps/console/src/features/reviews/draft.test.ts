import { expect, test } from 'vitest'
import type { SentFile } from './compare.ts'
import { carriedOver, EMPTY_DRAFT, isEmptyDraft, unwritten, withNote } from './draft.ts'

const file = (id: string, name: string): SentFile => ({
  id,
  name,
  media_type: 'text/csv',
  bytes: 1,
  download_url: null,
})

test('a note is marked before it is written, and can be taken back', () => {
  const marked = withNote(EMPTY_DRAFT, 'who', '')
  expect(isEmptyDraft(marked)).toBe(false)
  expect(unwritten(marked)).toEqual(['who'])
  expect(unwritten(withNote(marked, 'who', 'And if she is away?'))).toEqual([])
  expect(withNote(marked, 'who', undefined)).toEqual(EMPTY_DRAFT)
})

test('notes on files that are not sent any more are kept in the note to all of it', () => {
  const before = { files: [file('a', 'orders.csv'), file('b', 'customers.csv')] }
  const draft = { note: 'Nearly there.', notes: { a: 'One month is missing.', b: 'No names.', who: 'Who else?' } }
  expect(carriedOver(draft, before, { files: [file('b', 'customers.csv')] })).toEqual({
    note: 'Nearly there.\norders.csv: One month is missing.',
    notes: { b: 'No names.', who: 'Who else?' },
  })
  expect(carriedOver({ note: '', notes: { a: '' } }, before, { files: [] })).toEqual(EMPTY_DRAFT)
})
