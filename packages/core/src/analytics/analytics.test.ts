import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { operations } from '../index.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  getGuideAnalytics,
  listGuideFigures,
  publishGuide,
  submitScore,
  updateEnrollment,
  updateGuide,
  updateWorkspace,
} = operations

describe.each(ENGINES)('analytics of a guide on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('figures show where contacts stop, how long steps take and how easy it was, filtered by version and time', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const other = await publishedGuide(acme, 'Another')
    const { data: oak } = await acme.invoke(createOrganisation, { name: 'Oak' })
    const steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
    const enroll = async (name: string, fields: { organisation_id?: string } = {}, guide_id = guide.id) => {
      const { data } = await acme.invoke(createContact, { email: `${name}@example.com`, first_name: name, ...fields })
      return (await acme.invoke(createEnrollment, { contact_id: data.id, guide_id })).data
    }
    const all = [await enroll('Ada', { organisation_id: oak.id }), await enroll('Ben'), await enroll('Cy')]
    await enroll('Idle')
    await enroll('Elsewhere', {}, other.id)
    for (const { id } of all) await acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    // After 2, 4 and 9 minutes the first step, the second by two of them after 60, the third by one.
    for (const [index, minutes] of [2, 2, 5].entries()) {
      wait(instance, { minutes })
      await acme.invoke(completeStep, { id: all[index]?.id ?? '', step_id: steps[0] ?? '' })
    }
    wait(instance, { minutes: 60 })
    for (const { id } of all.slice(0, 2)) await acme.invoke(completeStep, { id, step_id: steps[1] ?? '' })
    wait(instance, { days: 30 })
    await acme.invoke(completeStep, { id: all[0]?.id ?? '', step_id: steps[2] ?? '' })
    const ada = await instance.handrail.asContact(all[0]?.access_token ?? '')
    await ada.invoke(submitScore, { score: 6, comment: 'Went well' })

    expect((await acme.invoke(listGuideFigures, {})).data).toEqual([
      { id: guide.id, median_days: 30, sampled: 1, completed: 1, effort: 6 },
    ])
    expect((await instance.other.invoke(listGuideFigures, {})).data).toEqual([])
    expect((await instance.other.invoke(getGuideAnalytics, {})).data).toMatchObject({ guide_id: null, enrolled: 0 })
    expect((await acme.invoke(getGuideAnalytics, {})).data).toMatchObject({ guide_id: other.id, enrolled: 1 })
    const { data } = await acme.invoke(getGuideAnalytics, { id: guide.id })
    expect(data).toMatchObject({ total: 4, enrolled: 4, started: 3, completed: 1, median_days: 30 })
    expect(data.effort).toEqual({ answers: 1, average: 6, distribution: [0, 0, 0, 0, 0, 1, 0] })
    expect(data.steps).toMatchObject([
      { section: 'Account', title: 'Sign in', finished: 3, median_seconds: 240 },
      { title: 'Invite somebody', finished: 2, median_seconds: 3960 },
      { section: 'Data', title: 'Watch', finished: 1, median_seconds: 2_592_000 },
    ])
    expect(data.months).toEqual([
      { starts_at: '2026-11-01T00:00:00.000Z', enrolled: 4, completed: 0, median_days: null, effort: null },
      { starts_at: '2026-12-01T00:00:00.000Z', enrolled: 0, completed: 1, median_days: 30, effort: 6 },
    ])
    expect(data.time_zone).toBe('UTC')
    await acme.invoke(updateWorkspace, { time_zone: 'Asia/Tokyo' })
    const { data: inTokyo } = await acme.invoke(getGuideAnalytics, { id: guide.id })
    expect(inTokyo.months.map(({ starts_at, enrolled }) => [starts_at, enrolled])).toEqual([
      ['2026-10-31T15:00:00.000Z', 4],
      ['2026-11-30T15:00:00.000Z', 0],
    ])
    expect(data.comments).toMatchObject([{ contact_name: 'Ada', score: 6, comment: 'Went well' }])
    expect(data.versions).toHaveLength(1)

    const of = async (filters: object) => (await acme.invoke(getGuideAnalytics, { id: guide.id, ...filters })).data
    expect(await of({ organisation_id: oak.id })).toMatchObject({
      enrolled: 1,
      completed: 1,
      steps: [{ finished: 1 }, {}, {}],
    })
    expect(await of({ from: '2026-12-01T00:00:00Z' })).toMatchObject({
      enrolled: 0,
      months: [],
      steps: [{ finished: 0, median_seconds: null }, {}, {}],
    })
    await acme.invoke(updateGuide, { id: guide.id, title: 'Second edition' })
    await acme.invoke(publishGuide, { id: guide.id })
    const { versions } = await of({})
    expect(versions).toHaveLength(2)
    expect(await of({ version_id: versions[0]?.id })).toMatchObject({ enrolled: 0 })
    expect(await of({ version_id: versions[1]?.id })).toMatchObject({ enrolled: 4 })
    await expect(instance.other.invoke(getGuideAnalytics, { id: guide.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
