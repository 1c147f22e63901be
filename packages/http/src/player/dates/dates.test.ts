import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, publish } from '../../../test/support/player.ts'

const { updateEnrollment, updateEnrollmentStep, updateWorkspace } = operations

const DAY_MS = 86_400_000

describe.each(ENGINES)('dates in the player on %s', (engine) => {
  let now = Date.parse('2026-11-25T12:00:00Z')
  let instance: Instance
  let team: Bound
  let guide: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    instance = await openInstance(engine, {}, { now: () => new Date(now) })
    team = await instance.handrail.asSystem(instance.acme.id)
    const steps = [{ title: 'Connect' }, { title: 'Check' }, { title: 'Launch' }]
    const plan = { target_after_days: 10, target_label: 'Go-live' }
    guide = await publish(team, { title: 'Go live', ...plan, sections: [{ title: 'All', steps }] })
  })
  afterAll(() => instance.close())

  const steps = () => guide.sections[0]?.steps.map(({ id }) => id) ?? []
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  async function enrolled(language = 'en-GB') {
    const { id, path } = await invite(team, guide.id)
    return { id, ...openLink(instance.app, path, { 'accept-language': language }) }
  }
  const due = (id: string, step: number, due_on: string | null) =>
    team.invoke(updateEnrollmentStep, { id, step_id: steps()[step] ?? '', due_on })

  test('are said as people say them, on the overview and at the step', async () => {
    const { id, get } = await enrolled()
    for (const [step, days] of [
      [0, 0],
      [1, 1],
      [2, 5],
    ] as const)
      await due(id, step, day(days))
    const page = (await get()).payload
    expect(page).toContain('<b class="due">today</b>')
    expect(page).toContain('<span class="due">tomorrow</span>')
    expect(page).toMatch(/<span class="due">by \w{3},? \d+ \w+<\/span>/)
    expect((await get(`/steps/${steps()[0]}`)).payload).toContain('<b class="due">today</b>')
  })

  test('are counted in the time zone of the workspace', async () => {
    const { id, get } = await enrolled()
    await due(id, 0, day(0))
    // There it is the next day already.
    await team.invoke(updateWorkspace, { time_zone: 'Pacific/Kiritimati' })
    expect((await get()).payload).toContain('1 day late')
    await team.invoke(updateWorkspace, { time_zone: 'UTC' })
  })

  test('of the target name it as the guide does, and the forecast only where it is later', async () => {
    const { id, get } = await enrolled()
    await team.invoke(updateEnrollment, { id, target_date: day(7) })
    await due(id, 0, day(3))
    const page = (await get()).payload
    expect(page).toMatch(/<b>Go-live on \w{3},? \d+ \w+<\/b>/)
    expect(page).toContain('7 days left')
    expect(page).not.toContain('At this pace')
    await due(id, 0, day(9))
    expect((await get()).payload).toContain('At this pace')
    await team.invoke(updateEnrollment, { id, target_date: null })
    expect((await get()).payload).not.toContain('Go-live')
  })

  test('can be in a calendar, whose address is made, renewed and switched off', async () => {
    const { id, get, post } = await enrolled()
    await due(id, 0, day(3))
    expect((await get()).payload).toContain('/dates">Put my dates into my calendar</a>')
    expect((await get('/dates')).payload).toContain('Get the address')
    const addressIn = (page: string) => /value="(https:[^"]+\.ics)"/.exec(page)?.[1]
    expect((await post('/dates', { what: 'renew' })).statusCode).toBe(303)
    const first = addressIn((await get('/dates')).payload)
    const feed = await instance.app.inject(new URL(first ?? '').pathname)
    expect([feed.statusCode, feed.payload.includes('Connect')]).toEqual([200, true])
    await post('/dates', { what: 'renew' })
    const second = addressIn((await get('/dates')).payload)
    expect(second).not.toBe(first)
    await post('/dates', { what: 'remove' })
    expect(addressIn((await get('/dates')).payload)).toBeUndefined()
    for (const url of [first, second])
      expect((await instance.app.inject(new URL(url ?? '').pathname)).statusCode).toBe(404)
  })

  test('leave a guide without dates as it was', async () => {
    const plain = await publish(team, { title: 'Plain', sections: [{ title: 'All', steps: [{ title: 'Read' }] }] })
    const { path } = await invite(team, plain.id)
    const page = (await openLink(instance.app, path).get()).payload
    for (const text of ['class="due', 'class="target']) expect(page).not.toContain(text)
  })

  test('that have passed say by how many days, in every language', async () => {
    const { id, get } = await enrolled('de-DE')
    await team.invoke(updateEnrollmentStep, { id, step_id: steps()[0] ?? '', due_on: day(0) })
    now += 2 * DAY_MS
    expect((await get()).payload).toContain('2 Tage zu spät')
    // The page of the step also names the date.
    expect((await get(`/steps/${steps()[0]}`)).payload).toMatch(/2 Tage zu spät, fällig war \p{L}+\.?,? \d+\. \p{L}+/u)
  })
})
