import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'

// Faults of a file: PostgreSQL reports its own to the core, which is tested there.
let instance: Instance
beforeEach(async () => {
  instance = await openInstance('sqlite')
})
afterEach(() => instance.close())

let made = 0
const create = (text = '') =>
  instance.call({
    method: 'POST',
    path: '/api/v1/contacts',
    body: { contact: { email: `c${++made}@b.example`, first_name: 'A', metadata: { text } } },
  })

test('while another program locks the database, reads work and writes are 503 with Retry-After', async () => {
  expect((await create()).status).toBe(201)
  const holder = new Sqlite(instance.database)
  holder.exec('begin exclusive')
  const began = performance.now()
  const refused = await create()
  expect(performance.now() - began).toBeLessThan(3000)
  expect([refused.status, refused.body.error.type]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await instance.call({ path: '/api/v1/contacts' })).body.meta.total).toBe(1)
  holder.exec('rollback')
  holder.close()
  expect((await create()).status).toBe(201)
})

test('on a full disk reads work, writes are refused without a trace, and the service recovers', async () => {
  const { database } = instance.handrail
  const limit = (pages: number) =>
    database.write(async ({ connection }) => void (await connection.rows(`pragma max_page_count = ${pages}`, [])))
  const total = async () => (await instance.call({ path: '/api/v1/contacts' })).body.meta.total
  expect((await create()).status).toBe(201)
  await limit(1)
  const answers = []
  for (let i = 0; i < 40; i++) answers.push(await create('x'.repeat(400)))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused) {
    expect([status, body.error.type]).toEqual([503, 'unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(await total()).toBe(1 + answers.length - refused.length)
  await limit(2 ** 30)
  expect((await create()).status).toBe(201)
})

test('/readyz: a database that does not answer is 503 without the cause', async () => {
  expect((await instance.call({ path: '/readyz', token: null })).status).toBe(200)
  await instance.handrail.close()
  const { status, text } = await instance.call({ path: '/readyz', token: null })
  expect(status).toBeGreaterThanOrEqual(500)
  expect(text).not.toMatch(/sqlite|connection|database/i)
  expect((await instance.call({ path: '/healthz', token: null })).status).toBe(200)
})

test('an internal error is logged with its stack, and shows nothing', async () => {
  const webhook_endpoint = { url: 'https://receiver.example/', events: ['*'] }
  const path = '/api/v1/webhook_endpoints'
  const { body } = await instance.call({ method: 'POST', path, body: { webhook_endpoint } })
  const vandal = new Sqlite(instance.database)
  vandal.exec('alter table webhook_deliveries rename to gone')
  vandal.close()
  instance.logged.length = 0
  const broken = await instance.call({ path: `${path}/${body.data.id}`, headers: { 'x-request-id': 'broken' } })
  expect(broken.status).toBe(500)
  expect(broken.body.error).toEqual({ type: 'internal_error', message: expect.any(String), request_id: 'broken' })
  expect(broken.text).not.toMatch(/gone|table|sqlite/i)
  expect(JSON.parse(instance.logged[0] ?? '')).toMatchObject({ level: 50, request_id: 'broken', msg: 'internal_error' })
  expect(instance.logged[0]).toMatch(/"stack":" +at /)
})
