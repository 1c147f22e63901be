import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORBIDDEN_ADDRESSES } from '../../test/data/forbidden-addresses.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  createContact,
  createOrganisation,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} = operations

describe.each(ENGINES)('webhook endpoints on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const create = async (events: string[], url = 'https://receiver.example/hook') =>
    (await instance.acme.invoke(createWebhookEndpoint, { url, events })).data
  const detail = async (id: string) => (await instance.acme.invoke(getWebhookEndpoint, { id })).data

  test('the signing secret is returned only at creation, and stored encrypted', async () => {
    const created = await create(['contact.created'])
    expect(Buffer.from(created.secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    const { data: updated } = await instance.acme.invoke(updateWebhookEndpoint, { id: created.id, description: 'CRM' })
    const shown = JSON.stringify([
      await detail(created.id),
      updated,
      await instance.acme.invoke(listWebhookEndpoints, {}),
    ])
    expect(shown).not.toContain('whsec_')
    expect(shown).not.toContain('sealed')
    const stored = await instance.handrail.database.read(async ({ db, tables }) =>
      db.select().from(tables.webhook_endpoints),
    )
    expect(JSON.stringify(stored)).not.toContain(created.secret.slice(6))
    expect(instance.acme.context.sealer.open(stored[0]?.sealed_secret ?? '')).toBe(created.secret)
  })

  test('a change creates one delivery per subscribed endpoint', async () => {
    const exact = await create(['organisation.created'])
    const group = await create(['organisation.*'])
    const all = await create(['*'])
    const none = await create(['guide.published', 'enrollment.*'])
    await instance.other.invoke(createOrganisation, { name: 'Elsewhere' })
    await instance.acme.invoke(createOrganisation, { name: 'Here' })
    for (const { id } of [exact, group, all]) {
      const { deliveries } = await detail(id)
      expect(deliveries).toEqual([
        {
          id: expect.any(String),
          event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
          event: 'organisation.created',
          status: 'pending',
          attempts: 0,
          response_status: null,
          response_body: null,
          error: null,
          duration_ms: null,
          created_at: '2026-11-20T12:00:00.000Z',
          // The time of writing, which may be slightly after the start of its transaction.
          next_attempt_at: expect.stringMatching(/^2026-11-20T12:00:/),
          delivered_at: null,
          updated_at: expect.any(String),
        },
      ])
    }
    expect((await detail(none.id)).deliveries).toEqual([])
  })

  test('the detail contains the 10 newest deliveries', async () => {
    const { id } = await create(['contact.created'])
    for (let i = 0; i < 12; i++) {
      instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
      await instance.acme.invoke(createContact, { email: `w${i}@example.com`, first_name: 'W' })
    }
    const { deliveries } = await detail(id)
    expect(deliveries).toHaveLength(10)
    expect(deliveries[0]?.created_at).toBe(instance.clock.now.toISOString())
  })

  test.each(['paused', 'disabled'] as const)(
    'deliveries to an endpoint that is %s are recorded as skipped',
    async (status) => {
      const { id } = await create(['organisation.created'])
      await instance.handrail.database.write(async ({ db, tables }) =>
        db.update(tables.webhook_endpoints).set({ status }),
      )
      await instance.acme.invoke(createOrganisation, { name: 'Unheard' })
      expect((await detail(id)).deliveries).toMatchObject([{ status: 'skipped', next_attempt_at: null }])
    },
  )

  test('an address in a private network is rejected at creation and update, in every notation', async () => {
    const { id } = await create(['*'])
    for (const url of FORBIDDEN_ADDRESSES) {
      const refused = { code: 'validation_error', errors: { url: [expect.any(String)] } }
      await expect(create(['*'], url), url).rejects.toMatchObject(refused)
      await expect(instance.acme.invoke(updateWebhookEndpoint, { id, url }), url).rejects.toMatchObject(refused)
    }
    expect((await detail(id)).url).toBe('https://receiver.example/hook')
  })

  test('unknown event types and invalid addresses are rejected, with a list of known types', async () => {
    await expect(create(['enrollment.nonsense', 'nonsense.*'])).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('enrollment.created'),
    })
    for (const url of [
      'ftp://a.example',
      'nonsense',
      'https://user:pass@a.example/',
      'https://a.example/#x',
      'https://a.example/\r\nX-Injected: 1',
      'https://a b.example',
      `https://a.example/${'x'.repeat(2048)}`,
    ])
      await expect(create(['*'], url)).rejects.toMatchObject({ errors: { url: [expect.any(String)] } })
    await expect(create([])).rejects.toMatchObject({ errors: { events: ["can't be empty"] } })
  })

  test('deleting an endpoint deletes its deliveries', async () => {
    const { id } = await create(['*'])
    await instance.acme.invoke(createOrganisation, { name: 'Last words' })
    await instance.acme.invoke(deleteWebhookEndpoint, { id })
    await expect(detail(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.acme.invoke(testWebhookEndpoint, { id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
