import { expect, test } from 'vitest'
import { isStaleAfter, isThereAfter } from './invalidation.ts'
import { type ChangeBatch, UNKNOWN_CHANGES } from './stream/changes.ts'

const batch = (event: string, subject_id: string | null): ChangeBatch => ({
  changes: [{ event, subject_id }],
  complete: true,
  cursor: undefined,
})

test.each([
  ['a step of the enrollment shown', batch('step.completed', 'e1'), ['getEnrollment', { id: 'e1' }], true],
  ['a step of another enrollment', batch('step.completed', 'e2'), ['getEnrollment', { id: 'e1' }], false],
  ['a change without a subject', batch('step.completed', null), ['getEnrollment', { id: 'e1' }], true],
  ['the contact of an enrollment', batch('contact.updated', 'c1'), ['getEnrollment', { id: 'e1' }], true],
  ['a step, and a list of enrollments', batch('step.completed', 'e2'), ['listEnrollments', {}, 'page', ''], true],
  ['a step, and a list of contacts', batch('step.completed', 'e2'), ['listContacts', {}, 'page', ''], false],
  ['a viewed guide', batch('guide.viewed', 'e1'), ['getEnrollment', { id: 'e1' }], true],
  ['a published guide', batch('guide.published', 'g1'), ['listAllGuides', {}], true],
  ['a guide being edited', batch('guide.published', 'g1'), ['getGuideDraft', { id: 'g1' }, 'editable'], false],
  ['a saved draft', batch('draft.saved', 'g1'), ['getGuideDraft', { id: 'g1' }], true],
  ['another saved draft', batch('draft.saved', 'g2'), ['getGuideDraft', { id: 'g1' }], false],
  ['a draft that was opened', batch('draft.visited', 'g1'), ['listAllGuides', {}], false],
  ['an event about an email', batch('email.failed', 'e1'), ['listEmails', {}], true],
  ['an event that no contract declares', batch('undeclared.created', 'u1'), ['listApiKeys', {}], true],
  [
    'such an event, while editing',
    batch('undeclared.created', 'u1'),
    ['getGuideDraft', { id: 'g1' }, 'editable'],
    false,
  ],
  ['an operation that no event makes stale', batch('contact.updated', 'c1'), ['listApiKeys', {}], false],
  ['unknown changes', UNKNOWN_CHANGES, ['listApiKeys', {}], true],
  ['unknown changes, while editing', UNKNOWN_CHANGES, ['getGuideDraft', { id: 'g1' }, 'editable'], false],
] as const)('invalidation: %s', (_what, changes, key, isStale) => {
  expect(isStaleAfter([changes])(['w', ...key])).toBe(isStale)
})

test.each([
  ['the contact was restored', batch('contact.created', 'c1'), true],
  ['the contact was deleted', batch('contact.deleted', 'c1'), false],
  ['another contact was created', batch('contact.created', 'c2'), false],
  ['unknown changes', UNKNOWN_CHANGES, false],
])('invalidation: the page of a deleted contact is requested again: %s', (_what, changes, isThere) => {
  expect(isThereAfter([changes])(['w', 'getContact', { id: 'c1' }])).toBe(isThere)
})
