import { expect, test } from 'vitest'
import { comparedAnswers, comparedFiles, doneSince, type SentFile } from './compare.ts'

const FIELDS = [
  { name: 'who', label: 'Who?', kind: 'text' as const },
  { name: 'tags', label: 'Which?', kind: 'multiple_choice' as const },
  { name: 'why', label: 'Why?', kind: 'paragraph' as const },
]

test('answers stand in the order of the form, and those to questions that it does not have any more follow', () => {
  const answers = { gone: 'Old', why: 'Because', who: 'Charlotte' }
  expect(comparedAnswers(FIELDS, { answers }, undefined)).toEqual([
    { name: 'who', label: 'Who?', kind: 'text', answer: 'Charlotte', isChanged: false },
    { name: 'tags', label: 'Which?', kind: 'multiple_choice', answer: undefined, isChanged: false },
    { name: 'why', label: 'Why?', kind: 'paragraph', answer: 'Because', isChanged: false },
    { name: 'gone', label: 'gone', kind: undefined, answer: 'Old', isChanged: false },
  ])
  expect(comparedAnswers(FIELDS, { answers: null }, undefined)).toEqual([])
})

test.each([
  ['another text', { who: 'Charlotte' }, { who: 'Oluwaseun' }, { who: 'Charlotte' }],
  ['another option', { tags: ['a', 'b'] }, { tags: ['a'] }, { tags: ['a', 'b'] }],
  ['an answer where there was none', {}, { why: 'Because' }, { why: undefined }],
  ['no answer any more', { why: 'Because' }, { why: '' }, { why: 'Because' }],
  ['the same', { who: 'Charlotte', tags: ['a'] }, { who: 'Charlotte', tags: ['a'] }, {}],
  ['still no answer, written otherwise', { tags: [], why: null }, { why: '' }, {}],
])('compared with the round before: %s', (_title, before, answers, changed) => {
  const compared = comparedAnswers(FIELDS, { answers }, { answers: before }).filter(({ isChanged }) => isChanged)
  expect(Object.fromEntries(compared.map((one) => [one.name, one.before]))).toEqual(changed)
})

const file = (id: string): SentFile => ({ id, name: `${id}.csv`, media_type: 'text/csv', bytes: 1, download_url: null })

test('files are new where the round before was sent without them, and named where they are not sent any more', () => {
  const [a, b, c] = [file('a'), file('b'), file('c')]
  const { files, gone } = comparedFiles({ files: [b, c] }, { files: [a, b] })
  expect(files.map(({ id, isNew }) => [id, isNew])).toEqual([
    ['b', false],
    ['c', true],
  ])
  expect(gone).toEqual(['a.csv'])
  expect(comparedFiles({ files: [a] }, undefined)).toMatchObject({ files: [{ isNew: false }], gone: [] })
})

test.each([
  ['sent again in the same round', { revision: 2 }, 'sent_again'],
  ['sent in another round', { id: 'second' }, 'sent_again'],
  ['accepted', { status: 'accepted' as const }, 'accepted'],
  ['sent back', { status: 'changes_requested' as const }, 'asked'],
  ['as it was', {}, undefined],
])('since it was opened, a submission was %s', (_title, now, since) => {
  const seen = { id: 'first', revision: 1, status: 'submitted' as const }
  expect(doneSince(seen, { ...seen, ...now })).toBe(since)
})
