import { expect, test } from 'vitest'
import { isIn, nextPath } from './paths.ts'

const OUTLINE = { asks_effort: true, sections: [{ steps: [{ id: 'a' }] }, { steps: [{ id: 'b' }] }] }

test('a page of a step is there as long as the step is; the others always', () => {
  for (const path of ['', '/finish', '/thanks', '/steps/a', '/steps/b']) expect(isIn(OUTLINE, path), path).toBe(true)
  expect(isIn(OUTLINE, '/steps/taken-out')).toBe(false)
})

test('who has done a page goes on to the next step, then to the question, then to the thanks', () => {
  expect(nextPath(OUTLINE, '/steps/a')).toBe('/steps/b')
  expect(nextPath(OUTLINE, '/steps/b')).toBe('/finish')
  expect(nextPath({ ...OUTLINE, asks_effort: false }, '/steps/b')).toBe('/thanks')
  expect(nextPath(OUTLINE, '/finish')).toBe('/thanks')
})
