import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance } from '../../test/instance.ts'
import { Contact } from '../contacts/contact.ts'
import { operations } from '../index.ts'
import { invoke, recordEtag } from '../internal.ts'

const { createContact, createWebhookEndpoint, deleteContact, getContact, listContacts, updateContact } = operations

describe.each(ENGINES)('conditions on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const create = (email: string, idempotencyKey: string, first_name = 'I') =>
    invoke(createContact, instance.acme.context, { email, first_name }, { idempotencyKey })
  const total = async () => (await instance.acme.invoke(listContacts, {})).meta.total

  test('the same key gives the same answer, and one row with one event', async () => {
    const before = (await eventTypesOf(instance, instance.acme)).length
    const first = await create('once@example.com', 'k-1')
    const again = await create('once@example.com', 'k-1')
    expect(first.replayed).toBe(false)
    expect(again).toEqual({ value: first.value, replayed: true })
    expect((await eventTypesOf(instance, instance.acme)).length).toBe(before + 1)
  })

  test('many at once make one row', async () => {
    const before = (await total()) ?? 0
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('race@example.com', 'k-2')))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(answers.map(({ value }) => value.data.id)).size).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  test('another request with the same key is refused; a failed one leaves the key free', async () => {
    await create('key@example.com', 'k-3')
    await expect(create('another@example.com', 'k-3')).rejects.toMatchObject({ code: 'validation_error' })
    await expect(create('key@example.com', 'k-4')).rejects.toMatchObject({ errors: { email: [expect.any(String)] } })
    expect((await create('free@example.com', 'k-4')).replayed).toBe(false)
    await expect(create('long@example.com', 'x'.repeat(256))).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('keys are those of a credential, kept for 24 hours', async () => {
    const elsewhere = { email: 'shared@example.com', first_name: 'S' }
    await create('shared@example.com', 'k-5')
    const other = await invoke(createContact, instance.other.context, elsewhere, { idempotencyKey: 'k-5' })
    expect(other.replayed).toBe(false)
    instance.clock.now = new Date(instance.clock.now.getTime() + 24 * 3_600_000 - 1)
    await instance.handrail.upkeep()
    expect((await create('shared@example.com', 'k-5')).replayed).toBe(true)
    instance.clock.now = new Date(instance.clock.now.getTime() + 2)
    expect((await create('later@example.com', 'k-5')).replayed).toBe(false)
  })

  test('a kept answer that holds a secret cannot be read in the database', async () => {
    const fields = { url: 'https://a.example', events: ['*'] }
    const options = { idempotencyKey: 'k-6' }
    const { value } = await invoke(createWebhookEndpoint, instance.acme.context, fields, options)
    const rows = await instance.handrail.database.read(async ({ db, tables }) =>
      db.select().from(tables.idempotency_keys),
    )
    expect(JSON.stringify(rows)).not.toContain(value.data.secret.slice(6))
    expect((await invoke(createWebhookEndpoint, instance.acme.context, fields, options)).value).toEqual(value)
  })

  test('of two changes that expect the same state, one is made', async () => {
    const { value } = await create('match@example.com', 'k-7')
    const { id } = value.data
    const ifMatch = recordEtag(Contact, value.data)
    const change = (first_name: string) => invoke(updateContact, instance.acme.context, { id, first_name }, { ifMatch })
    const outcomes = await Promise.allSettled([change('A'), change('B')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'precondition_failed' },
    })
    await expect(invoke(deleteContact, instance.acme.context, { id }, { ifMatch })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    const now = recordEtag(Contact, (await instance.acme.invoke(getContact, { id })).data)
    await invoke(deleteContact, instance.acme.context, { id }, { ifMatch: `"other", ${now}` })
    await expect(invoke(deleteContact, instance.acme.context, { id }, { ifMatch: '*' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
