import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf, rule, section, someCalendar, someFacts, someSections, step } from '../../../test/dated-plans.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { createRandom } from '../../sample/random.ts'
import { dueDates } from '../dates/due-dates.ts'
import { forecastOf } from '../dates/forecast.ts'
import { timelineOf } from './timeline.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  getEnrollmentTimeline,
  publishGuide,
  updateEnrollment,
} = operations

const TODAY = '2026-11-18'

test('a timeline: a step starts when the step that it counts from is done or due, but not before its section opens', () => {
  const sections = [
    section('One', 'at_once', step('A', rule(2, 'enrolled')), step('B', rule(3, 'previous')), step('C', rule(1, 'B'))),
    section('Two', 'after_previous', step('D', rule(2, 'opened')), step('E')),
  ]
  const plan = planOf(sections, { done: new Map([['A', '2026-11-05']]) })
  const { steps, forecast_date } = timelineOf(plan, { today: TODAY, isOpen: true })
  expect(steps).toEqual([
    { id: 'A', starts_on: '2026-11-02', due_on: '2026-11-04', expected_on: null, done_on: '2026-11-05' },
    // Late: it is expected today, and what follows moves.
    { id: 'B', starts_on: '2026-11-05', due_on: '2026-11-09', expected_on: '2026-11-18', done_on: null },
    { id: 'C', starts_on: '2026-11-09', due_on: '2026-11-10', expected_on: '2026-11-19', done_on: null },
    { id: 'D', starts_on: '2026-11-19', due_on: null, expected_on: '2026-11-23', done_on: null },
    { id: 'E', starts_on: '2026-11-19', due_on: null, expected_on: null, done_on: null },
  ])
  expect(forecast_date).toBe('2026-11-23')
  const closed = timelineOf(plan, { today: TODAY, isOpen: false })
  expect(closed.forecast_date).toBeNull()
  expect(closed.steps.every(({ expected_on }) => expected_on === null)).toBe(true)
})

test('a timeline of a random plan: no step starts after its end, dates and forecast are those of the plan', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed)
    const sections = someSections(random)
    const plan = planOf(sections, someFacts(random, sections), someCalendar(random))
    const { steps, forecast_date } = timelineOf(plan, { today: TODAY, isOpen: true })
    const due = dueDates(plan)
    const counted = new Set(plan.outline.steps.filter((one) => one.counted).map(({ id }) => id))
    expect(forecast_date).toBe(forecastOf(plan, TODAY)?.forecast_date ?? null)
    expect(steps.map(({ id }) => id)).toEqual(plan.outline.steps.map(({ id }) => id))
    for (const { id, starts_on, due_on, expected_on, done_on } of steps) {
      expect(due_on).toBe(due.get(id))
      expect(done_on).toBe(plan.facts.done.get(id) ?? null)
      const end = done_on ?? due_on
      if (end !== null) expect(starts_on <= end, `${seed} ${id}`).toBe(true)
      if (expected_on === null) continue
      expect(expected_on >= TODAY && starts_on <= expected_on, `${seed} ${id}`).toBe(true)
      if (counted.has(id) && forecast_date) expect(expected_on <= forecast_date).toBe(true)
    }
  }
})

describe.each(ENGINES)('the timeline of an enrollment on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('has the dates of its steps, and is not found in another workspace', async () => {
    const { acme, other } = instance
    const due = { days: 3, from: 'enrolled', calendar_days: true }
    const steps = [
      { title: 'A', due },
      { title: 'B', due: { days: 2, from: 'previous', calendar_days: true } },
    ]
    const { data: guide } = await acme.invoke(createGuide, { title: 'G', sections: [{ title: 'All', steps }] })
    const { sections } = (await acme.invoke(publishGuide, { id: guide.id })).data
    const { data: contact } = await acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    const given = { contact_id: contact.id, guide_id: guide.id, target_date: '2026-12-01' }
    const { id } = (await acme.invoke(createEnrollment, given)).data
    const [first] = sections[0]?.steps ?? []
    await acme.invoke(completeStep, { id, step_id: first?.id ?? '' })
    const { data } = await acme.invoke(getEnrollmentTimeline, { id })
    expect(data).toMatchObject({
      enrolled_on: '2026-11-20',
      today: '2026-11-20',
      target_date: '2026-12-01',
      forecast_date: '2026-11-25',
      steps: [
        { starts_on: '2026-11-20', due_on: '2026-11-23', expected_on: null, done_on: '2026-11-20' },
        { starts_on: '2026-11-20', due_on: '2026-11-25', expected_on: '2026-11-25', done_on: null },
      ],
    })
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect((await acme.invoke(getEnrollmentTimeline, { id })).data).toMatchObject({ forecast_date: null })
    await expect(other.invoke(getEnrollmentTimeline, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of an enrollment without dates has none', async () => {
    const { acme } = instance
    const { data: guide } = await acme.invoke(createGuide, {
      title: 'G',
      sections: [{ title: 'All', steps: [{ title: 'A' }] }],
    })
    await acme.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await acme.invoke(createContact, { email: 'b@example.com', first_name: 'B' })
    const { id } = (await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })).data
    const { data } = await acme.invoke(getEnrollmentTimeline, { id })
    expect(data).toMatchObject({ target_date: null, forecast_date: null })
    expect(data.steps).toMatchObject([{ due_on: null, expected_on: null, done_on: null }])
  })
})
