import { expect, test } from 'vitest'
import { isStaleAfter, isThereAfter } from './invalidation.ts'
import { ANYTHING, type Told } from './stream/changes.ts'

const told = (event: string, subject_id: string | null): Told => ({
  changes: [{ event, subject_id }],
  complete: true,
  cursor: undefined,
})

test.each([
  ['a step of the enrollment that is shown', told('step.completed', 'e1'), ['getEnrollment', { id: 'e1' }], true],
  ['a step of another', told('step.completed', 'e2'), ['getEnrollment', { id: 'e1' }], false],
  ['something of nobody knows which', told('step.completed', null), ['getEnrollment', { id: 'e1' }], true],
  ['the contact of some enrollment', told('contact.updated', 'c1'), ['getEnrollment', { id: 'e1' }], true],
  ['a step, for a list', told('step.completed', 'e2'), ['listEnrollments', {}, 'page', ''], true],
  ['a step, for contacts', told('step.completed', 'e2'), ['listContacts', {}, 'page', ''], false],
  ['a guide that was viewed', told('guide.viewed', 'e1'), ['getEnrollment', { id: 'e1' }], true],
  ['a guide that was published', told('guide.published', 'g1'), ['listAllGuides', {}], true],
  ['a guide that somebody writes', told('guide.published', 'g1'), ['getGuideDraft', { id: 'g1' }, 'tagged'], false],
  ['a draft that was saved', told('draft.saved', 'g1'), ['getGuideDraft', { id: 'g1' }], true],
  ['another draft that was saved', told('draft.saved', 'g2'), ['getGuideDraft', { id: 'g1' }], false],
  ['a draft that somebody looks into', told('draft.visited', 'g1'), ['listAllGuides', {}], false],
  ['an answer about mail', told('email.failed', 'e1'), ['listEmails', {}], true],
  ['an event that no contract declares', told('note.created', 'n1'), ['listApiKeys', {}], true],
  [
    'such an event, where somebody writes',
    told('note.created', 'n1'),
    ['getGuideDraft', { id: 'g1' }, 'tagged'],
    false,
  ],
  ['what no event tells of', told('contact.updated', 'c1'), ['listApiKeys', {}], false],
  ['anything', ANYTHING, ['listApiKeys', {}], true],
  ['anything, where somebody writes', ANYTHING, ['getGuideDraft', { id: 'g1' }, 'tagged'], false],
] as const)('%s', (_what, news, key, isStale) => {
  expect(isStaleAfter([news])(['w', ...key])).toBe(isStale)
})

test.each([
  ['a contact that is brought back', told('contact.created', 'c1'), true],
  ['one that is deleted', told('contact.deleted', 'c1'), false],
  ['another', told('contact.created', 'c2'), false],
  ['anything', ANYTHING, false],
])('a page of what is gone, and %s', (_what, news, isThere) => {
  expect(isThereAfter([news])(['w', 'getContact', { id: 'c1' }])).toBe(isThere)
})
