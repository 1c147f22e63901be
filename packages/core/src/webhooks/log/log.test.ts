import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { newId } from '../../ids.ts'
import { type OutputOf, operations } from '../../index.ts'

const {
  createContact,
  createOrganisation,
  createWebhookEndpoint,
  getEvent,
  getWebhookDelivery,
  getWebhookRecovery,
  listEvents,
  listWebhookDeliveries,
  pauseWebhookEndpoint,
  recoverWebhookEndpoint,
  resendWebhookDelivery,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} = operations

const DAY_MS = 86_400_000

describe.each(ENGINES)('the delivery log on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  let broken: boolean
  beforeEach(async () => {
    broken = false
    receiver = await startReceiver((response) => {
      response.setHeader('x-answer', 'yes').setHeader('set-cookie', 'session=theirs')
      response.writeHead(broken ? 503 : 200).end(broken ? 'not now' : 'thanks')
    })
    const webhooks = { deliver: true }
    instance = await openInstance(engine, {
      publicUrl: 'http://localhost:3000',
      webhooks,
      now: undefined,
      eventDays: 7,
    })
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  const subscribe = async (fields = {}) =>
    (
      await instance.acme.invoke(createWebhookEndpoint, {
        url: receiver.url('/hook?of=acme'),
        events: ['organisation.*', 'contact.*'],
        ...fields,
      })
    ).data
  const change = async (name = 'Acme') => (await instance.acme.invoke(createOrganisation, { name })).data
  const only = async (id: string) => {
    const [delivery] = (await instance.acme.invoke(listWebhookDeliveries, { id })).data
    if (!delivery) return expect.unreachable('there is a delivery')
    return (await instance.acme.invoke(getWebhookDelivery, { id, delivery_id: delivery.id })).data
  }
  const arrived = (count: number) => expect.poll(() => receiver.received.length).toBe(count)

  test('every attempt is stored with request and response, and deleted with its delivery', async () => {
    broken = true
    const { id } = await subscribe({ headers: { Authorization: 'Bearer of-the-receiver' } })
    const { id: organisation_id } = await change()
    await expect.poll(async () => (await only(id)).attempts_made.length).toBe(1)
    broken = false
    const { id: delivery_id } = await only(id)
    await instance.acme.invoke(resendWebhookDelivery, { id, delivery_id })
    await expect.poll(async () => (await only(id)).status).toBe('succeeded')
    const detail = await only(id)
    const [first, second] = receiver.received
    expect(detail.request_body).toBe(first?.body)
    expect(second?.body).toBe(first?.body)
    expect(JSON.parse(detail.request_body ?? '')).toMatchObject({ data: { id: organisation_id } })
    const attempt = { number: 1, address: '127.0.0.1', duration_ms: expect.any(Number), id: expect.any(String) }
    const request = { url: receiver.url('/hook?of=acme'), payload: 'full' }
    const sentOf = (headers: object = {}) =>
      Object.fromEntries(
        Object.entries(headers).filter(([name]) => /^(webhook-.*|user-agent|content-type)$/.test(name)),
      )
    const response_headers = expect.objectContaining({ 'x-answer': 'yes', 'set-cookie': '•••' })
    expect(detail.attempts_made).toEqual([
      {
        ...attempt,
        started_at: expect.stringMatching(/^\d{4}-.*Z$/),
        request: { ...request, headers: { ...sentOf(second?.headers), authorization: '•••' } },
        response_status: 200,
        response_headers,
        response_body: 'thanks',
        error: null,
      },
      {
        ...attempt,
        started_at: expect.any(String),
        request: { ...request, headers: { ...sentOf(first?.headers), authorization: '•••' } },
        response_status: 503,
        response_headers,
        response_body: 'not now',
        error: 'http_status: The receiver answered 503',
      },
    ])
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill('Bearer of-the-receiver'),
    )
    const attempts = () =>
      instance.handrail.database.read(
        async ({ db, tables: { webhook_attempts: t } }) => (await db.select().from(t)).length,
      )
    expect(await attempts()).toBe(2)
    await instance.handrail.database.write(({ db, tables: t }) => {
      const created_at = new Date(Date.now() - 8 * DAY_MS).toISOString()
      return db.update(t.webhook_deliveries).set({ created_at })
    })
    await instance.handrail.upkeep()
    expect(await attempts()).toBe(0)
  })

  test('a test ping is logged like other attempts, and an attempt without a connection has no address', async () => {
    const { id } = await subscribe()
    await instance.acme.invoke(testWebhookEndpoint, { id })
    expect(await only(id)).toMatchObject({ event: 'webhook.test', attempts_made: [{ response_status: 200 }] })
    await instance.acme.invoke(updateWebhookEndpoint, { id, url: 'http://127.0.0.1:1024/' })
    const { data } = await instance.acme.invoke(testWebhookEndpoint, { id })
    const detail = await instance.acme.invoke(getWebhookDelivery, { id, delivery_id: data.delivery.id })
    expect(detail.data.attempts_made).toMatchObject([
      { address: '127.0.0.1', response_status: null, response_headers: null },
    ])
  })

  test('a delivery is visible at its own endpoint and workspace only', async () => {
    const { id } = await subscribe()
    const other = await subscribe({ events: ['guide.published'] })
    await change()
    const { id: delivery_id } = await only(id)
    const absent = { code: 'not_found' }
    await expect(instance.acme.invoke(getWebhookDelivery, { id: other.id, delivery_id })).rejects.toMatchObject(absent)
    await expect(instance.other.invoke(getWebhookDelivery, { id, delivery_id })).rejects.toMatchObject(absent)
    const [event] = (await instance.acme.invoke(listEvents, {})).data
    await expect(instance.other.invoke(getEvent, { id: event?.id ?? '' })).rejects.toMatchObject(absent)
    await expect(instance.acme.invoke(getEvent, { id: 'evt_nonsense' })).rejects.toMatchObject(absent)
    expect((await instance.other.invoke(listEvents, {})).data).toEqual([])
  })

  test('events are listed newest first with deliveries, filtered by type, record and time', async () => {
    const { id: endpoint_id } = await subscribe()
    const organisation = await change('Harbour')
    const { data: contact } = await instance.acme.invoke(createContact, {
      email: 'zoe@example.com',
      first_name: 'Zoé',
      organisation_id: organisation.id,
    })
    await change('Mill')
    await arrived(3)
    const list = async (filters = {}) => (await instance.acme.invoke(listEvents, filters)).data
    const [mill, zoe, harbour] = await list()
    expect([mill, zoe, harbour].map((one) => one?.event)).toEqual([
      'organisation.created',
      'contact.created',
      'organisation.created',
    ])
    expect(harbour).toMatchObject({ data: { id: organisation.id, name: 'Harbour' } })
    await expect
      .poll(async () => (await instance.acme.invoke(getEvent, { id: zoe?.id ?? '' })).data.deliveries)
      .toMatchObject([{ endpoint_id, status: 'succeeded', attempts: 1, response_status: 200 }])
    const ids = async (filters: object) => (await list(filters)).map((one) => one.id)
    expect(await ids({ event: 'organisation.created' })).toEqual([mill?.id, harbour?.id])
    expect(await ids({ subject_id: contact.id })).toEqual([zoe?.id])
    expect(await ids({ subject_id: organisation.id })).toEqual([zoe?.id, harbour?.id])
    expect(await ids({ since: zoe?.timestamp })).toContain(zoe?.id)
    expect(await ids({ until: harbour?.timestamp })).toContain(harbour?.id)
    const yesterday = new Date(Date.now() - DAY_MS).toISOString()
    expect([await ids({ until: yesterday }), (await ids({ since: yesterday })).length]).toEqual([[], 3])
  })

  test('following cursors returns every event once, also if few of many match', async () => {
    const { workspace_id } = instance.acme.context.caller
    const wanted: string[] = []
    await instance.handrail.database.write(async ({ db, stamp: occurred_at, tables: { events } }) => {
      for (let from = 0; from < 2500; from += 250)
        await db.insert(events).values(
          Array.from({ length: 250 }, (_, i) => {
            const id = `evt_${newId().replaceAll('-', '')}`
            const type = (from + i) % 1000 === 0 ? 'guide.published' : 'contact.updated'
            if (type === 'guide.published') wanted.unshift(id)
            return { workspace_id, id, type, occurred_at, data: '{}' }
          }),
        )
    })
    const walk = async (filters: object) => {
      const found: string[] = []
      for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
        const page: OutputOf<typeof listEvents> = await instance.acme.invoke(listEvents, {
          ...filters,
          per_page: 100,
          cursor,
        })
        found.push(...page.data.map(({ id }) => id))
        cursor = page.meta.next_cursor
      }
      return found
    }
    expect(await walk({ event: 'guide.published' })).toEqual(wanted)
    const all = await walk({})
    expect([all.length, new Set(all).size]).toEqual([2500, 2500])
  })

  test('a recovery reports its progress', async () => {
    const { id } = await subscribe({ events: ['organisation.created'] })
    const since = new Date(Date.now() - DAY_MS).toISOString()
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    const { updated_at } = await change()
    await instance.acme.invoke(createContact, { email: 'zoe@example.com', first_name: 'Zoé' })
    const { data } = await instance.acme.invoke(recoverWebhookEndpoint, { id, since })
    expect(data).toMatchObject({ status: 'running', looked_at: 0, recovered: 0, reached: null })
    const recovery = async (recovery_id = data.id) =>
      (await instance.acme.invoke(getWebhookRecovery, { id, recovery_id })).data
    await expect.poll(() => recovery()).toMatchObject({ status: 'done', looked_at: 2, recovered: 1 })
    expect((await recovery()).reached ?? '').toMatch(updated_at.slice(0, 10))
    await expect(recovery(newId())).rejects.toMatchObject({ code: 'not_found' })
  })
})
