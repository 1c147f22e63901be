import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember } from '../../test/people.ts'
import { type InputOf, type OutputOf, operations } from '../index.ts'
import { invoke } from '../internal.ts'
import { MAX_ATOMIC, MAX_BATCH } from './batch.ts'

const {
  batchContacts,
  batchEnrollments,
  batchOrganisations,
  createContact,
  getContact,
  getEnrollment,
  listContacts,
  listOrganisations,
} = operations

type Results = OutputOf<typeof batchContacts>['data']['results']
type Items = InputOf<typeof batchContacts>['items']

describe.each(ENGINES)('batches on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const batch = async (items: Items, options: { atomic?: boolean } = {}) =>
    (await instance.acme.invoke(batchContacts, { items, ...options })).data
  const statusesOf = (results: Results) => results.map(({ status }) => status)
  const mail = (name: string) => `${name}@batch.example`
  const eventTypes = async () =>
    (await eventsOf(instance, instance.acme)).map(({ type, data }) => `${type} ${data.email ?? data.name ?? ''}`)

  test('each item is answered in order as a request with it alone, and a refused one leaves the others', async () => {
    const { data: known } = await instance.acme.invoke(createContact, { email: mail('known'), first_name: 'Known' })
    const before = (await eventTypes()).length
    const { results, succeeded, failed } = await batch([
      { action: 'create', data: { email: mail('a'), first_name: 'A' } },
      { action: 'create', data: { email: mail('known'), first_name: 'Again' } },
      { action: 'update', id: known.id, data: { last_name: 'Changed' } },
      { action: 'create', data: { email: 'nonsense' } },
      { action: 'upsert', data: { external_id: 'x-1', email: mail('x'), first_name: 'X' } },
      { action: 'upsert', data: { external_id: 'x-1', last_name: 'Once more' } },
      { action: 'upsert', data: { email: mail('A').toUpperCase(), last_name: 'By mail' } },
      { action: 'upsert', data: { first_name: 'Nobody' } },
      { action: 'delete', id: known.id },
      { action: 'update', id: known.id, data: { last_name: 'Gone' } },
      { action: 'delete', id: 'nonsense' },
      { action: 'update', data: { last_name: 'No id' } },
      { action: 'create' },
    ])
    expect(statusesOf(results)).toEqual([201, 422, 200, 422, 201, 200, 200, 422, 204, 404, 404, 422, 422])
    expect([succeeded, failed]).toEqual([6, 7])
    expect(results[1]).toMatchObject({
      id: null,
      error: { type: 'validation_error', errors: { email: ['has already been taken'] } },
    })
    expect(results[3]?.error?.errors).toEqual({ email: ['is invalid'], first_name: ["can't be blank"] })
    expect(results[7]?.error?.errors).toEqual({ email: [expect.stringContaining('external_id')] })
    expect([results[4]?.id, results[6]?.id]).toEqual([results[5]?.id, results[0]?.id])
    const { data: a } = await instance.acme.invoke(getContact, { id: results[0]?.id ?? '' })
    expect(a).toMatchObject({ email: mail('a'), first_name: 'A', last_name: 'By mail' })
    expect((await eventTypes()).slice(before)).toEqual([
      `contact.created ${mail('a')}`,
      `contact.updated ${mail('known')}`,
      `contact.created ${mail('x')}`,
      `contact.updated ${mail('x')}`,
      `contact.updated ${mail('a')}`,
      `contact.deleted ${mail('known')}`,
    ])
  })

  test('an atomic batch changes all or nothing, and names the refused item', async () => {
    const before = [(await eventTypes()).length, (await instance.acme.invoke(listContacts, {})).meta.total]
    const items: Items = [
      { action: 'create', data: { email: mail('atom'), first_name: 'Atom' } },
      { action: 'create', data: { email: mail('atom'), first_name: 'Twice' } },
    ]
    await expect(batch(items, { atomic: true })).rejects.toMatchObject({ code: 'validation_error' })
    await expect(
      batch([...items.slice(0, 1), { action: 'create', data: { email: mail('x'), first_name: 'X' } }], {
        atomic: true,
      }),
    ).rejects.toMatchObject({ errors: { 'items.1.email': ['has already been taken'] } })
    await expect(
      batch([...items.slice(0, 1), { action: 'delete', id: 'nobody' }], { atomic: true }),
    ).rejects.toMatchObject({ errors: { 'items.1.base': [expect.stringContaining('does not exist')] } })
    expect([(await eventTypes()).length, (await instance.acme.invoke(listContacts, {})).meta.total]).toEqual(before)
    const { results } = await batch(items.slice(0, 1), { atomic: true })
    expect(statusesOf(results)).toEqual([201])
    const many = Array.from({ length: MAX_ATOMIC + 1 }, () => ({ action: 'delete' as const, id: 'x' }))
    await expect(batch(many, { atomic: true })).rejects.toMatchObject({ errors: { items: [expect.any(String)] } })
  })

  test('an atomic batch with the same new value twice names the item and the field', async () => {
    const { acme } = instance
    const atomic = { atomic: true }
    const create = (data: object) => ({ action: 'create' as const, data: { first_name: 'Twice', ...data } })
    const upsert = (data: object) => ({ action: 'upsert' as const, data: { first_name: 'Twice', ...data } })
    const taken = ['has already been taken']
    const same = { email: mail('same') }
    const other = { email: mail('same-other') }
    for (const [items, errors] of [
      [[create(same), create(same)], { 'items.1.email': taken }],
      [[create(same), upsert({ ...same, external_id: 's-2' })], { 'items.1.email': taken }],
      [
        [create({ ...same, external_id: 's' }), create({ ...other, external_id: 's' })],
        { 'items.1.external_id': taken },
      ],
    ] as const) {
      const refused = batch([...items], atomic)
      await expect(refused).rejects.toMatchObject({ errors })
      await expect(refused).rejects.toThrow('has already been taken')
    }
    const named = { action: 'create' as const, data: { name: 'Twice', external_id: 'twice' } }
    const organisations = acme.invoke(batchOrganisations, { items: [named, named], ...atomic })
    await expect(organisations).rejects.toMatchObject({ errors: { 'items.1.external_id': taken } })

    const guide = await publishedGuide(acme)
    const { results } = await batch([create(same)])
    const enrolled = { action: 'create' as const, data: { contact_id: results[0]?.id ?? '', guide_id: guide.id } }
    const enrollments = acme.invoke(batchEnrollments, { items: [enrolled, enrolled], ...atomic })
    await expect(enrollments).rejects.toMatchObject({
      errors: { 'items.1.contact_id': ['is already enrolled in this guide'] },
      refusal: 'already_enrolled',
    })
    const { data: open } = await acme.invoke(batchEnrollments, { items: [enrolled] })
    const again = acme.invoke(batchEnrollments, { items: [enrolled], ...atomic })
    await expect(again).rejects.toMatchObject({ refusal: 'already_enrolled', enrollment_id: open.results[0]?.id })
  })

  test('an upsert with an id changes the record with this id', async () => {
    const { acme } = instance
    const { data: known } = await acme.invoke(createContact, { email: mail('by-id'), first_name: 'By id' })
    const total = async () => (await acme.invoke(listContacts, {})).meta.total
    const before = await total()
    const changed = { external_id: 'by-id', email: mail('by-id-2'), first_name: 'By id' }
    const { results } = await batch([
      { action: 'upsert', id: known.id, data: changed },
      { action: 'upsert', id: '019aa0f4-7c00-7000-8000-000000000001', data: { ...changed, email: mail('by-id-3') } },
    ])
    expect(results).toMatchObject([{ status: 200, id: known.id }, { status: 404 }])
    expect((await acme.invoke(getContact, { id: known.id })).data).toMatchObject(changed)
    expect(await total()).toBe(before)

    const { data: organisation } = await acme.invoke(batchOrganisations, {
      items: [{ action: 'create', data: { name: 'By id' } }],
    })
    const id = organisation.results[0]?.id ?? ''
    const renamed = { action: 'upsert' as const, id, data: { external_id: 'by-id', name: 'Renamed' } }
    const { data } = await acme.invoke(batchOrganisations, { items: [renamed] })
    expect(data.results).toEqual([{ status: 200, id }])

    const guide = await publishedGuide(acme)
    const enrolling = { contact_id: known.id, guide_id: guide.id }
    const enrolled = await acme.invoke(batchEnrollments, { items: [{ action: 'create', data: enrolling }] })
    const named = { action: 'upsert' as const, id: enrolled.data.results[0]?.id ?? '' }
    const { data: changes } = await acme.invoke(batchEnrollments, {
      items: [
        { ...named, data: { ...enrolling, metadata: { by: 'id' } } },
        { ...named, data: { contact_id: id, metadata: { by: 'mistake' } } },
      ],
    })
    expect(changes.results).toMatchObject([
      { status: 200, id: named.id },
      { status: 422, error: { errors: { contact_id: ['is not that of the enrollment'] } } },
    ])
    expect((await acme.invoke(getEnrollment, { id: named.id })).data.metadata).toEqual({ by: 'id' })
  })

  test('is refused without items, with more than the limit, and with items that are none', async () => {
    const refused = async (items: unknown, field: string) =>
      expect(
        // What the types would refuse is the point.
        batch(items as Items),
      ).rejects.toMatchObject({ code: 'validation_error', errors: { [field]: [expect.any(String)] } })
    await refused([], 'items')
    await refused(
      Array.from({ length: MAX_BATCH + 1 }, () => ({ action: 'delete', id: 'x' })),
      'items',
    )
    await refused('items', 'items')
    await refused([null], 'items.0')
    await refused([{ action: 'erase', id: 'x' }], 'items.0.action')
    await refused([{ action: 'create', data: [] }], 'items.0.data')
    await refused([{ action: 'create', data: {}, contact: {} }], 'items.0.contact')
    const { results } = await batch([{ action: 'create', data: { email: mail('e'), first_name: 'E', constructor: 1 } }])
    expect(results[0]?.error?.errors).toEqual({ constructor: ['is not a known field'] })
  })

  test('a viewer and a program without the scope are refused', async () => {
    const { id } = await addMember(instance, 'viewer@batch.example', 'viewer')
    const viewer = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, id)
    for (const operation of [batchContacts, batchOrganisations, batchEnrollments])
      await expect(viewer.invoke(operation, { items: [{ action: 'delete', id: 'x' }] })).rejects.toMatchObject({
        code: 'forbidden',
      })
  })

  test('an idempotency key replays the whole answer, and continues a request that did not end', async () => {
    const { context } = instance.acme
    const items = Array.from({ length: 30 }, (_, index) => ({
      action: 'create' as const,
      data: { name: `Replayed ${index}` },
    }))
    const input = { items }
    const keyed = { idempotencyKey: 'batch-1' }
    const first = await invoke(batchOrganisations, context, input, keyed)
    const again = await invoke(batchOrganisations, context, input, keyed)
    expect([again.replayed, again.value]).toEqual([true, first.value])
    await expect(invoke(batchOrganisations, context, { items: items.slice(1) }, keyed)).rejects.toMatchObject({
      errors: { 'Idempotency-Key': [expect.any(String)] },
    })
    // As after the death of the process before the answer: its steps are committed, and its own key is held or gone.
    await instance.handrail.database.write(async ({ db, tables: { idempotency_keys: t } }) => {
      const rows = await db.select().from(t)
      for (const { key } of rows.filter((row) => row.key === 'batch-1')) await db.delete(t).where(eq(t.key, key))
    })
    const continued = await invoke(batchOrganisations, context, input, keyed)
    expect([continued.replayed, continued.value]).toEqual([false, first.value])
    const named = await instance.acme.invoke(listOrganisations, { name: 'replayed' })
    expect(named.meta.total).toBe(items.length)
  })

  test('a batch that breaks off in the middle continues with its key, and creates nothing twice', async () => {
    const { context } = instance.acme
    let writes = 0
    const breaking = {
      ...context,
      store: {
        ...context.store,
        write: ((work, options) => {
          // The key, two steps, and no more.
          if (++writes > 3) throw new Error('The process ends here')
          return context.store.write(work, options)
        }) as typeof context.store.write,
      },
    }
    const items = Array.from({ length: 400 }, (_, index) => ({
      action: 'create' as const,
      data: { name: `Broken ${index}` },
    }))
    const keyed = { idempotencyKey: 'batch-2' }
    await expect(invoke(batchOrganisations, breaking, { items }, keyed)).rejects.toThrow('The process ends here')
    const part = (await instance.acme.invoke(listOrganisations, { name: 'broken' })).meta.total ?? 0
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(items.length)
    // The key of the dead process is free after a minute.
    instance.clock.now = new Date(instance.clock.now.getTime() + 61_000)
    const { value } = await invoke(batchOrganisations, context, { items }, keyed)
    expect([value.data.succeeded, new Set(value.data.results.map(({ id }) => id)).size]).toEqual([400, 400])
    expect((await instance.acme.invoke(listOrganisations, { name: 'broken' })).meta.total).toBe(400)
  })

  test('enrollments: the link of each, and the open enrollment of a contact who is already enrolled', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const { results: people } = await batch(
      ['one', 'two'].map((name) => ({
        action: 'create' as const,
        data: { email: mail(`e-${name}`), first_name: name },
      })),
    )
    const [one = '', two = ''] = people.map(({ id }) => id ?? '')
    const enrolled = { contact_id: one, guide_id: guide.id }
    const { data } = await acme.invoke(batchEnrollments, {
      items: [
        { action: 'create', data: enrolled },
        { action: 'create', data: enrolled },
        { action: 'upsert', data: { ...enrolled, metadata: { from: 'crm' } } },
        { action: 'upsert', data: { contact_id: two, guide_id: guide.id } },
        { action: 'upsert', data: { contact_id: 'nobody', guide_id: guide.id } },
      ],
    })
    expect(data.results.map(({ status }) => status)).toEqual([201, 422, 200, 201, 422])
    const [first, second, third] = data.results
    expect(first?.url).toContain('/g/')
    expect(second?.error).toMatchObject({
      errors: { contact_id: ['is already enrolled in this guide'] },
      code: 'already_enrolled',
      enrollment_id: first?.id,
    })
    expect(third?.id).toBe(first?.id)
    expect((await acme.invoke(getEnrollment, { id: first?.id ?? '' })).data.metadata).toEqual({ from: 'crm' })
  })

  test('others write after each part of a thousand items', async () => {
    const { acme } = instance
    const items = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        action: 'upsert' as const,
        data: { external_id: `${name}-${index}`, email: mail(`${name}-${index}`), first_name: 'Fast' },
      }))
    let isDone = false
    let written = 0
    // Of the same kind, which also write the same counts.
    const writing = (async () => {
      while (!isDone) {
        await acme.invoke(createContact, { email: mail(`other-${written}`), first_name: 'Other' })
        written++
      }
    })()
    for (const name of ['new', 'new']) {
      expect((await batch(items(name, MAX_BATCH))).succeeded).toBe(MAX_BATCH)
    }
    isDone = true
    await writing
    // One for each transaction of the two thousand items would be two or four.
    expect(written).toBeGreaterThan(20)
    const { meta } = await acme.invoke(listContacts, { query: 'new-' })
    expect(meta.total).toBe(MAX_BATCH)
  })
})
