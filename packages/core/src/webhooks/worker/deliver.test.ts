import { eq } from 'drizzle-orm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { addDeadEndpoints } from '../../../test/data/dead-endpoints.ts'
import { ENGINES, eventTypesOf, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { invoke } from '../../internal.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookRecoveries,
  pauseWebhookEndpoint,
  recoverWebhookEndpoint,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} = operations

const HOUR = 3_600_000

describe.each(ENGINES)('deliveries on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  let names = 0
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  async function open(answer?: Answer): Promise<void> {
    receiver = await startReceiver(answer)
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', webhooks: { deliver: true } })
    // Retries use the clock of the instance; signatures are verified by the clock of the receivers.
    instance.clock.now = new Date()
  }
  const subscribe = async (path = '/', events = ['organisation.*', 'webhook_endpoint.*']) =>
    (await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(path), events })).data
  const change = () => instance.acme.invoke(createOrganisation, { name: `Organisation ${++names}` })
  const deliveries = async (id: string) =>
    (await instance.acme.invoke(listWebhookDeliveries, { id, per_page: 100 })).data
  const detail = async (id: string) => (await instance.acme.invoke(getWebhookEndpoint, { id })).data
  const pass = (milliseconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + milliseconds)
  }
  const arrived = (count: number, path = '/') =>
    expect.poll(() => receiver.received.filter((one) => one.path === path).length).toBe(count)
  const underWay = () =>
    instance.handrail.database.read(
      async ({ db, tables: { webhook_deliveries: t } }) =>
        (await db.select({ lease_until: t.lease_until }).from(t)).filter((row) => row.lease_until !== null).length,
    )
  const settled = (id: string, status: string) =>
    expect.poll(async () => (await deliveries(id)).map((one) => one.status)).toEqual([status])

  test('an event is delivered once, signed, in the documented format', async () => {
    await open()
    const { id, secret } = await subscribe()
    const { data } = await change()
    await arrived(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const event = JSON.parse(body)
    expect(Object.keys(event)).toEqual(['id', 'event', 'timestamp', 'webhook_id', 'sequence', 'data'])
    expect(event).toMatchObject({ event: 'organisation.created', webhook_id: id, data })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id })
    const signed = headers as Record<string, string>
    expect(() => new StandardWebhook(secret).verify(body, signed)).not.toThrow()
    expect(() => new SvixWebhook(secret).verify(body, signed)).not.toThrow()
    await settled(id, 'succeeded')
    expect((await deliveries(id))[0]).toMatchObject({
      attempts: 1,
      response_status: 204,
      error: null,
      event_id: event.id,
    })
  })

  test('during a rotation, receivers with either secret accept deliveries', async () => {
    await open()
    const { id, secret } = await subscribe()
    const rotated = await instance.acme.invoke(rotateWebhookSecret, { id, grace_period_seconds: 3600 })
    expect(rotated.data.secret).not.toBe(secret)
    await change()
    await arrived(1)
    const verify = (with_: string, index: number) =>
      new StandardWebhook(with_).verify(
        receiver.received[index]?.body ?? '',
        receiver.received[index]?.headers as Record<string, string>,
      )
    expect(() => verify(secret, 0)).not.toThrow()
    expect(() => verify(rotated.data.secret, 0)).not.toThrow()
    await instance.acme.invoke(rotateWebhookSecret, { id, grace_period_seconds: 0 })
    await change()
    await arrived(2)
    expect(() => verify(rotated.data.secret, 1)).toThrow()
    // Its hour has not ended: another rotation does not end it.
    expect(() => verify(secret, 1)).not.toThrow()
    pass(HOUR)
    await change()
    await arrived(3)
    const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(signatures).toEqual([2, 2, 1])
  })

  test('a failed delivery is retried later with the same id, and its reason is stored', async () => {
    let broken = true
    await open((response) => void response.writeHead(broken ? 503 : 200).end('not now'))
    const { id } = await subscribe()
    await change()
    await arrived(1)
    await expect
      .poll(async () => (await deliveries(id))[0])
      .toMatchObject({
        status: 'pending',
        attempts: 1,
        response_status: 503,
        response_body: 'not now',
        error: 'http_status: The receiver answered 503',
      })
    broken = false
    pass(7000)
    await arrived(2)
    await settled(id, 'succeeded')
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  test('a delivery fails after ten attempts, and can be resent', async () => {
    let broken = true
    await open((response) => void response.writeHead(broken ? 500 : 200).end())
    const { id } = await subscribe()
    await change()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await arrived(attempt)
      // Recorded before the clock advances.
      await expect.poll(underWay).toBe(0)
      expect((await deliveries(id))[0]).toMatchObject({ attempts: attempt, response_status: 500 })
      // An endpoint that fails for days is disabled; this test is about one delivery.
      await instance.acme.invoke(enableWebhookEndpoint, { id })
      pass(30 * HOUR)
    }
    await settled(id, 'failed')
    broken = false
    const [failed] = await deliveries(id)
    await instance.acme.invoke(resendWebhookDelivery, { id, delivery_id: failed?.id ?? '' })
    await arrived(11)
    await settled(id, 'succeeded')
  })

  test('after an outage all deliveries arrive, oldest first, with limited concurrency', async () => {
    let down = true
    const accepted: string[] = []
    await open((response, { headers }) => {
      if (!down) accepted.push(String(headers['webhook-id']))
      const status = down ? 503 : 200
      setTimeout(() => response.writeHead(status).end(), 20)
    })
    const { id } = await subscribe()
    const endpoint = async () =>
      instance.handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.webhook_endpoints))[0])
    const tried = async () => (await deliveries(id)).every(({ attempts }) => attempts > 0)
    for (let i = 0; i < 24; i++) {
      await change()
      pass(3 * 60_000)
      // Once the circuit breaker is open, due deliveries wait without using attempts.
      await expect.poll(async () => (await endpoint())?.open_until !== null || (await tried())).toBe(true)
    }
    expect((await endpoint())?.open_until).not.toBeNull()
    const events = (await deliveries(id)).map(({ event_id }) => event_id).toReversed()

    // A probe under way would fail after the end of the outage.
    await expect.poll(underWay).toBe(0)
    receiver.busiest.clear()
    down = false
    // After the probe and all retries.
    pass(30 * HOUR)
    await expect.poll(() => new Set(accepted).size).toBe(24)
    expect(receiver.busiest.get('/')).toBeLessThanOrEqual(8)
    // The probe is sent alone, then two at once, then four: concurrent ones may change places.
    expect(events.indexOf(accepted[0] ?? '')).toBeLessThan(12)
  })

  test('a redirect is not followed, and its target is reported', async () => {
    await open(
      (response, { path }) => void response.writeHead(path === '/moved' ? 302 : 200, { location: '/elsewhere' }).end(),
    )
    const { id } = await subscribe('/moved')
    await change()
    await expect.poll(async () => (await deliveries(id))[0]?.error).toContain('/elsewhere')
    expect(receiver.received.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('410 disables the endpoint and emits an event to the others', async () => {
    await open((response, { path }) => void response.writeHead(path === '/gone' ? 410 : 200).end())
    const gone = await subscribe('/gone', ['organisation.*'])
    await subscribe('/other', ['webhook_endpoint.disabled'])
    await change()
    await arrived(1, '/other')
    expect(JSON.parse(receiver.received.find(({ path }) => path === '/other')?.body ?? '{}')).toMatchObject({
      event: 'webhook_endpoint.disabled',
      data: { id: gone.id, status: 'disabled', disabled_reason: 'gone' },
    })
    await change()
    expect((await deliveries(gone.id)).map(({ status }) => status).toSorted()).toEqual(['pending', 'skipped'])
    expect(await eventTypesOf(instance, instance.acme)).toContain('webhook_endpoint.disabled')
  })

  test('five days without a success disable the endpoint', async () => {
    await open((response) => void response.writeHead(500).end())
    const { id } = await subscribe()
    for (let i = 0; i < 10; i++) await change()
    await arrived(10)
    await expect.poll(async () => (await deliveries(id)).every(({ error }) => error !== null)).toBe(true)
    pass(121 * HOUR)
    await expect.poll(async () => (await detail(id)).disabled_reason).toBe('failing')
  })

  test('a hanging receiver delays no other, and uses at most eight connections', async () => {
    await open((response, { path }) => {
      if (path === '/healthy') response.writeHead(200).end()
    })
    await subscribe('/hangs')
    await subscribe('/healthy')
    for (let i = 0; i < 40; i++) await change()
    await arrived(40, '/healthy')
    expect(receiver.busiest.get('/hangs')).toBe(8)
  })

  test('an endless response is cut off, and its status counts', async () => {
    await open((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.once('close', () => clearInterval(timer))
    })
    const { id } = await subscribe()
    await change()
    await settled(id, 'succeeded')
    expect((await deliveries(id))[0]?.response_body).toHaveLength(4096)
  })

  test('a test ping returns its outcome, at most ten times a minute', async () => {
    await open((response, { path }) => void response.writeHead(path === '/bad' ? 500 : 200).end('thanks'))
    const good = await subscribe('/good', ['contact.created'])
    const bad = await subscribe('/bad', ['contact.created'])
    const ping = async (id: string) => (await instance.acme.invoke(testWebhookEndpoint, { id })).data
    expect(await ping(good.id)).toMatchObject({
      success: true,
      delivery: {
        event: 'webhook.test',
        status: 'succeeded',
        response_status: 200,
        response_body: 'thanks',
        attempts: 1,
      },
    })
    expect(await ping(bad.id)).toMatchObject({ success: false, delivery: { status: 'failed', next_attempt_at: null } })
    const key = { idempotencyKey: 'ping-1' }
    const first = await invoke(testWebhookEndpoint, instance.acme.context, { id: good.id }, key)
    const again = await invoke(testWebhookEndpoint, instance.acme.context, { id: good.id }, key)
    expect(again).toEqual({ value: first.value, replayed: true })
    expect(receiver.received.filter(({ path }) => path === '/good')).toHaveLength(2)
    for (let i = 0; i < 8; i++) await ping(good.id)
    await expect(ping(good.id)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('a test ping uses its own connection, and does not affect the health of its endpoint', async () => {
    const held: (() => void)[] = []
    await open((response, { body }) => {
      if (JSON.parse(body).event === 'webhook.test') response.writeHead(500).end()
      else held.push(() => response.writeHead(204).end())
    })
    const { id } = await subscribe()
    for (let i = 0; i < 9; i++) await change()
    await arrived(8)
    const { data } = await instance.acme.invoke(testWebhookEndpoint, { id })
    expect(data).toMatchObject({ success: false, delivery: { response_status: 500 } })
    expect(await detail(id)).toMatchObject({ failing_since: null, next_attempt_at: null })
    const answerAll = setInterval(() => {
      for (const answer of held.splice(0)) answer()
    }, 5)
    await arrived(10).finally(() => clearInterval(answerAll))
  })

  test('a test ping interrupted by the end of the process is not repeated', async () => {
    let pinged: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      pinged = resolve
    })
    await open(() => pinged())
    const { id } = await subscribe()
    const cut = instance.acme.invoke(testWebhookEndpoint, { id }).catch((error) => error)
    await reached
    const { database } = instance.handrail
    const stored = () => database.read(async ({ db, tables: { webhook_deliveries: t } }) => db.select().from(t))
    expect(await stored()).toMatchObject([
      { status: 'failed', error: 'The test was interrupted', next_attempt_at: null },
    ])
    pass(HOUR)
    await change()
    await arrived(2)
    expect(receiver.received.filter(({ body }) => JSON.parse(body).event === 'webhook.test')).toHaveLength(1)
    await receiver.close()
    await cut
  })

  test('attempts that were under way when the breaker opened do not count as probes', async () => {
    const held: (() => void)[] = []
    await open((response) => void held.push(() => response.writeHead(500).end()))
    const { id } = await subscribe()
    const failing_since = new Date(instance.clock.now.getTime() - 120_000).toISOString()
    await instance.handrail.database.write(({ db, tables: { webhook_endpoints: endpoints } }) =>
      db.update(endpoints).set({ failing_since, consecutive_failures: 9 }).where(eq(endpoints.id, id)),
    )
    for (let i = 0; i < 8; i++) await change()
    await arrived(8)
    for (const answer of held.splice(0)) answer()
    await expect.poll(underWay).toBe(0)
    const inThirtySeconds = new Date(instance.clock.now.getTime() + 30_000).toISOString()
    expect(await detail(id)).toMatchObject({ failing_since, next_attempt_at: inThirtySeconds })
    // The probe fails: the next one follows after twice the time.
    pass(30_000)
    await arrived(9)
    for (const answer of held.splice(0)) answer()
    const inAMinute = new Date(instance.clock.now.getTime() + 60_000).toISOString()
    await expect.poll(async () => (await detail(id)).next_attempt_at).toBe(inAMinute)
  })

  test('a response with an incomplete body counts by its status', async () => {
    await open((response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    const { id } = await subscribe()
    await change()
    await settled(id, 'succeeded')
    expect((await deliveries(id))[0]).toMatchObject({ attempts: 1, response_status: 200, response_body: 'half' })
  })

  test('enabling an endpoint or changing its address sends waiting retries immediately', async () => {
    let broken = true
    await open((response) => void response.writeHead(broken ? 503 : 204).end())
    const { id } = await subscribe()
    for (let i = 0; i < 3; i++) await change()
    // Each attempt is counted at its start, and has ended when its outcome is recorded.
    const ended = async () => [(await deliveries(id)).map(({ attempts }) => attempts), await underWay()]
    await expect.poll(ended).toEqual([[1, 1, 1], 0])
    pass(10_000)
    await expect.poll(ended).toEqual([[2, 2, 2], 0])
    expect((await detail(id)).failing_since).not.toBeNull()
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    broken = false
    // Each waits for its third attempt, five minutes later.
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    await arrived(9)
    expect(await detail(id)).toMatchObject({ failing_since: null })
    broken = true
    await change()
    await arrived(10)
    await expect.poll(async () => (await detail(id)).failing_since).not.toBeNull()
    await instance.acme.invoke(updateWebhookEndpoint, { id, url: receiver.url('/moved') })
    expect((await detail(id)).failing_since).toBeNull()
  })

  test('a recovery excludes test pings of other endpoints, and reports its progress', async () => {
    await open()
    const { id } = await subscribe('/all', ['*'])
    const other = await subscribe('/other', ['contact.created'])
    const since = new Date(instance.clock.now.getTime() - 1000).toISOString()
    await instance.acme.invoke(testWebhookEndpoint, { id: other.id })
    await change()
    await arrived(1, '/all')
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    await change()
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    pass(1000)
    const { data } = await instance.acme.invoke(recoverWebhookEndpoint, { id, since })
    const recoveries = async () => (await instance.acme.invoke(listWebhookRecoveries, { id })).data
    await expect.poll(recoveries).toMatchObject([{ id: data.id, endpoint_id: id, status: 'done', recovered: 1 }])
    await arrived(2, '/all')
    expect(receiver.received.filter(({ path, body }) => path === '/all' && body.includes('webhook.test'))).toEqual([])
  })

  test('events during a pause are recovered in order, oldest first', async () => {
    await open()
    const { id } = await subscribe()
    const since = instance.clock.now.toISOString()
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    for (let i = 0; i < 5; i++) {
      pass(1000)
      await change()
    }
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(Array(5).fill('skipped'))
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    const { data } = await instance.acme.invoke(recoverWebhookEndpoint, { id, since })
    expect(data).toMatchObject({ status: 'running', endpoint_id: id })
    await arrived(5)
    await expect
      .poll(async () => (await deliveries(id)).map(({ status }) => status))
      .toEqual(Array(5).fill('succeeded'))
    await expect(instance.acme.invoke(recoverWebhookEndpoint, { id, since, until: since })).rejects.toMatchObject({
      errors: { since: ['must be before until'] },
    })
  })

  test.each([
    ['wait for a later attempt', { status: 'enabled', open_until: null, waiting_for: 'time' }],
    ['are held back by their failures', { status: 'enabled', open_until: '2099-01-01T00:00:00.000Z' }],
    ['are disabled', { status: 'disabled', open_until: null }],
  ] as const)('a newer endpoint is served beside a thousand that %s', async (_, state) => {
    await open()
    const next_attempt_at = new Date(instance.clock.now.getTime() + HOUR).toISOString()
    await addDeadEndpoints(instance, instance.other, {
      ...state,
      count: 1000,
      url: receiver.url('/dead'),
      next_attempt_at,
    })
    await subscribe('/first')
    await subscribe('/newer')
    await change()
    await arrived(1, '/newer')
    expect(receiver.received).toHaveLength(2)
  })

  test('an endpoint deleted during a delivery causes no error', async () => {
    let finish: () => void = () => undefined
    await open((response) => {
      finish = () => response.writeHead(200).end()
    })
    const { id } = await subscribe()
    await change()
    await arrived(1)
    await instance.acme.invoke(deleteWebhookEndpoint, { id })
    finish()
    await subscribe('/next')
    await change()
    await arrived(1, '/next')
  })
})
