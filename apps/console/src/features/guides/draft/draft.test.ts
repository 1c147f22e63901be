import { expect, test } from 'vitest'
import { consistent, newStep, withResponsible, withType } from './draft.ts'

const reviewed = { ...newStep('form', 'Tell us'), needs_review: true, reviewer_id: 'robin' }

test('a review goes with what can be reviewed: another type, or a step of the team', () => {
  expect(withType(reviewed, 'file_upload')).toMatchObject({ needs_review: true, reviewer_id: 'robin' })
  expect(withType(reviewed, 'checklist')).toMatchObject({ needs_review: false, reviewer_id: null })
  expect(withResponsible(reviewed, 'team')).toMatchObject({ needs_review: false, reviewer_id: null })
  expect(consistent({ ...reviewed, needs_review: false })).toMatchObject({ reviewer_id: null })
})

test('only customers approve: a step of the team that becomes an approval is for anyone', () => {
  const ours = { ...newStep('simple_content', 'Scope'), responsible: 'team', internal: true, assignee_id: 'robin' }
  expect(withType(ours, 'approval')).toMatchObject({ responsible: 'anyone', internal: false, assignee_id: null })
  expect(withType(ours, 'checklist')).toMatchObject({ responsible: 'team', internal: true, assignee_id: 'robin' })
})
