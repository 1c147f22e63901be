import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('activity: the newest entry comes first, and entries of the same time keep their order', () => {
  const entries = [
    { at: '2026-11-03T00:00:00.000Z', text: 'enrolled' },
    { at: '2026-11-05T00:00:00.000Z', text: 'started' },
    { at: '2026-11-03T00:00:00.000Z', text: 'invited' },
    { at: '2026-11-04T23:00:00.000-02:00', text: 'finished a step' },
  ]
  expect(newestFirst(entries).map(({ text }) => text)).toEqual(['finished a step', 'started', 'enrolled', 'invited'])
})
