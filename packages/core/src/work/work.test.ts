import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { anyMember, enrollIn, guideOf } from '../../test/team-guide.ts'
import { type Bound, operations } from '../index.ts'
import type { OutputOf } from '../operation/operation.ts'

const { answerMessage, askQuestion, completeStep, listWork, requestNewLink, updateEnrollment, updateEnrollmentStep } =
  operations

describe.each(ENGINES)('what waits for a member on %s', (engine) => {
  let instance: Instance
  let guide: { id: string; ids: string[] }
  beforeAll(async () => {
    instance = await openInstance(engine)
    guide = await guideOf(
      instance.acme,
      { title: 'Connect', responsible: 'team' },
      { title: 'Theirs' },
      { title: 'Check', responsible: 'team', internal: true },
    )
  })
  afterAll(() => instance.close())

  const at = (index: number) => guide.ids[index] ?? ''
  async function member() {
    const id = await anyMember(instance)
    return { id, bound: await instance.handrail.asMember(instance.acme.context.caller.workspace_id, id) }
  }
  async function enroll(assignee_id: string | null) {
    const enrollment = await enrollIn(instance.acme, guide.id, assignee_id)
    return { ...enrollment, contact: await instance.handrail.asContact(enrollment.access_token) }
  }
  async function work(bound: Bound, given: object = {}) {
    const { data, counts } = await bound.invoke(listWork, given)
    return {
      data,
      counts,
      told: data.map(({ kind, step, enrollment_id }) => [kind, step?.title ?? null, enrollment_id]),
    }
  }
  const due = (id: string, step_id: string, due_on: string) =>
    instance.acme.invoke(updateEnrollmentStep, { id, step_id, due_on })

  test('is nothing at first, and then the open steps of the team of own enrollments', async () => {
    const { id, bound } = await member()
    const nothing = { question: 0, review: 0, link_request: 0, step: 0 }
    expect(await work(bound)).toEqual({ data: [], counts: nothing, told: [] })
    const { id: one } = await enroll(id)
    expect(await work(bound)).toMatchObject({
      told: [
        ['step', 'Connect', one],
        ['step', 'Check', one],
      ],
      counts: { ...nothing, step: 2 },
    })
    const [first] = (await work(bound)).data
    expect(first).toMatchObject({
      contact_name: 'Pia',
      organisation_name: null,
      guide_title: 'Go live',
      assignee_id: id,
      due_on: null,
      step: { section_title: 'All', internal: false },
      message: null,
    })
    await bound.invoke(completeStep, { id: one, step_id: at(0) })
    expect((await work(bound)).told).toEqual([['step', 'Check', one]])
    await bound.invoke(updateEnrollmentStep, { id: one, step_id: at(2), skipped: true })
    expect((await work(bound)).told).toEqual([])
    await bound.invoke(updateEnrollmentStep, { id: one, step_id: at(2), skipped: false })
    await instance.acme.invoke(updateEnrollment, { id: one, status: 'expired' })
    expect((await work(bound)).told).toEqual([])
  })

  test('is also what others gave to the member, and not what was given to others', async () => {
    const [robin, jonas] = [await member(), await member()]
    const { id } = await enroll(robin.id)
    await instance.acme.invoke(updateEnrollmentStep, { id, step_id: at(0), assignee_id: jonas.id })
    expect((await work(robin.bound)).told).toEqual([['step', 'Check', id]])
    expect((await work(jonas.bound)).told).toEqual([['step', 'Connect', id]])
    expect((await work(robin.bound, { assignee_id: jonas.id })).told).toEqual([['step', 'Connect', id]])
    await expect(work(robin.bound, { assignee_id: jonas.id, of: 'mine' })).rejects.toMatchObject({
      codes: { assignee_id: 'not_together' },
    })
  })

  test('comes late steps first, then questions and requests for a link, then steps by date, then those without one', async () => {
    const { id, bound } = await member()
    const [asking, expired, late, soon, undated] = [
      await enroll(id),
      await enroll(id),
      await enroll(id),
      await enroll(id),
      await enroll(id),
    ]
    for (const { id: done } of [asking, expired, late, soon, undated])
      await bound.invoke(completeStep, { id: done, step_id: at(2) })
    for (const { id: done } of [asking, expired]) await bound.invoke(completeStep, { id: done, step_id: at(0) })
    await due(late.id, at(0), '2026-11-21')
    await due(soon.id, at(0), '2026-11-22')
    wait(instance, { days: 2 })
    expect((await bound.invoke(listWork, {})).meta.today).toBe('2026-11-22')
    await asking.contact.invoke(askQuestion, { step_id: at(1), body: 'First?' })
    wait(instance, { minutes: 1 })
    await asking.contact.invoke(askQuestion, { body: 'Second?' })
    await instance.acme.invoke(updateEnrollment, { id: expired.id, status: 'expired' })
    await expired.contact.invoke(requestNewLink, {})
    const order = [
      ['step', 'Connect', late.id],
      ['question', null, asking.id],
      ['link_request', null, expired.id],
      ['step', 'Connect', soon.id],
      ['step', 'Connect', undated.id],
    ]
    const { told, data, counts } = await work(bound)
    expect(told).toEqual(order)
    expect(counts).toEqual({ question: 1, review: 0, link_request: 1, step: 3 })
    expect(data[0]).toMatchObject({ due_on: '2026-11-21', waiting_since: null })
    expect(data[1]).toMatchObject({ message: { body: 'Second?', author_name: 'Pia' }, messages_count: 2, due_on: null })
    expect((await work(bound, { kind: 'step' })).told).toEqual(order.filter(([kind]) => kind === 'step'))

    const pages: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data: page, meta }: OutputOf<typeof listWork> = await bound.invoke(listWork, { per_page: 1, cursor })
      pages.push(...page.map(({ kind, step, enrollment_id }) => [kind, step?.title ?? null, enrollment_id]))
      cursor = meta.next_cursor
    }
    expect(pages).toEqual(order)
    await bound.invoke(answerMessage, { id: asking.id, body: 'Yes.' })
    await instance.acme.invoke(updateEnrollment, { id: expired.id, status: 'in_progress' })
    expect((await work(bound)).told.map(([kind]) => kind)).toEqual(['step', 'step', 'step'])
  })

  test('of nobody and of everybody can be listed, and that of another workspace never', async () => {
    const { id, bound } = await member()
    const mine = await enroll(id)
    const free = await enroll(null)
    const idsOf = async (given: object) =>
      (await work(bound, { per_page: 100, ...given })).data.map(({ enrollment_id }) => enrollment_id)
    expect(await idsOf({ of: 'unassigned' })).toEqual(expect.arrayContaining([free.id]))
    expect(await idsOf({ of: 'unassigned' })).not.toContain(mine.id)
    expect(await idsOf({ of: 'everybody' })).toEqual(expect.arrayContaining([free.id, mine.id]))
    expect(await idsOf({})).not.toContain(free.id)
    expect((await work(instance.acme)).data.length).toBeGreaterThan(1)
    await expect(work(instance.acme, { of: 'mine' })).rejects.toMatchObject({ codes: { of: 'wrong_state' } })
    expect((await work(instance.other, { of: 'everybody' })).data).toEqual([])
    await expect(work(bound, { cursor: 'made.up' })).rejects.toMatchObject({ codes: { cursor: 'invalid' } })
  })
})
