import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Engine, type Instance, openInstance } from '../../http/test/support/instance.ts'
import { listen } from '../../http/test/support/mcp.ts'
import { type Client, createClient, type Done } from '../src/index.ts'
import { type FaultyProxy, startProxy } from './support/proxy.ts'

/** Two requests each; PostgreSQL takes some times as long. */
const COUNT = { sqlite: 2_000, postgres: 1_100 }

interface Setting {
  instance: Instance
  proxy: FaultyProxy
  client: Client
}

async function open(engine: Engine): Promise<Setting> {
  const instance = await openInstance(engine)
  const proxy = await startProxy((await listen(instance)).origin)
  return { instance, proxy, client: createClient({ baseUrl: proxy.url, token: instance.acme.token }) }
}

async function* crm(count: number, last_name = '') {
  for (let i = 0; i < count; i++)
    yield { external_id: `crm-${i}`, email: `person-${i}@crm.example`, first_name: `Person ${i}`, last_name }
}

test.each(ENGINES)(
  'the client creates contacts once each, though a connection breaks, and updates them, on %s',
  {
    timeout: 120_000,
  },
  async (engine) => {
    const { instance, proxy, client } = await open(engine)
    const count = COUNT[engine]
    proxy.faults = ['cut', undefined, { status: 503, retryAfter: '0' }]
    let index = 0
    const ids: (string | null)[] = []
    for await (const done of client.upsertAll('contacts', crm(count))) {
      expect(done).toMatchObject({ index, item: { external_id: `crm-${index++}` }, result: { status: 201 } })
      ids.push(done.result.id)
    }
    expect(proxy.seen.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/v1/contacts/batch'))
    expect(new Set(ids).size).toBe(count)
    expect((await client.listContacts()).meta.total).toBe(count)
    const again: (string | null)[] = []
    for await (const { result } of client.upsertAll('contacts', crm(count, 'Smith'), { concurrency: 2 }))
      if (result.status === 200) again.push(result.id)
    expect(again).toEqual(ids)
    proxy.close()
    await instance.close()
  },
)

describe('batches of the client', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await open('sqlite')
  })
  afterAll(async () => {
    setting.proxy.close()
    await setting.instance.close()
  })

  test('report a refused item beside the others', async () => {
    const items = [
      { action: 'create' as const, data: { email: 'good@b.example', first_name: 'Good' } },
      { action: 'create' as const, data: { email: 'bad', first_name: 'Bad' } },
      { action: 'delete' as const, id: '019aa0f4-7c00-7000-8000-000000000001' },
    ]
    const done: Done<unknown>[] = []
    for await (const one of setting.client.batchAll('contacts', items)) done.push(one)
    expect(done.map(({ result }) => result.status)).toEqual([201, 422, 404])
    expect(done[1]?.result.error).toMatchObject({ type: 'validation_error', errors: { email: [expect.any(String)] } })
  })

  test('are as small as the server accepts', async () => {
    const { client, proxy } = setting
    proxy.seen = []
    const note = 'ä'.repeat(15_000)
    const large = Array.from({ length: 300 }, (_, i) => ({
      name: `Large ${i}`,
      external_id: `${i}`,
      metadata: { note },
    }))
    const statuses = new Set<number>()
    for await (const { result } of client.upsertAll('organisations', large)) statuses.add(result.status)
    expect([[...statuses], proxy.seen.length]).toEqual([[201], 3])
  })

  test('end with the error of a request, after the results before it', async () => {
    const { client, proxy } = setting
    proxy.faults = [undefined, { status: 403 }]
    const seen: number[] = []
    const running = (async () => {
      for await (const { index } of client.upsertAll('contacts', crm(1_001), { concurrency: 2 })) seen.push(index)
    })()
    await expect(running).rejects.toMatchObject({ status: 403 })
    expect([seen.length, proxy.faults.length]).toEqual([1_000, 0])
  })
})
