import { expect, test } from 'vitest'
import { funnelOf } from './funnel-steps.ts'

const step = (id: string, finished: number) => ({
  id,
  section: 'Start',
  title: id,
  estimated_minutes: null,
  finished,
  median_seconds: null,
})

test('the drop-off of the first step counts from those who began, not from all who are enrolled', () => {
  const funnel = funnelOf({ started: 50, steps: [step('a', 48), step('b', 20), step('c', 25)] })
  expect(funnel.map(({ id, lost, place }) => [id, lost, place])).toEqual([
    ['a', 2, 1],
    ['b', 28, 2],
    ['c', 0, 3],
  ])
})

test('without anybody who began, nobody stops', () => {
  expect(funnelOf({ started: 0, steps: [step('a', 0)] })).toMatchObject([{ lost: 0 }])
})
