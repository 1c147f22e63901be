import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { anyMember } from '../../test/team-guide.ts'
import { type Bound, operations } from '../index.ts'
import { addCalendarDays } from '../working-calendar/working-days.ts'
import { MAX_PLANS_OF_CUSTOMER } from './contract.ts'

const {
  batchEnrollments,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createParticipant,
  createWorkspace,
  deleteOrganisation,
  deleteParticipant,
  listCustomers,
  listEnrollments,
  listNextSteps,
  publishGuide,
  updateContact,
  updateEnrollment,
  updateEnrollmentStep,
  updateOrganisation,
} = operations

const IT = '019aa0f4-7c00-7000-8000-0000000000a1'

describe.each(ENGINES)('customers on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** The date some days from now. */
  const on = (days: number) => String(addCalendarDays(instance.clock.now.toISOString().slice(0, 10), days))
  let made = 0

  async function guideOf(bound: Bound, title = 'Go live') {
    const { data } = await bound.invoke(createGuide, {
      title,
      roles: [{ id: IT, name: 'IT' }],
      sections: [
        {
          title: 'Connect',
          steps: [
            { title: 'Welcome', due: { days: 5, from: 'enrolled', calendar_days: true } },
            { title: 'Create a user', responsible: IT },
            { title: 'Set it up', responsible: 'team' },
            { title: 'Check the contract', responsible: 'team', internal: true },
          ],
        },
        { title: 'Train', opens: 'by_team', steps: [{ title: 'Training' }] },
      ],
    })
    const published = (await bound.invoke(publishGuide, { id: data.id })).data
    return { id: published.id, steps: published.sections.flatMap(({ steps }) => steps.map(({ id }) => id)) }
  }

  const organisation = async (bound: Bound, name: string) => (await bound.invoke(createOrganisation, { name })).data.id

  async function enroll(
    bound: Bound,
    guide_id: string,
    fields: { organisation_id?: string; target_date?: string } = {},
  ) {
    const { organisation_id, ...rest } = fields
    const { data: contact } = await bound.invoke(createContact, {
      email: `${++made}@customers.example`,
      first_name: 'Ingrid',
      last_name: String(made),
      ...(organisation_id && { organisation_id }),
    })
    return (await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id, ...rest })).data
  }

  /** A workspace of its own for a test. */
  async function workspace() {
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(createWorkspace, { name: `Workspace ${++made}` })
    return instance.handrail.asSystem(data.id)
  }

  const titles = async (bound: Bound, given: object = {}) => {
    const { data } = await bound.invoke(listCustomers, given)
    return data.map(({ organisation_name, plan, plans_count, health }) => [
      organisation_name ?? plan.contact_name,
      plans_count,
      health,
    ])
  }

  test('are organisations with their plans, of which the worse health counts, and persons without an organisation', async () => {
    const bound = await workspace()
    const guide = await guideOf(bound)
    const other = await guideOf(bound, 'Roll out')
    const [oak, elm] = [await organisation(bound, 'Oak'), await organisation(bound, 'Elm')]
    const fine = await enroll(bound, guide.id, { organisation_id: oak, target_date: on(60) })
    const risky = await enroll(bound, other.id, { organisation_id: oak, target_date: on(2) })
    const alone = await enroll(bound, guide.id)
    await enroll(bound, guide.id, { organisation_id: elm, target_date: on(60) })
    expect(await titles(bound)).toEqual([
      ['Oak', 2, 'at_risk'],
      ['Elm', 1, 'on_track'],
      [`Ingrid ${made - 1}`, 1, 'on_track'],
    ])
    const { data, counts, meta } = await bound.invoke(listCustomers, {})
    expect(counts).toEqual({ late: 0, at_risk: 1, on_track: 3 })
    expect(meta).toEqual({ per_page: 25, next_cursor: null })
    expect(data[0]).toMatchObject({ id: oak, kind: 'organisation', organisation_id: oak, progress_percentage: 0 })
    expect(data[0]?.plan).toMatchObject({
      id: risky.id,
      guide_title: 'Roll out',
      target_date: on(2),
      forecast_date: on(5),
      health_reason: { code: 'forecast_after_target' },
      completed_steps: 0,
      total_steps: 4,
    })
    expect(data[2]).toMatchObject({ id: alone.id, kind: 'person', organisation_id: null, organisation_name: null })
    await bound.invoke(completeStep, { id: fine.id, step_id: guide.steps[0] ?? '' })
    const [first] = (await bound.invoke(listCustomers, {})).data
    expect(first).toMatchObject({ progress_percentage: 12.5, plan: { completed_steps: 0 } })
    expect(first?.last_activity_at).not.toBeNull()
    // By target, the row stands at the place of its earliest target, and shows the worse health all the same.
    const byTarget = (await bound.invoke(listCustomers, { sort: 'target_date', order: 'desc' })).data
    expect(byTarget.map(({ health, plan }) => [health, plan.target_date])).toEqual([
      ['on_track', null],
      ['on_track', on(60)],
      ['at_risk', on(60)],
    ])
    expect(await titles(instance.other)).toEqual([])
    expect((await instance.other.invoke(listNextSteps, { enrollment_ids: [fine.id] })).data).toEqual([])
  })

  test('say what is next and who has it: the contact, the holder of a role, a member, or the team that opens a section', async () => {
    const bound = await workspace()
    const guide = await guideOf(bound)
    const { id, contact_id } = await enroll(bound, guide.id)
    const next = async () => {
      const [row] = (await bound.invoke(listCustomers, {})).data
      const listed = (await bound.invoke(listNextSteps, { enrollment_ids: [id] })).data
      expect(listed.map(({ next_step }) => next_step)).toEqual(row?.plan.next_step ? [row.plan.next_step] : [])
      return row?.plan.next_step
    }
    const done = (at: number) => bound.invoke(completeStep, { id, step_id: guide.steps[at] ?? '' })
    const name = `Ingrid ${made}`
    expect(await next()).toMatchObject({
      kind: 'step',
      step_id: guide.steps[0],
      title: 'Welcome',
      due_on: on(5),
      responsible: 'anyone',
      contact_id,
      person_name: name,
    })
    await done(0)
    // Nobody has the role, so the primary contact has it.
    expect(await next()).toMatchObject({ title: 'Create a user', role_name: 'IT', contact_id, person_name: name })
    const { data: yuki } = await bound.invoke(createParticipant, {
      id,
      email: 'yuki@customers.example',
      first_name: 'Yuki',
      role_id: IT,
    })
    expect(await next()).toMatchObject({ role_name: 'IT', contact_id: yuki.contact_id, person_name: 'Yuki' })
    await done(1)
    expect(await next()).toMatchObject({ title: 'Set it up', responsible: 'team', assignee_id: null, contact_id: null })
    await done(2)
    expect(await next()).toMatchObject({ kind: 'open_section', step_id: null, title: 'Train', responsible: 'team' })
    await bound.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await next()).toBeNull()
  })

  test('show the step that is late for the longest time before the first open one, and the member who does it', async () => {
    const { acme } = instance
    const guide = await guideOf(acme)
    const { id } = await enroll(acme, guide.id)
    const member = await anyMember(instance)
    const place = { id, step_id: guide.steps[2] ?? '' }
    await acme.invoke(updateEnrollmentStep, { ...place, due_on: on(1), assignee_id: member })
    const nextOf = async () => {
      const { data } = await acme.invoke(listNextSteps, { enrollment_ids: [id] })
      return data[0]?.next_step
    }
    expect(await nextOf()).toMatchObject({ title: 'Welcome' })
    wait(instance, { days: 3 })
    expect(await nextOf()).toMatchObject({ title: 'Set it up', due_on: on(-2), assignee_id: member })
    expect((await nextOf())?.person_name).toMatch(/^member-/)
  })

  test('of a page are followed by a cursor, each organisation once', async () => {
    const bound = await workspace()
    const guide = await guideOf(bound)
    const names = ['A', 'B', 'C', 'D']
    for (const name of names) {
      const organisation_id = await organisation(bound, name)
      for (let plan = 0; plan < 3; plan++) await enroll(bound, guide.id, { organisation_id })
    }
    for (const sort of ['health', 'target_date', 'created_at'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const found: (string | null)[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: {
            data: { organisation_name: string | null }[]
            meta: { next_cursor: string | null }
            counts: unknown
          } = await bound.invoke(listCustomers, { sort, order, per_page: 2, cursor })
          expect(page.counts === null).toBe(cursor !== '')
          found.push(...page.data.map(({ organisation_name }) => organisation_name))
          cursor = page.meta.next_cursor
        }
        expect(found.toSorted(), `${sort} ${order}`).toEqual(names)
      }
    await expect(bound.invoke(listCustomers, { cursor: 'forged' })).rejects.toMatchObject({
      errors: { cursor: ['is not a cursor of this list'] },
    })
  })

  test('are found by the filters of plans, of which only those that match count', async () => {
    const bound = await workspace()
    const [guide, other] = [await guideOf(bound), await guideOf(bound, 'Roll out')]
    const oak = await organisation(bound, 'Oak')
    await enroll(bound, guide.id, { organisation_id: oak, target_date: on(60) })
    await enroll(bound, other.id, { organisation_id: oak, target_date: on(2) })
    const alone = await enroll(bound, other.id, { target_date: on(90) })
    const person = `Ingrid ${made}`
    expect(await titles(bound, { guide_id: guide.id })).toEqual([['Oak', 1, 'on_track']])
    expect(await titles(bound, { organisation_id: oak })).toEqual([['Oak', 2, 'at_risk']])
    expect(await titles(bound, { health: 'on_track' })).toEqual([
      [person, 1, 'on_track'],
      ['Oak', 1, 'on_track'],
    ])
    expect(await titles(bound, { health: 'on_track, at_risk' })).toEqual([
      ['Oak', 2, 'at_risk'],
      [person, 1, 'on_track'],
    ])
    expect(await titles(bound, { health: 'late,at_risk', sort: 'target_date' })).toEqual([['Oak', 1, 'at_risk']])
    expect(await titles(bound, { health: 'late,none' })).toEqual([])
    expect(await titles(bound, { target_before: on(3) })).toEqual([['Oak', 1, 'at_risk']])
    expect(await titles(bound, { target_after: on(60) })).toEqual([[person, 1, 'on_track']])
    expect(await titles(bound, { query: person })).toEqual([[person, 1, 'on_track']])
    const { data: yuki } = await bound.invoke(createParticipant, {
      id: alone.id,
      email: `${++made}@customers.example`,
      first_name: 'Yuki',
    })
    for (const participant_contact_id of [alone.contact_id, yuki.contact_id])
      expect(await titles(bound, { participant_contact_id })).toEqual([[person, 1, 'on_track']])
    expect(await titles(bound, { participant_contact_id: IT, health: 'on_track' })).toEqual([])
    await bound.invoke(deleteParticipant, { id: alone.id, participant_id: yuki.id })
    expect(await titles(bound, { participant_contact_id: yuki.contact_id })).toEqual([])
    await bound.invoke(updateEnrollment, { id: alone.id, status: 'expired' })
    expect(await titles(bound, { status: 'expired' })).toEqual([[person, 1, 'none']])
    expect(await titles(bound, { stalled: true })).toEqual([])
    expect(await titles(bound, { assignee_id: IT })).toEqual([])
  })

  test('are found by part of the name or domain of an organisation, as by that of a person, after each change of it', async () => {
    const bound = await workspace()
    const guide = await guideOf(bound)
    const { data: oak } = await bound.invoke(createOrganisation, {
      name: 'Königs Oak Ltd',
      domain: 'oak-works.example',
    })
    const elm = await organisation(bound, 'Elm')
    await enroll(bound, guide.id, { organisation_id: oak.id })
    await enroll(bound, guide.id, { organisation_id: oak.id })
    await enroll(bound, guide.id, { organisation_id: elm })
    const alone = await enroll(bound, guide.id)
    await bound.invoke(updateContact, { id: alone.contact_id, first_name: 'Oakley' })
    const person = `Oakley ${made}`
    const found = async (query: string, given: object = {}) => {
      const rows = await titles(bound, { query, ...given })
      return rows.map(([name, count]) => `${name} ${count}`).toSorted()
    }
    const both = ['Königs Oak Ltd 2', `${person} 1`].toSorted()
    // Two letters, which no text index finds, and more; in each order of the list.
    for (const sort of ['health', 'target_date', 'created_at'])
      for (const query of ['oa', 'OAK']) expect(await found(query, { sort }), `${query} ${sort}`).toEqual(both)
    for (const query of ['konigs', 'ltd oak', 'k-works', 'oak-works.example', 'wo'])
      expect(await found(query), query).toEqual(['Königs Oak Ltd 2'])
    expect(await found('oakley')).toEqual([`${person} 1`])
    expect(await found('oak', { organisation_id: elm })).toEqual([])
    const listed = await bound.invoke(listEnrollments, { query: 'k-works', sort: 'contact_name' })
    expect(listed.data.map(({ organisation_id }) => organisation_id)).toEqual([oak.id, oak.id])
    await bound.invoke(updateOrganisation, { id: oak.id, name: 'Ash' })
    expect(await found('oak')).toEqual(['Ash 2', `${person} 1`].toSorted())
    await bound.invoke(updateOrganisation, { id: oak.id, domain: 'ash.example' })
    expect(await found('oak')).toEqual([`${person} 1`])
    expect(await found('ash.ex')).toEqual(['Ash 2'])
    await bound.invoke(deleteOrganisation, { id: oak.id })
    expect(await found('ash')).toEqual([])
    expect(await titles(instance.other, { query: 'elm' })).toEqual([])
  })

  test('refuse filters and orders that the list does not have, by field', async () => {
    const given = { health: 'late,ill', target_before: 'soon', sort: 'colour', stalled_days: 3 } as object
    await expect(instance.acme.invoke(listCustomers, given)).rejects.toMatchObject({
      code: 'validation_error',
      errors: {
        health: [expect.stringMatching(/^must be one of late, at_risk/)],
        target_before: [expect.any(String)],
        sort: [expect.any(String)],
        stalled_days: ['is not a known field'],
      },
    })
  })

  test(`with more than ${MAX_PLANS_OF_CUSTOMER} plans have a row for the newest, and one for each earlier plan`, async () => {
    const bound = await workspace()
    const guide = await guideOf(bound)
    const organisation_id = await organisation(bound, 'Crowd')
    const older = await enroll(bound, guide.id, { organisation_id })
    wait(instance, { minutes: 1 })
    const contacts: string[] = []
    for (let at = 0; at < MAX_PLANS_OF_CUSTOMER; at++) {
      const email = `crowd-${++made}@customers.example`
      contacts.push((await bound.invoke(createContact, { email, first_name: 'C', organisation_id })).data.id)
    }
    await bound.invoke(batchEnrollments, {
      items: contacts.map((contact_id) => ({ action: 'create' as const, data: { contact_id, guide_id: guide.id } })),
    })
    const { data } = await bound.invoke(listCustomers, {})
    expect(
      data.map(({ id, kind, plans_count, organisation_name }) => [id, kind, plans_count, organisation_name]),
    ).toEqual([
      [organisation_id, 'organisation', MAX_PLANS_OF_CUSTOMER, 'Crowd'],
      [older.id, 'person', 1, 'Crowd'],
    ])
  })
})
