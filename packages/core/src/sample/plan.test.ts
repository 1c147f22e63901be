import { expect, test } from 'vitest'
import { planSample } from './plan.ts'

test('the sample is the same at every run but for the day', () => {
  expect(planSample(1e12, [9, 10, 8])).toEqual(planSample(1e12, [9, 10, 8]))
})
