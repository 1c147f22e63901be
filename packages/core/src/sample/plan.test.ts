import { expect, test } from 'vitest'
import { planSample } from './plan.ts'

test('the sample data is identical in every run except for dates', () => {
  expect(planSample(1e12, [9, 10, 8])).toEqual(planSample(1e12, [9, 10, 8]))
})
