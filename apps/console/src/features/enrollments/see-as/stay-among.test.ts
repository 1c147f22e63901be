import { expect, test } from 'vitest'
import { isShown } from './stay-among.ts'

const HOME = '/console/see-as/w/e/primary/light'

test('links of a page seen as a person lead to pages that only show something', () => {
  for (const place of ['', '?steps=yours#steps', '/steps/0a-1', '/steps/0a-1/record', '/answers', '/thanks'])
    expect(isShown(`${HOME}${place}`, HOME), place).toBe(true)
  for (const place of ['/ask', '/invite', '/dates', '/steps/0a-1/pass-on', '/calendar/0', '/finish'])
    expect(isShown(`${HOME}${place}`, HOME), place).toBe(false)
  expect(isShown('#main', HOME)).toBe(true)
  for (const other of ['https://example.com/', '/g/token', 'mailto:robin@acme.example', 'javascript:alert(1)'])
    expect(isShown(other, HOME), other).toBe(false)
})
