import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { createSealer } from '../../secret/seal.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  createWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  recoverWebhookEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} = operations

const HOUR_MS = 3_600_000

describe.each(ENGINES)('the settings of an endpoint on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  let answer: Answer
  beforeEach(async () => {
    answer = (response) => void response.writeHead(204).end()
    receiver = await startReceiver((response, request) => answer(response, request))
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', webhooks: { deliver: true } })
    instance.clock.now = new Date()
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  const subscribe = async (fields = {}) =>
    (
      await instance.acme.invoke(createWebhookEndpoint, {
        url: receiver.url(),
        events: ['organisation.created'],
        ...fields,
      })
    ).data
  const change = async (name = 'Acme') => (await instance.acme.invoke(createOrganisation, { name })).data
  const pass = (milliseconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + milliseconds)
  }
  const names = () => receiver.received.map(({ body }) => JSON.parse(body).data.name)

  test('custom headers are sent with every delivery and test, stored encrypted, and never returned', async () => {
    const headers = { Authorization: 'Bearer of-the-receiver', 'x-tenant': 'acme' }
    const { id, secret } = await subscribe({ headers })
    const { data: listed } = await instance.acme.invoke(listWebhookEndpoints, {})
    expect(listed[0]?.header_names).toEqual(['authorization', 'x-tenant'])
    await change()
    await expect.poll(() => receiver.received.length).toBe(1)
    await instance.acme.invoke(testWebhookEndpoint, { id })
    for (const one of receiver.received) {
      expect(one.headers).toMatchObject({ authorization: 'Bearer of-the-receiver', 'x-tenant': 'acme' })
      const signed = one.headers as Record<string, string>
      expect(() => new StandardWebhook(secret).verify(one.body, signed)).not.toThrow()
      expect(() => new SvixWebhook(secret).verify(one.body, signed)).not.toThrow()
    }
    await instance.acme.invoke(updateWebhookEndpoint, { id, headers: { 'x-tenant': null, 'x-new': 'yes' } })
    await change()
    await expect.poll(() => receiver.received.length).toBe(3)
    expect(receiver.received[2]?.headers).toMatchObject({ authorization: 'Bearer of-the-receiver', 'x-new': 'yes' })
    expect(receiver.received[2]?.headers).not.toHaveProperty('x-tenant')
    const rows = await instance.handrail.database.read(async ({ db, tables: t }) => [
      await db.select().from(t.webhook_endpoints),
      await db.select().from(t.webhook_attempts),
    ])
    const shown = await instance.acme.invoke(getWebhookEndpoint, { id })
    expect(JSON.stringify([rows, shown, listed])).not.toContain('of-the-receiver')
    const { data } = await instance.acme.invoke(updateWebhookEndpoint, { id, headers: null })
    expect(data.header_names).toEqual([])
  })

  test.each([
    { Host: 'elsewhere.example' },
    { 'Content-Type': 'text/plain' },
    { 'webhook-signature': 'v1,forged' },
    { 'Transfer-Encoding': 'chunked' },
    { connection: 'close' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'two words': 'x' },
    { 'x-injected': 'a\r\nx-b: c' },
    { 'x-empty': '' },
    { 'x-beyond': 'Zoé' },
    { ['x'.repeat(65)]: 'long' },
    { 'x-long': 'x'.repeat(1025) },
    Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, 'many'])),
  ])('a reserved or invalid custom header is rejected: %o', async (headers) => {
    await expect(subscribe({ headers })).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('headers that cannot be decrypted disable the endpoint, until they are set again', async () => {
    const { id } = await subscribe({ headers: { 'x-key': 'old' } })
    const sealed_headers = createSealer(Buffer.from('a secret that nobody has any more')).seal('{"x-key":"old"}')
    await instance.handrail.database.write(({ db, tables: { webhook_endpoints: t } }) =>
      db.update(t).set({ sealed_headers }),
    )
    await change()
    const detail = async () => (await instance.acme.invoke(getWebhookEndpoint, { id })).data
    await expect.poll(async () => (await detail()).disabled_reason).toBe('headers_unreadable')
    await expect(instance.acme.invoke(testWebhookEndpoint, { id })).rejects.toMatchObject({
      errors: { headers: [expect.stringContaining('set them again')] },
    })
    await instance.acme.invoke(updateWebhookEndpoint, { id, headers: { 'x-key': 'new' } })
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    await expect.poll(() => receiver.received.map(({ headers }) => headers['x-key'])).toEqual(['new'])
  })

  test('a thin payload contains only ids, and is signed as sent', async () => {
    const { secret } = await subscribe({ events: ['enrollment.created'], payload: 'ids' })
    const guide = await publishedGuide(instance.acme)
    const contact = { email: 'zoe@example.com', first_name: 'Zoé', external_id: 'crm-7', metadata: { id: 'private' } }
    const { id: contact_id } = (await instance.acme.invoke(createContact, contact)).data
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id, guide_id: guide.id })
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^evt_/),
      event: 'enrollment.created',
      timestamp: expect.any(String),
      webhook_id: expect.any(String),
      sequence: expect.any(Number),
      data: { id: data.id, contact_id, guide_id: guide.id, contact: { id: contact_id }, guide: { id: guide.id } },
    })
    const signed = headers as Record<string, string>
    expect(() => new StandardWebhook(secret).verify(body, signed)).not.toThrow()
    expect(() => new SvixWebhook(secret).verify(body, signed)).not.toThrow()
  })

  test('events are filtered by guides and organisations, also in a recovery', async () => {
    const guide = await publishedGuide(instance.acme, 'Wanted')
    const other = await publishedGuide(instance.acme, 'Other')
    const harbour = await change('Harbour')
    pass(1000)
    const since = instance.clock.now.toISOString()
    const all = { events: ['*'] }
    const ofGuide = await subscribe({ ...all, guide_ids: [guide.id], url: receiver.url('/guide') })
    await subscribe({ ...all, organisation_ids: [harbour.id], url: receiver.url('/organisation') })
    const both = { guide_ids: [guide.id], organisation_ids: [harbour.id] }
    await subscribe({ ...all, ...both, url: receiver.url('/both') })
    const add = async (email: string, organisation_id?: string) =>
      (
        await instance.acme.invoke(createContact, {
          email,
          first_name: 'A',
          ...(organisation_id && { organisation_id }),
        })
      ).data
    const sailor = await add('sailor@example.com', harbour.id)
    const farmer = await add('farmer@example.com')
    for (const [contact_id, guide_id] of [
      [sailor.id, guide.id],
      [sailor.id, other.id],
      [farmer.id, guide.id],
    ] as const)
      await instance.acme.invoke(createEnrollment, { contact_id, guide_id })
    const at = (path: string) =>
      receiver.received
        .filter((one) => one.path === path)
        .map(({ body }) => JSON.parse(body))
        .map(({ event, data }) => [event, data.contact?.email ?? data.email, data.guide?.title])
        .toSorted()
    const toGuide = [
      ['enrollment.created', 'farmer@example.com', 'Wanted'],
      ['enrollment.created', 'sailor@example.com', 'Wanted'],
    ]
    await expect.poll(() => at('/guide')).toEqual(toGuide)
    await expect.poll(() => at('/both')).toEqual([['enrollment.created', 'sailor@example.com', 'Wanted']])
    await expect
      .poll(() => at('/organisation'))
      .toEqual([
        ['contact.created', 'sailor@example.com', undefined],
        ['enrollment.created', 'sailor@example.com', 'Other'],
        ['enrollment.created', 'sailor@example.com', 'Wanted'],
      ])
    await instance.handrail.database.write(({ db, tables: { webhook_deliveries: t } }) => db.delete(t))
    pass(1000)
    await instance.acme.invoke(recoverWebhookEndpoint, { id: ofGuide.id, since })
    await expect.poll(() => at('/guide').length).toBe(2 * toGuide.length)
  })

  test('with max_concurrency 1 deliveries arrive in order, also around retries and failures', async () => {
    let broken: string | undefined = 'first'
    answer = (response, { body }) => void response.writeHead(JSON.parse(body).data.name === broken ? 500 : 204).end()
    const { id } = await subscribe({ max_concurrency: 1 })
    await change('first')
    await expect.poll(names).toEqual(['first'])
    for (const name of ['second', 'third']) await change(name)
    const waits = () =>
      instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
        (await db.select().from(t)).map(({ waiting_for }) => waiting_for).toSorted(),
      )
    await expect.poll(waits).toEqual(['endpoint', 'endpoint', 'time'])
    pass(10_000)
    await expect.poll(names).toEqual(['first', 'first'])
    await expect.poll(waits).toEqual(['endpoint', 'endpoint', 'time'])
    broken = 'second'
    pass(HOUR_MS)
    // The next one waits for the failing one.
    await expect.poll(names).toEqual(['first', 'first', 'first', 'second'])
    for (let attempt = 2; attempt <= 10; attempt++) {
      await expect.poll(waits).toContain('time')
      // An endpoint that fails for days is disabled; this test is about one delivery.
      await instance.acme.invoke(enableWebhookEndpoint, { id })
      await expect.poll(() => names().filter((name) => name === 'second').length).toBe(attempt)
    }
    await expect.poll(() => names().at(-1)).toBe('third')
    expect(names().filter((name) => name === 'third')).toHaveLength(1)
  })

  test('raising max_concurrency releases deliveries that waited for their turn', async () => {
    answer = (response, { body }) => void response.writeHead(JSON.parse(body).data.name === 'bad' ? 500 : 204).end()
    const { id } = await subscribe({ max_concurrency: 1 })
    await change('bad')
    await expect.poll(names).toEqual(['bad'])
    await change('good')
    await instance.acme.invoke(updateWebhookEndpoint, { id, max_concurrency: 8 })
    await expect.poll(names).toContain('good')
  })

  test('after a pause, recovered and new deliveries arrive in order', async () => {
    const { id } = await subscribe({ max_concurrency: 1 })
    const since = instance.clock.now.toISOString()
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    for (const name of ['a', 'b', 'c']) await change(name)
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    pass(1000)
    await instance.acme.invoke(recoverWebhookEndpoint, { id, since })
    await expect.poll(names).toEqual(['a', 'b', 'c'])
  })

  test('max_per_second holds within any second, without delaying other endpoints', async () => {
    await subscribe({ max_per_second: 3 })
    await subscribe({ url: receiver.url('/fast') })
    for (let i = 0; i < 8; i++) await change(`${i}`)
    const at = (path: string) => receiver.received.filter((one) => one.path === path).length
    await expect.poll(() => at('/fast')).toBe(8)
    await expect.poll(() => at('/')).toBe(3)
    // Another second of the clock has begun, but a second has not passed since the first three.
    pass(900)
    await change('8')
    await expect.poll(() => at('/fast')).toBe(9)
    expect(at('/')).toBe(3)
    pass(200)
    await expect.poll(() => at('/')).toBe(6)
    pass(1100)
    await expect.poll(() => at('/')).toBe(9)
  })
})
