import { expect, test } from 'vitest'
import { mixesScripts } from './client.ts'

test.each([
  ['Gооgle', true],
  ['Claudе', true],
  ['Αpple', true],
  ['Google', false],
  ['Яндекс', false],
  ['Ελλάδα', false],
  ['カレンダー Sync', false],
  ['日历 for Teams 2', false],
  ['Zoë हिन्दी عربي', false],
])('whether the name %s mixes scripts that look alike: %s', (name, expected) =>
  expect(mixesScripts(name)).toBe(expected),
)
