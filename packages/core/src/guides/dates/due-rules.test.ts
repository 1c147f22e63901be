import { expect, test } from 'vitest'
import { DueRule, OpensRule } from './due-rules.ts'

const STEP = '0190c1de-0000-7000-8000-00000000000a'

test.each([
  [{ days: 3, from: 'enrolled' }],
  [{ days: 0, from: 'started' }],
  [{ days: -3650, from: 'target' }],
  [{ days: 3650, from: 'target', calendar_days: true }],
  [{ days: 1, from: 'previous', calendar_days: false }],
  [{ days: 1, from: 'opened' }],
  [{ days: 1, from: STEP }],
])('a step can be due by %j', (due) => {
  expect(DueRule.parse(due)).toEqual(due)
})

test('the id of a step in a rule is kept in lower case, as ids are', () => {
  expect(DueRule.parse({ days: 1, from: STEP.toUpperCase() }).from).toBe(STEP)
})

test.each([
  ['more than 3,650 days', { days: 3651, from: 'enrolled' }],
  ['less than -3,650 days', { days: -3651, from: 'target' }],
  ['part of a day', { days: 1.5, from: 'enrolled' }],
  ['a number in words', { days: '3', from: 'enrolled' }],
  ['days before the enrollment', { days: -1, from: 'enrolled' }],
  ['days before the start', { days: -1, from: 'started' }],
  ['days before the step before', { days: -1, from: 'previous' }],
  ['days before the opening', { days: -1, from: 'opened' }],
  ['days before a step', { days: -1, from: STEP }],
  ['a word that is neither a day nor an id', { days: 1, from: 'launch' }],
  ['no days', { from: 'enrolled' }],
  ['an unknown field', { days: 1, from: 'enrolled', hours: 2 }],
])('a due rule with %s is refused', (_, due) => {
  expect(DueRule.safeParse(due).success).toBe(false)
})

test.each([
  ['at_once'],
  ['after_previous'],
  ['by_team'],
  [{ days: 5, from: 'started' }],
  [{ days: -10, from: 'target', calendar_days: true }],
  [{ days: 5, from: STEP }],
])('a section can open by %j', (opens) => {
  expect(OpensRule.parse(opens)).toEqual(opens)
})

test.each([
  ['a word of its own', 'later'],
  ['its own opening', { days: 1, from: 'opened' }],
  ['the step before', { days: 1, from: 'previous' }],
  ['days before the start', { days: -1, from: 'started' }],
  ['too many days', { days: 3651, from: 'started' }],
])('an opening by %s is refused', (_, opens) => {
  expect(OpensRule.safeParse(opens).success).toBe(false)
})
