import { expect, test } from 'vitest'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { STAGES, type Stage, type Told } from '../contract.ts'
import { byUrgency, isNews, toldAfter } from './told.ts'

const calendar = workingDaysOf({ working_days: [1, 2, 3, 4, 5], holidays: ['2026-11-26'] })
const on = (today: string) => ({ today, calendar })
const thing = (stage: Stage, key = 'a') => ({ key, stage })
const told = (stage: Stage, day: string): Told => ({ a: { stage, on: day } })

test('a thing is news until it was told, and at each more urgent stage once', () => {
  for (const [index, stage] of STAGES.entries()) {
    expect(isNews(thing(stage), {}, on('2026-11-20'))).toBe(true)
    const next = STAGES[index + 1]
    if (next) expect(isNews(thing(next), told(stage, '2026-11-20'), on('2026-11-20'))).toBe(true)
    if (next) expect(isNews(thing(stage), told(next, '2026-11-20'), on('2026-12-30'))).toBe(false)
    if (stage !== 'late') expect(isNews(thing(stage), told(stage, '2026-11-20'), on('2026-12-30'))).toBe(false)
  }
})

test('a late thing is repeated on the third working day after it was told, over weekends and holidays', () => {
  const days = ['2026-11-21', '2026-11-23', '2026-11-24', '2026-11-25'].map((day) =>
    isNews(thing('late'), told('late', '2026-11-20'), on(day)),
  )
  expect(days).toEqual([false, false, false, true])
  expect(isNews(thing('late'), told('late', '2026-11-24'), on('2026-11-27'))).toBe(false)
  expect(isNews(thing('late'), told('late', '2026-11-24'), on('2026-11-30'))).toBe(true)
})

test('what a mail contains was told on its day, and what is no longer there is forgotten', () => {
  const before: Told = { a: { stage: 'due', on: '2026-11-18' }, gone: { stage: 'late', on: '2026-11-18' } }
  const things = [thing('late', 'a'), thing('due', 'b')]
  expect(toldAfter(before, things, undefined)).toEqual({ a: { stage: 'due', on: '2026-11-18' } })
  expect(toldAfter(before, things, '2026-11-20')).toEqual({
    a: { stage: 'late', on: '2026-11-20' },
    b: { stage: 'due', on: '2026-11-20' },
  })
})

test('late things come first', () => {
  const sorted = [thing('week'), thing('due'), thing('late'), thing('opened'), thing('today')].toSorted(byUrgency)
  expect(sorted.map(({ stage }) => stage)).toEqual(['late', 'today', 'due', 'opened', 'week'])
})
