import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  archiveGuide,
  completeOwnStep,
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContact,
  deleteEnrollment,
  getEnrollment,
  listEnrollments,
  listLatestEnrollments,
  publishGuide,
  updateContact,
  updateEnrollment,
  updateGuide,
} = operations

describe.each(ENGINES)('enrollments on %s', (engine) => {
  let instance: Instance
  let guide: Awaited<ReturnType<typeof publishedGuide>>
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    guide = await publishedGuide(instance.acme)
  })
  afterAll(() => instance.close())

  const contact = async (more = {}) =>
    (await instance.acme.invoke(createContact, { email: `p${++people}@example.com`, first_name: 'P', ...more })).data
  const enroll = async (more = {}) =>
    (await instance.acme.invoke(createEnrollment, { contact_id: (await contact()).id, guide_id: guide.id, ...more }))
      .data
  const detail = async (id: string) => (await instance.acme.invoke(getEnrollment, { id })).data
  const steps = () => guide.sections.flatMap((section) => section.steps.map((step) => step.id))
  const newEvents = async (work: () => Promise<unknown>) => {
    const before = (await eventTypesOf(instance, instance.acme)).length
    await work()
    return (await eventTypesOf(instance, instance.acme)).slice(before)
  }

  test('a new enrollment is invited, with a token and the address of the player', async () => {
    const enrollment = await enroll({ metadata: { a: 1 } })
    expect(enrollment).toMatchObject({
      status: 'invited',
      progress_percentage: 0,
      started_at: null,
      completed_at: null,
      expires_at: null,
      metadata: { a: 1 },
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      url: `https://handrail.example/g/${enrollment.access_token}`,
    })
  })

  test('the latest enrollment of each contact is returned within its workspace only', async () => {
    const [ada, eve, alan] = [await contact(), await contact(), await contact()]
    await enroll({ contact_id: ada.id, guide_id: (await publishedGuide(instance.acme, 'Earlier')).id })
    const { id } = await enroll({ contact_id: ada.id })
    await enroll({ contact_id: eve.id })
    await instance.acme.invoke(completeStep, { id, step_id: steps()[0] ?? '' })
    const contact_ids = [ada.id, eve.id, alan.id]
    const { data } = await instance.acme.invoke(listLatestEnrollments, { contact_ids })
    const byContact = new Map(data.map((one) => [one.contact_id, one]))
    expect([...byContact.keys()].toSorted()).toEqual([ada.id, eve.id].toSorted())
    expect(byContact.get(ada.id)).toMatchObject({ id, guide_title: guide.title, status: 'in_progress', stalled: false })
    expect(byContact.get(ada.id)).not.toHaveProperty('access_token')
    expect(byContact.get(eve.id)).toMatchObject({ status: 'invited', last_activity_at: null })
    expect((await instance.other.invoke(listLatestEnrollments, { contact_ids })).data).toEqual([])
    expect((await instance.acme.invoke(listLatestEnrollments, { contact_ids: [] })).data).toEqual([])
  })

  test('an enrollment requires a contact and a published guide of the workspace, and reports both problems', async () => {
    const gone = await contact()
    await instance.acme.invoke(deleteContact, { id: gone.id })
    const archived = await publishedGuide(instance.acme, 'Archived')
    await instance.acme.invoke(archiveGuide, { id: archived.id })
    await expect(enroll({ contact_id: gone.id, guide_id: archived.id })).rejects.toMatchObject({
      errors: { contact_id: ['does not exist'], guide_id: ['is not published'] },
    })
    const foreign = await publishedGuide(instance.other)
    await expect(enroll({ guide_id: foreign.id, expires_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      errors: { guide_id: ['does not exist'], expires_at: ['must be in the future'] },
    })
  })

  test('a contact has at most one open enrollment per guide', async () => {
    const first = await enroll()
    const again = { contact_id: first.contact_id, guide_id: guide.id }
    await expect(instance.acme.invoke(createEnrollment, again)).rejects.toMatchObject({
      errors: { contact_id: ['is already enrolled in this guide'] },
    })
    await instance.acme.invoke(updateEnrollment, { id: first.id, status: 'expired' })
    await instance.acme.invoke(createEnrollment, again)
    await expect(instance.acme.invoke(updateEnrollment, { id: first.id, status: 'in_progress' })).rejects.toMatchObject(
      {
        errors: { status: [expect.stringContaining('another open enrollment')] },
      },
    )
  })

  test.each([
    ['invited', 'in_progress', true],
    ['invited', 'completed', true],
    ['invited', 'expired', true],
    ['in_progress', 'completed', true],
    ['in_progress', 'expired', true],
    ['in_progress', 'invited', false],
    ['expired', 'in_progress', true],
    ['expired', 'completed', false],
    ['expired', 'invited', false],
    ['completed', 'in_progress', false],
    ['completed', 'expired', false],
    ['completed', 'invited', false],
  ] as const)('from %s to %s: %s', async (from, to, allowed) => {
    const { id } = await enroll()
    if (from !== 'invited') await instance.acme.invoke(updateEnrollment, { id, status: from })
    expect(await newEvents(() => instance.acme.invoke(updateEnrollment, { id, status: from }))).toEqual([])
    const change = instance.acme.invoke(updateEnrollment, { id, status: to })
    if (!allowed)
      return expect(change).rejects.toMatchObject({ errors: { status: [`cannot change from ${from} to ${to}`] } })
    expect((await change).data).toMatchObject({
      status: to,
      ...(to === 'in_progress' && { started_at: expect.any(String) }),
      ...(to === 'completed' && { completed_at: expect.any(String), progress_percentage: 100 }),
    })
  })

  test('completed steps change the status from invited to completed, each counted once', async () => {
    const { id } = await enroll()
    const [one = '', two = '', three = ''] = steps()
    const types = await newEvents(async () => {
      const first = await instance.acme.invoke(completeStep, { id, step_id: one })
      expect(first.data).toMatchObject({ status: 'in_progress', progress_percentage: 33.3 })
      await instance.acme.invoke(completeStep, { id, step_id: one })
      instance.clock.now = new Date(instance.clock.now.getTime() + 36 * 3_600_000)
      expect((await instance.acme.invoke(completeStep, { id, step_id: two })).data.progress_percentage).toBe(66.7)
      const last = await instance.acme.invoke(completeStep, { id, step_id: three })
      expect(last.data).toMatchObject({ status: 'completed', progress_percentage: 100 })
    })
    expect(types).toEqual([
      'enrollment.started',
      'step.completed',
      'enrollment.updated',
      'step.completed',
      'section.completed',
      'enrollment.updated',
      'step.completed',
      'section.completed',
      'enrollment.completed',
    ])
    expect(await detail(id)).toMatchObject({
      completed_step_ids: steps(),
      total_steps: 3,
      days_to_completion: 1.5,
      ces_score: null,
      ces_comment: null,
      contact: { first_name: 'P' },
      guide: { id: guide.id, title: 'Getting started', description: 'The first day' },
      progress: {
        completed_steps: 3,
        total_steps: 3,
        percentage: 100,
        current_step_id: null,
        sections: [
          { title: 'Account', completed_steps: 2, total_steps: 2 },
          { title: 'Data', completed_steps: 1, total_steps: 1 },
        ],
      },
    })
  })

  test('completing a step requires a step of the guide and an open enrollment', async () => {
    const { id } = await enroll()
    await expect(instance.acme.invoke(completeStep, { id, step_id: id })).rejects.toMatchObject({
      errors: { step_id: ['is not a step of this guide'] },
    })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await expect(instance.acme.invoke(completeStep, { id, step_id: steps()[0] ?? '' })).rejects.toMatchObject({
      errors: { status: [expect.stringContaining('re-open')] },
    })
  })

  test('an enrollment keeps the version of the guide from its creation', async () => {
    const versioned = await publishedGuide(instance.acme, 'Pinned')
    const { id } = await enroll({ guide_id: versioned.id })
    await instance.acme.invoke(updateGuide, {
      id: versioned.id,
      title: 'Newer',
      sections: [{ title: 'S', steps: [{ title: 'T' }] }],
    })
    await instance.acme.invoke(publishGuide, { id: versioned.id })
    expect(await detail(id)).toMatchObject({ total_steps: 3, guide: { title: 'Pinned' } })
    expect(await detail((await enroll({ guide_id: versioned.id })).id)).toMatchObject({
      total_steps: 1,
      guide: { title: 'Newer' },
    })
  })

  test('an enrollment expires once, with an event; re-opening clears a past expiry', async () => {
    const timed = await publishedGuide(instance.acme, 'Timed')
    await instance.acme.invoke(updateGuide, { id: timed.id, expires_after_days: 2 })
    await instance.acme.invoke(publishGuide, { id: timed.id })
    const byGuide = await enroll({ guide_id: timed.id })
    expect(Date.parse(byGuide.expires_at ?? '') - instance.clock.now.getTime()).toBe(2 * 86_400_000)
    const never = await enroll({ guide_id: timed.id, expires_at: null })
    expect(never.expires_at).toBeNull()
    await instance.handrail.upkeep()
    expect((await detail(byGuide.id)).status).toBe('invited')

    instance.clock.now = new Date(instance.clock.now.getTime() + 2 * 86_400_000)
    expect(await newEvents(() => instance.handrail.upkeep())).toEqual(['enrollment.expired'])
    expect(await newEvents(() => instance.handrail.upkeep())).toEqual([])
    expect((await detail(byGuide.id)).status).toBe('expired')
    expect((await detail(never.id)).status).toBe('invited')
    const reopened = await instance.acme.invoke(updateEnrollment, { id: byGuide.id, status: 'in_progress' })
    expect(reopened.data).toMatchObject({ status: 'in_progress', expires_at: null })
  })

  test('counts by guide and status are correct after every change', async () => {
    const counted = await publishedGuide(instance.acme, 'Counted')
    const made = []
    for (let i = 0; i < 4; i++) made.push(await enroll({ guide_id: counted.id }))
    const [a, b, c] = made.map(({ id }) => id)
    await instance.acme.invoke(updateEnrollment, { id: a ?? '', status: 'completed' })
    await instance.acme.invoke(updateEnrollment, { id: b ?? '', status: 'in_progress' })
    await instance.acme.invoke(deleteEnrollment, { id: c ?? '' })
    const total = async (filter: object) =>
      (await instance.acme.invoke(listEnrollments, { guide_id: counted.id, ...filter })).meta.total
    expect(await total({})).toBe(3)
    expect(await total({ status: 'completed' })).toBe(1)
    expect(await total({ status: 'in_progress' })).toBe(1)
    expect(await total({ status: 'invited' })).toBe(1)
    expect(await total({ status: 'expired' })).toBe(0)
    const all = await instance.acme.invoke(listEnrollments, { per_page: 100 })
    expect(all.meta.total).toBe(all.data.length)
    const invited = await instance.acme.invoke(listEnrollments, { status: 'invited', per_page: 100 })
    expect(invited.meta.total).toBe(invited.data.length)
  })

  test('an enrollment moves with its contact to another organisation', async () => {
    const { data: organisation } = await instance.acme.invoke(createOrganisation, { name: 'Moved to' })
    const { id, contact_id } = await enroll()
    await instance.acme.invoke(updateContact, { id: contact_id, organisation_id: organisation.id })
    const { data, meta } = await instance.acme.invoke(listEnrollments, { organisation_id: organisation.id })
    expect(data.map((enrollment) => enrollment.id)).toEqual([id])
    expect(meta.total).toBe(1)
  })

  test('an enrollment outlives its contact, and its events contain contact and guide', async () => {
    const { id, contact_id } = await enroll()
    await instance.acme.invoke(deleteContact, { id: contact_id })
    expect((await detail(id)).contact.id).toBe(contact_id)
    await instance.acme.invoke(deleteEnrollment, { id })
    await expect(detail(id)).rejects.toMatchObject({ code: 'not_found' })
    const last = (await eventsOf(instance, instance.acme)).at(-1)
    expect(last).toMatchObject({
      type: 'enrollment.deleted',
      data: { id, status: 'invited', contact: { id: contact_id, email: expect.any(String) }, guide: { id: guide.id } },
    })
    expect(last?.data.contact).not.toHaveProperty('search_text')
    expect(last?.data).not.toHaveProperty('guide_version_id')
  })

  test('only enrollment.created contains the link', async () => {
    const { id, access_token } = await enroll()
    await instance.acme.invoke(updateEnrollment, { id, metadata: { seen: true } })
    await instance.acme.invoke(updateEnrollment, { id, status: 'completed' })
    const told = (await eventsOf(instance, instance.acme)).filter(({ data }) => data.id === id)
    // The data as delivered: see token.test.ts.
    expect(told[0]).toMatchObject({ type: 'enrollment.created', data: { sealed_fields: expect.any(String) } })
    expect(told.length).toBeGreaterThan(2)
    expect(JSON.stringify(told)).not.toContain(access_token)
  })

  test('a list contains contact and guide, and filters stalled enrollments', async () => {
    const guide = await publishedGuide(instance.acme, 'Stuck guide')
    const enroll = async (name: string) => {
      const fields = { email: `${name}@stuck.example`, first_name: name, last_name: 'Stuck' }
      const { data: contact } = await instance.acme.invoke(createContact, fields)
      return (await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })).data
    }
    const [slow, quick] = [await enroll('Slow'), await enroll('Quick')]
    await enroll('Never')
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    await instance.acme.invoke(completeStep, { id: slow.id, step_id })
    const began = instance.clock.now
    instance.clock.now = new Date(began.getTime() + 8 * 86_400_000)
    await instance.acme.invoke(completeStep, { id: quick.id, step_id })
    const listed = (stalled_days?: number) =>
      instance.acme.invoke(listEnrollments, { guide_id: guide.id, ...(stalled_days && { stalled_days }) })
    expect((await listed(7)).data).toMatchObject([
      {
        id: slow.id,
        contact_name: 'Slow Stuck',
        guide_title: 'Stuck guide',
        last_activity_at: expect.stringContaining(began.toISOString().slice(0, 16)),
        stalled: true,
      },
    ])
    expect((await listed(7)).meta.total).toBe(1)
    expect((await listed(9)).data).toEqual([])
    expect((await listed()).data.map(({ contact_name }) => contact_name)).toEqual([
      'Never Stuck',
      'Quick Stuck',
      'Slow Stuck',
    ])
    const stalled = async () => (await listed()).data.filter((one) => one.stalled).map(({ id }) => id)
    const filtered = async () =>
      (await instance.acme.invoke(listEnrollments, { guide_id: guide.id, stalled: true })).data.map(({ id }) => id)
    const isStalled = async () => (await instance.acme.invoke(getEnrollment, { id: slow.id })).data.stalled
    expect([await stalled(), await filtered(), await isStalled()]).toEqual([[slow.id], [slow.id], true])
    await instance.acme.invoke(updateGuide, { id: guide.id, stalled_after_days: 9 })
    expect([await stalled(), await filtered(), await isStalled()]).toEqual([[], [], false])
    await instance.acme.invoke(updateGuide, { id: guide.id, stalled_after_days: 8 })
    expect([await stalled(), await filtered(), await isStalled()]).toEqual([[slow.id], [slow.id], true])
    await instance.acme.invoke(updateEnrollment, { id: slow.id, status: 'completed' })
    expect([(await listed(7)).data, await isStalled()]).toEqual([[], false])
    instance.clock.now = began
  })

  test('completing an enrollment completes every step and records by whom', async () => {
    const guide = await publishedGuide(instance.acme, 'Completed as a whole')
    const [first] = guide.sections[0]?.steps ?? []
    const { data: contact } = await instance.acme.invoke(createContact, { email: 'whole@b.example', first_name: 'W' })
    const { data: enrollment } = await instance.acme.invoke(createEnrollment, {
      contact_id: contact.id,
      guide_id: guide.id,
    })
    const { id } = enrollment
    const bound = await instance.handrail.asContact(enrollment.access_token)
    await bound.invoke(completeOwnStep, { step_id: first?.id ?? '' })
    await instance.acme.invoke(updateEnrollment, { id, status: 'completed' })
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect(data).toMatchObject({ progress_percentage: 100, total_steps: 3 })
    expect(data.progress).toMatchObject({ completed_steps: 3, percentage: 100, current_step_id: null })
    expect(data.completed_step_ids).toHaveLength(3)
    const rows = await instance.handrail.database.read(({ db, tables: { step_completions: done } }) =>
      db.select().from(done),
    )
    const by = rows.filter(({ enrollment_id }) => enrollment_id === id).map(({ completed_by }) => completed_by)
    expect(by.toSorted()).toEqual(['contact', 'system', 'system'])
  })
})
