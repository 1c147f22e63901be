import { expect, test } from 'vitest'
import type { Draft } from '../draft.ts'
import { isIn, nextPath } from './paths.ts'

const step = (id: string) => ({ id, title: id, type: 'simple_content', content: {}, required: true }) as const
const DRAFT = {
  asks_effort: true,
  sections: [
    { id: 's1', title: 'One', description: '', steps: [step('a')] },
    { id: 's2', title: 'Two', description: '', steps: [step('b')] },
  ],
} as unknown as Draft

test('a page of a step is there as long as the step is; the others always', () => {
  for (const path of ['', '/finish', '/thanks', '/steps/a', '/steps/b']) expect(isIn(DRAFT, path), path).toBe(true)
  expect(isIn(DRAFT, '/steps/taken-out')).toBe(false)
})

test('who has done a page goes on to the next step, then to the question, then to the thanks', () => {
  expect(nextPath(DRAFT, '/steps/a')).toBe('/steps/b')
  expect(nextPath(DRAFT, '/steps/b')).toBe('/finish')
  expect(nextPath({ ...DRAFT, asks_effort: false }, '/steps/b')).toBe('/thanks')
  expect(nextPath(DRAFT, '/finish')).toBe('/thanks')
})
