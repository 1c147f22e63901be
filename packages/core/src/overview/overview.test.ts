import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember, wait } from '../../test/people.ts'
import { type Bound, operations } from '../index.ts'

const {
  askQuestion,
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  createWebhookEndpoint,
  deleteEnrollment,
  getOverview,
  listAttention,
  submitScore,
  updateEnrollment,
  updateWorkspace,
} = operations

describe.each(ENGINES)('the overview on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  async function enroll(guide_id: string, first_name: string, fields: { organisation_id?: string } = {}) {
    const email = `${first_name.toLowerCase()}@example.com`
    const { data: contact } = await acme.invoke(createContact, { email, first_name, ...fields })
    return (await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })).data
  }

  test('counts started and completed enrollments by week, with durations', async () => {
    const guide = await publishedGuide(acme)
    const quick = await enroll(guide.id, 'Quick')
    const slow = await enroll(guide.id, 'Slow')
    const late = await enroll(guide.id, 'Slipped')
    await enroll(guide.id, 'Waiting')
    for (const { id } of [quick, slow, late]) await acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    wait(instance, { days: 2 })
    await acme.invoke(updateEnrollment, { id: quick.id, status: 'completed' })
    const contact = await instance.handrail.asContact(quick.access_token)
    await contact.invoke(submitScore, { score: 6 })
    const expires_at = new Date(instance.clock.now.getTime() + 86_400_000).toISOString()
    await acme.invoke(updateEnrollment, { id: late.id, expires_at })
    wait(instance, { days: 2 })
    await acme.invoke(updateEnrollment, { id: slow.id, status: 'completed' })
    await acme.invoke(updateEnrollment, { id: late.id, status: 'expired' })
    const done = await enroll(guide.id, 'Done')
    await acme.invoke(updateEnrollment, { id: done.id, status: 'completed' })

    const { data } = await acme.invoke(getOverview, { weeks: 2 })
    expect(data).toMatchObject({ contacts: 5, published_guides: 1, enrollments: 5, invited: 1, in_progress: 0 })
    expect(data).toMatchObject({ completed: 3, ever_completed: 3, completed_before: 0, median_days: 3 })
    expect(data).toMatchObject({ sampled: 3, time_zone: 'UTC' })
    expect(data.effort).toEqual({ answers: 1, average: 6, distribution: [0, 0, 0, 0, 0, 1, 0] })
    // Friday the 20th, Sunday the 22nd and Tuesday the 24th; one expired on Monday, and one was completed without being started.
    const [first, second] = [{ on_their_way: 2 }, { on_their_way: 0 }]
    expect(data.weeks).toEqual([
      { starts_at: '2026-11-16T00:00:00.000Z', started: 3, completed: 1, median_days: 2, effort: 6, ...first },
      { starts_at: '2026-11-23T00:00:00.000Z', started: 0, completed: 2, median_days: 4, effort: null, ...second },
    ])
    expect((await instance.other.invoke(getOverview, {})).data).toMatchObject({ enrollments: 0, completed: 0 })
  })

  test('lists stuck, asking, expiring and not started contacts of the own workspace only', async () => {
    const guide = await publishedGuide(acme, 'Attention')
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Oakline' })
    const stuck = await enroll(guide.id, 'Stuck', { organisation_id: organisation.id })
    const asking = await enroll(guide.id, 'Asking')
    const late = await enroll(guide.id, 'Late')
    await acme.invoke(completeStep, { id: stuck.id, step_id })
    wait(instance, { days: 8 })
    await (await instance.handrail.asContact(asking.access_token)).invoke(askQuestion, { body: 'Where?' })
    const soon = new Date(instance.clock.now.getTime() + 86_400_000).toISOString()
    await acme.invoke(updateEnrollment, { id: late.id, expires_at: soon })

    const { data, counts } = await acme.invoke(listAttention, {})
    const rows = data.filter((row) => row.guide === 'Attention').map(({ kind, name }) => `${kind} ${name}`)
    expect(rows).toEqual([
      'question Asking',
      'expiring Late',
      'stalled Stuck',
      'not_started Asking',
      'not_started Late',
    ])
    expect(data.find(({ kind }) => kind === 'stalled')).toMatchObject({
      id: stuck.id,
      organisation: 'Oakline',
      step: 'Invite somebody',
    })
    expect(counts).toMatchObject({ question: 1, expiring: 1, stalled: 1, link_request: 0, webhook: 0 })
    expect((await instance.other.invoke(listAttention, {})).data).toEqual([])
  })

  test('is readable by every member, webhooks by members who manage them', async () => {
    const { id } = await addMember(instance, 'vera@example.com', 'viewer')
    const viewer = await instance.handrail.asMember(acme.context.caller.workspace_id, id)
    expect((await viewer.invoke(getOverview, {})).data.enrollments).toBeGreaterThan(0)
    const endpoint = { url: 'https://hooks.example.com/crm', events: ['webhook.test'] }
    for (const description of ['CRM sync', '']) await acme.invoke(createWebhookEndpoint, { ...endpoint, description })
    await instance.handrail.database.write(({ db, tables: { webhook_endpoints: endpoints }, stamp }) =>
      db.update(endpoints).set({ failing_since: stamp }),
    )
    expect((await viewer.invoke(listAttention, {})).counts.webhook).toBe(0)
    const failing = (await acme.invoke(listAttention, {})).data.filter(({ kind }) => kind === 'webhook')
    expect(failing.map(({ name }) => name).toSorted()).toEqual(['CRM sync', 'hooks.example.com'])
  })

  test('attention: all items of a kind can be listed, and the totals are those of all kinds', async () => {
    const guide = await publishedGuide(acme, 'Many')
    const asking = []
    for (let n = 0; n < 23; n++) asking.push(await enroll(guide.id, `Many${n}`))
    for (const { access_token } of asking)
      await (await instance.handrail.asContact(access_token)).invoke(askQuestion, { body: 'How?' })
    const { data: some, counts } = await acme.invoke(listAttention, {})
    const questions = some.filter(({ kind }) => kind === 'question')
    expect([questions.length, counts.question >= 23]).toEqual([20, true])
    const all = await acme.invoke(listAttention, { kind: 'question', limit: 500 })
    expect([all.data.length, new Set(all.data.map(({ kind }) => kind))]).toEqual([
      counts.question,
      new Set(['question']),
    ])
    expect(all.counts).toEqual(counts)
    await expect(acme.invoke(listAttention, { limit: 501 })).rejects.toThrow()
    for (const { id } of asking) await acme.invoke(deleteEnrollment, { id })
  })

  test('weeks begin at midnight on Monday in the time zone of the workspace', async () => {
    const guide = await publishedGuide(acme, 'Across zones')
    await acme.invoke(updateWorkspace, { time_zone: 'Pacific/Auckland' })
    // Now it is Tuesday. In Auckland, Monday begins at 11:00 on Sunday in UTC.
    const { data: before } = await acme.invoke(getOverview, { weeks: 1 })
    const monday = new Date(Date.parse(before.weeks[0]?.starts_at ?? ''))
    expect([monday.getUTCDay(), monday.toISOString().slice(11)]).toEqual([0, '11:00:00.000Z'])
    const { id } = await enroll(guide.id, 'Zoe')
    instance.clock.now = new Date(monday.getTime() + 7 * 86_400_000)
    await acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    const { data: after } = await acme.invoke(getOverview, { weeks: 2 })
    await acme.invoke(updateWorkspace, { time_zone: 'UTC' })
    expect(after).toMatchObject({ time_zone: 'Pacific/Auckland' })
    expect(after.weeks.map(({ starts_at, started }) => [starts_at, started]).at(-1)).toEqual([
      new Date(monday.getTime() + 7 * 86_400_000).toISOString(),
      1,
    ])
  })
})
