import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { enrollIn } from '../../test/team-guide.ts'
import { operations } from '../index.ts'
import { addCalendarDays } from '../working-calendar/working-days.ts'

const { completeStep, createGuide, getGuideAnalytics, publishGuide, updateEnrollment, updateWorkspace } = operations

const IT = '019aa0f4-7c00-7000-8000-0000000000a2'
const NOTHING = { done: 0, on_time: 0, median_days_late: null, average_days_late: null }

describe.each(ENGINES)('dates in the analytics of a guide on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('of a guide without dates, roles or steps of the team are none', async () => {
    const guide = await publishedGuide(instance.acme)
    const { id } = await enrollIn(instance.acme, guide.id)
    for (const step of guide.sections.flatMap(({ steps }) => steps))
      await instance.acme.invoke(completeStep, { id, step_id: step.id })
    const { data } = await instance.acme.invoke(getGuideAnalytics, { id: guide.id })
    expect(data).toMatchObject({ completed: 1, on_time: { enrollments: NOTHING, steps: NOTHING }, waiting: [] })
  })

  test('are the share on time, the days late, and who takes the longest', async () => {
    const { acme } = instance
    const due = (days: number) => ({ days, from: 'enrolled', calendar_days: true })
    const { data } = await acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ id: IT, name: 'IT' }],
      sections: [
        {
          title: 'All',
          steps: [
            { title: 'Welcome', due: due(2) },
            { title: 'Create a user', responsible: IT, due: due(5) },
            { title: 'Set it up', responsible: 'team', due: due(20) },
          ],
        },
      ],
    })
    const { sections } = (await acme.invoke(publishGuide, { id: data.id })).data
    const ids = sections.flatMap(({ steps }) => steps.map(({ id }) => id))
    // Each enrolled at noon. Days until the target, and until each step is done, one after the other.
    const done = async (target: number, ...days: number[]) => {
      const { id } = await enrollIn(acme, data.id)
      const today = instance.clock.now.toISOString().slice(0, 10)
      await acme.invoke(updateEnrollment, { id, target_date: addCalendarDays(today, target), status: 'in_progress' })
      for (const [at, one] of days.entries()) {
        wait(instance, { days: one })
        await acme.invoke(completeStep, { id, step_id: ids[at] ?? '' })
      }
    }
    await done(11, 1, 8, 1)
    await done(10, 2, 10, 1)
    await done(40, 2, 3)
    const figures = async () => (await acme.invoke(getGuideAnalytics, { id: data.id })).data
    expect((await figures()).on_time).toEqual({
      // Completed one day before the target, and three days after it.
      enrollments: { done: 2, on_time: 1, median_days_late: 3, average_days_late: 3 },
      // "Create a user" was 4 and 7 days late.
      steps: { done: 8, on_time: 6, median_days_late: 5.5, average_days_late: 5.5 },
    })
    const DAY = 86_400
    expect((await figures()).waiting).toEqual([
      { responsible: IT, role_name: 'IT', finished: 3, median_seconds: 8 * DAY },
      { responsible: 'anyone', role_name: null, finished: 3, median_seconds: 2 * DAY },
      { responsible: 'team', role_name: null, finished: 2, median_seconds: DAY },
    ])
    // There the days begin nearly half a day earlier: what was done at noon was done on the next day.
    await acme.invoke(updateWorkspace, { time_zone: 'Pacific/Kiritimati' })
    expect((await figures()).on_time.enrollments).toMatchObject({ on_time: 1, median_days_late: 4 })
    const { data: none } = await acme.invoke(getGuideAnalytics, { id: data.id, from: '2027-01-01T00:00:00Z' })
    expect(none).toMatchObject({ on_time: { enrollments: NOTHING, steps: NOTHING }, waiting: [] })
  })
})
