import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'

const { createWebhookEndpoint, listWebhookDeliveries } = operations

/** One at the very beginning failed, and belongs to another event. */
const ROWS = 12_000
const BATCH = 4000

describe.each(ENGINES)(`a log of ${ROWS} deliveries on %s`, (engine) => {
  let instance: Instance
  let id: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, handrail } = instance
    id = (await acme.invoke(createWebhookEndpoint, { url: 'https://receiver.example.com/', events: ['*'] })).data.id
    const began = instance.clock.now.getTime()
    const { workspace_id } = acme.context.caller
    for (let from = 0; from < ROWS; from += BATCH)
      await handrail.database.write(async ({ db, tables: { webhook_deliveries: t } }) => {
        for (let part = from; part < from + BATCH; part += 1000)
          await db.insert(t).values(
            Array.from({ length: 1000 }, (_, i) => {
              const number = part + i
              const at = new Date(began + number).toISOString()
              return {
                workspace_id,
                id: `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
                endpoint_id: id,
                event_id: `evt_${number}`,
                event: number === 0 ? 'contact.created' : 'organisation.created',
                status: number === 0 ? ('failed' as const) : ('succeeded' as const),
                attempts: 1,
                created_at: at,
                updated_at: number === 0 ? new Date(began + 10 * ROWS).toISOString() : at,
              }
            }),
          )
      })
    instance.clock.now = new Date(began + 20 * ROWS)
  })
  afterAll(() => instance.close())

  const since = () => new Date(instance.clock.now.getTime() - 11 * ROWS).toISOString()
  const list = (query: object) => instance.acme.invoke(listWebhookDeliveries, { id, ...query })

  test('lists failed deliveries quickly, regardless of their age', async () => {
    const { data, meta } = await list({ status: 'failed' })
    expect([data.map(({ event_id }) => event_id), meta.total]).toEqual([['evt_0'], 1])
    expect((await list({ status: 'failed', updated_since: since() })).data).toHaveLength(1)
  })

  test.each([
    ['an event', () => ({ event: 'contact.created' })],
    ['a status', () => ({ status: 'pending' })],
    ['a time of change', () => ({ updated_since: since() })],
  ])('examines 5,000 rows per page filtered by %s, and cursors reach the end', async (_, filter) => {
    const pages: number[] = []
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta } = await list({ ...filter(), ...(cursor === '' ? { cursor: '' } : { cursor }) })
      pages.push(data.length)
      found.push(...data.map(({ event_id }) => event_id))
      cursor = meta.next_cursor ?? null
    }
    expect(pages.length).toBe(3)
    expect(found).toEqual('status' in filter() ? [] : ['evt_0'])
    const { data, meta } = await list(filter())
    expect([data, meta.total, meta.incomplete_results]).toEqual([[], undefined, true])
  })

  test('supports numbered pages without filters', async () => {
    const { data, meta } = await list({ page: 2, per_page: 10 })
    expect([data[0]?.event_id, meta.total, meta.total_limit]).toEqual([`evt_${ROWS - 11}`, 10_000, 10_000])
  })
})
