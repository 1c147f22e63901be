import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { type Bound, operations } from '../../index.ts'

const {
  askQuestion,
  completeOwnStep,
  createContact,
  createEnrollment,
  createParticipant,
  deleteContact,
  deleteContacts,
  eraseContact,
  getEnrollment,
  getEnrollmentSteps,
  listMessages,
  listParticipants,
  readOwnGuide,
  restoreContacts,
} = operations

describe.each(ENGINES)('the deletion of a contact who takes part on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let guide_id: string
  let steps: string[]
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
    const guide = await publishedGuide(acme)
    guide_id = guide.id
    steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
  })
  afterAll(() => instance.close())

  async function contact(first_name: string) {
    const email = `q${++people}@example.com`
    return (await acme.invoke(createContact, { email, first_name })).data
  }

  /** An enrollment of Pia, with Ann, who takes part longest, and Bob. */
  async function together() {
    const [pia, ann, bob] = [await contact('Pia'), await contact('Ann'), await contact('Bob')]
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: pia.id, guide_id })
    const { id } = enrollment
    const first = (await acme.invoke(createParticipant, { id, contact_id: ann.id })).data
    const second = (await acme.invoke(createParticipant, { id, contact_id: bob.id })).data
    const tokens = [enrollment.access_token, first.access_token ?? '', second.access_token ?? ''] as const
    return { id, pia, ann, bob, first, second, tokens }
  }
  const follow = (token: string) => instance.handrail.asContact(token)
  const link = async (token: string) => (await (await follow(token)).invoke(readOwnGuide, {})).data
  const detail = async (id: string) => (await acme.invoke(getEnrollment, { id })).data
  const completions = async (id: string) =>
    Object.fromEntries(
      (await acme.invoke(getEnrollmentSteps, { id })).data.completions.map((one) => [
        one.step_id,
        [one.participant_id === null ? one.completed_by : 'participant', one.participant_name],
      ]),
    )

  test('hands the enrollment to the longest participant, whose link goes on, and keeps who did what', async () => {
    const { id, pia, ann, tokens } = await together()
    const [piaToken, annToken] = tokens
    await (await follow(piaToken)).invoke(completeOwnStep, { step_id: steps[0] ?? '' })
    await (await follow(annToken)).invoke(completeOwnStep, { step_id: steps[1] ?? '' })
    await (await follow(annToken)).invoke(askQuestion, { body: 'Where?' })
    await acme.invoke(deleteContact, { id: pia.id })
    expect(await detail(id)).toMatchObject({ contact_id: ann.id, participants_count: 1, access_token: annToken })
    expect((await link(annToken)).view).toMatchObject({ first_name: 'Ann', participant_id: null })
    expect(await link(piaToken)).toMatchObject({ link: { state: 'removed' }, view: null })
    expect(await completions(id)).toEqual({
      [steps[0] ?? '']: ['participant', null],
      [steps[1] ?? '']: ['contact', null],
    })
    expect((await acme.invoke(listMessages, { id })).data[0]).toMatchObject({
      author_name: 'Ann',
      participant_id: null,
    })
    const last = (await eventsOf(instance, acme)).filter(({ type }) => type === 'enrollment.updated').at(-1)
    expect(last?.data).toMatchObject({ id, contact_id: ann.id, participants_count: 1 })
  })

  test('tells a copy that is kept by events of the successor, who is no participant any more', async () => {
    const copied = new Map<string, { contact_id: unknown; participants: Set<unknown> }>()
    let taken = 0
    const take = async () => {
      const events = await eventsOf(instance, acme)
      for (const { type, data } of events.slice(taken)) {
        if (!/^(enrollment|participant)\./.test(type)) continue
        const participants = copied.get(String(data.id))?.participants ?? new Set()
        // The events about a participant have it beside the enrollment.
        const { contact_id } = (data.participant ?? {}) as { contact_id?: string }
        if (type === 'participant.added') participants.add(contact_id)
        if (type === 'participant.removed') participants.delete(contact_id)
        copied.set(String(data.id), { contact_id: data.contact_id, participants })
      }
      taken = events.length
    }
    const asListed = async (id: string) => ({
      contact_id: (await detail(id)).contact_id,
      participants: new Set((await acme.invoke(listParticipants, { id })).data.map(({ contact_id }) => contact_id)),
    })
    const { id, pia, ann, bob } = await together()
    for (const act of [
      () => acme.invoke(deleteContact, { id: pia.id }),
      () => acme.invoke(restoreContacts, { ids: [pia.id] }),
      () => acme.invoke(deleteContacts, { ids: [pia.id, ann.id, bob.id] }),
      () => acme.invoke(restoreContacts, { ids: [bob.id] }),
      () => acme.invoke(restoreContacts, { ids: [ann.id, pia.id] }),
    ]) {
      await act()
      await take()
      expect(copied.get(id)).toEqual(await asListed(id))
    }
  })

  test('is undone with the participation: a former primary contact returns as a participant', async () => {
    const { id, pia, ann, bob, tokens } = await together()
    await acme.invoke(deleteContacts, { ids: [pia.id, bob.id] })
    expect(await detail(id)).toMatchObject({ contact_id: ann.id, participants_count: 0 })
    await acme.invoke(restoreContacts, { ids: [pia.id, bob.id] })
    expect(await detail(id)).toMatchObject({ contact_id: ann.id, participants_count: 2 })
    for (const token of tokens) expect((await link(token)).link.state).toBe('open')
  })

  test('of everybody ends the links, and whoever is restored first is the primary contact', async () => {
    const { id, pia, ann, bob, tokens } = await together()
    await acme.invoke(deleteContacts, { ids: [pia.id, ann.id, bob.id] })
    for (const token of tokens) expect((await link(token)).view).toBeNull()
    await acme.invoke(restoreContacts, { ids: [pia.id] })
    expect(await detail(id)).toMatchObject({ contact_id: pia.id, participants_count: 0 })
    await acme.invoke(restoreContacts, { ids: [ann.id, bob.id] })
    expect(await detail(id)).toMatchObject({ contact_id: pia.id, participants_count: 2 })
    for (const token of tokens) expect((await link(token)).link.state).toBe('open')
  })

  test('passes over a participant with an own open enrollment in the guide', async () => {
    const { id, pia, ann, bob } = await together()
    await acme.invoke(createEnrollment, { contact_id: ann.id, guide_id })
    await acme.invoke(deleteContact, { id: pia.id })
    expect(await detail(id)).toMatchObject({ contact_id: bob.id, participants_count: 1 })
  })

  test('without a successor keeps the enrollment, in which nobody takes part any more', async () => {
    const { id, pia, ann, bob, tokens } = await together()
    for (const { id: contact_id } of [ann, bob]) await acme.invoke(createEnrollment, { contact_id, guide_id })
    await acme.invoke(deleteContact, { id: pia.id })
    expect(await detail(id)).toMatchObject({ contact_id: pia.id, participants_count: 0 })
    expect((await link(tokens[0])).link.state).toBe('contact_deleted')
    expect((await link(tokens[1])).link.state).toBe('removed')
  })

  test('removes a participant; erasing leaves what was done without the name', async () => {
    const { id, ann, tokens } = await together()
    const [, annToken] = tokens
    await (await follow(annToken)).invoke(completeOwnStep, { step_id: steps[0] ?? '' })
    await (await follow(annToken)).invoke(askQuestion, { body: 'Where?' })
    await acme.invoke(eraseContact, { id: ann.id })
    await expect(follow(annToken)).rejects.toMatchObject({ code: 'not_found' })
    expect((await acme.invoke(listParticipants, { id })).data.map(({ first_name }) => first_name)).toEqual(['Bob'])
    expect(await completions(id)).toEqual({ [steps[0] ?? '']: ['participant', null] })
    expect((await acme.invoke(listMessages, { id })).data[0]).toMatchObject({ author_name: '', body: 'Where?' })
    const rows = await instance.handrail.database.read(async ({ db, tables }) =>
      [tables.participants, tables.events, tables.emails, tables.audit_entries, tables.messages].map((table) =>
        db.select().from(table),
      ),
    )
    expect(JSON.stringify(await Promise.all(rows))).not.toContain(ann.email)
    expect(await detail(id)).toMatchObject({ participants_count: 1 })
  })
})
