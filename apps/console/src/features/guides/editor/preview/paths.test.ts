import { expect, test } from 'vitest'
import { isIn, nextPath } from './paths.ts'

const OUTLINE = { asks_effort: true, sections: [{ steps: [{ id: 'a' }] }, { steps: [{ id: 'b' }] }] }

test('pages of the preview: the page of a step exists as long as the step, the others always', () => {
  for (const path of ['', '/finish', '/thanks', '/steps/a', '/steps/b']) expect(isIn(OUTLINE, path), path).toBe(true)
  expect(isIn(OUTLINE, '/steps/taken-out')).toBe(false)
})

test('pages of the preview: after a step comes the next one, then the question, then the last page', () => {
  expect(nextPath(OUTLINE, '/steps/a')).toBe('/steps/b')
  expect(nextPath(OUTLINE, '/steps/b')).toBe('/finish')
  expect(nextPath({ ...OUTLINE, asks_effort: false }, '/steps/b')).toBe('/thanks')
  expect(nextPath(OUTLINE, '/finish')).toBe('/thanks')
})
