import { expect, test } from 'vitest'
import { mixesScripts, ownName } from './client.ts'

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

test.each([
  'https://claude.ai',
  'claude.ai',
  'Connector for claude.ai',
  'Claude (www.claude)',
  'claude\u3002ai',
  'claude．ai',
  'xn--claude.xn--p1ai',
  'bücher.example',
  '192.0.2.7',
  'app://claude',
])('the name %s is an address, and is not shown', (name) => expect(ownName(name, 'Unnamed')).toBe('Unnamed'))

test.each(['Claude', 'Node.js sync', 'Sync 2.0', 'St. Gallen Desk', 'A. B. Tools', 'Version 1.2.3', 'Zoë & Co.'])(
  'the name %s is no address',
  (name) => expect(ownName(name, 'Unnamed')).toBe(name),
)
