import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { addDeadEndpoints } from '../../../test/data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { inspectDatabase } from '../../internal.ts'

const { createOrganisation, createWebhookEndpoint, pauseWebhookEndpoint } = operations

const URL = 'https://receiver.example.com/'
const LATER = '2099-01-01T00:00:00.000Z'

describe.each(ENGINES)('figures of deliveries on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver((response, { path }) => void response.writeHead(path === '/bad' ? 500 : 204).end())
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  test('waiting deliveries are counted by reason, endpoints by health', async () => {
    instance = await openInstance(engine)
    const add = (count: number, state: Partial<Parameters<typeof addDeadEndpoints>[2]>) =>
      addDeadEndpoints(instance, instance.acme, { url: URL, status: 'enabled', open_until: null, count, ...state })
    await add(1, {})
    await add(2, { waiting_for: 'time', next_attempt_at: LATER })
    await add(3, { waiting_for: 'endpoint', open_until: LATER })
    await add(1, { status: 'disabled', waiting_for: 'endpoint' })
    const { data } = await instance.acme.invoke(createWebhookEndpoint, { url: URL, events: ['*'] })
    await instance.acme.invoke(pauseWebhookEndpoint, { id: data.id })
    const expected = { ready: 1, later: 2, held: 4, under_way: 0, oldest_due_seconds: 0 }
    const endpoints = { healthy: 3, failing: 0, open: 3, paused: 1, disabled: 1 }
    expect(await instance.handrail.deliveryFigures()).toEqual({ ...expected, endpoints })
    instance.clock.now = new Date(instance.clock.now.getTime() + 90_000)
    expect((await instance.handrail.deliveryFigures()).oldest_due_seconds).toBe(90)
    // By the clock of the machine, not that of the test.
    const { deliveries } = await inspectDatabase(instance.database)
    expect(deliveries).toMatchObject({ ...expected, oldest_due_seconds: expect.any(Number), endpoints })
  })

  test('outcomes of sent deliveries are reported immediately', async () => {
    instance = await openInstance(engine, {
      publicUrl: 'http://localhost:3000',
      webhooks: { deliver: true },
      now: undefined,
    })
    const told: unknown[][] = []
    instance.handrail.watchDeliveries({
      claimed: (count) => told.push(['claimed', count]),
      attempted: (outcome) => told.push(['attempted', outcome]),
      arrived: (seconds) => told.push(['arrived', seconds >= 0]),
    })
    for (const path of ['/good', '/bad'])
      await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(path), events: ['organisation.created'] })
    await instance.acme.invoke(createOrganisation, { name: 'Acme' })
    const others = () =>
      told
        .filter(([what]) => what !== 'claimed')
        .map(String)
        .toSorted()
    await expect.poll(others).toEqual(['arrived,true', 'attempted,http_status', 'attempted,success'])
    expect(told.filter(([what]) => what === 'claimed').reduce((sum, [, count]) => sum + Number(count), 0)).toBe(2)
  })
})
