import { describeError } from '@handrail/core/internal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

test('the log has one line for each request, without private data', async () => {
  instance.logged.length = 0
  const headers = { 'x-request-id': 'line-1', 'user-agent': 'somebody' }
  await instance.call({ path: '/api/v1/contacts?email=ann%40b.example', headers })
  expect(instance.logged).toHaveLength(1)
  const { level, time, pid, hostname, caller_id, duration_ms, ...rest } = JSON.parse(instance.logged[0] ?? '')
  expect(rest).toEqual({ request_id: 'line-1', method: 'GET', route: '/api/v1/contacts', status: 200, msg: 'request' })
  expect([typeof caller_id, typeof duration_ms]).toEqual(['string', 'number'])
})

test('the log of an error omits the values in messages of drivers', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "hr_key_secret"'), { code: '22P02' })
  const error = new Error('Failed query: select 1\nparams: hr_key_secret', { cause })
  const text = JSON.stringify(describeError(error))
  expect(text).not.toContain('secret')
  expect(text).toContain('22P02')
  expect(text).toContain('lifecycle.test.ts')
})

test('CORS: a page of any origin can call with a token, and read our headers', async () => {
  const origin = 'https://app.example'
  const preflight = await instance.call({
    method: 'OPTIONS',
    path: '/api/v1/contacts',
    token: null,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-origin']).toBe('*')
  expect(preflight.headers['access-control-allow-methods']).toContain('PUT, PATCH')
  expect(preflight.headers['access-control-allow-headers']).toMatch(/Authorization.*Idempotency-Key.*If-Match/)
  const refused = await instance.call({ path: '/api/v1/contacts', token: null, headers: { origin } })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, '*'])
  expect(refused.headers['access-control-expose-headers']).toContain('X-Request-Id')
  expect(refused.headers['access-control-allow-credentials']).toBe(undefined)
})

test('CORS: if origins are configured, others are not allowed', async () => {
  const listed = await openInstance('sqlite', { corsOrigins: ['https://app.example'] })
  const leave = async (origin: string) =>
    (await listed.call({ path: '/api/v1/guides', headers: { origin } })).headers['access-control-allow-origin']
  expect(await leave('https://app.example')).toBe('https://app.example')
  expect(await leave('https://evil.example')).toBe(undefined)
  await listed.close()
})

test('metrics are labelled by route pattern, never by address', async () => {
  await instance.call({ path: '/api/v1/contacts/some-id?x=1' })
  await instance.call({ path: '/nothing/secret-address' })
  const { text, headers } = await instance.call({ path: '/metrics', token: null })
  expect(headers['content-type']).toMatch(/^text\/plain/)
  const count = 'handrail_http_request_duration_seconds_count'
  expect(text).toContain(`${count}{method="GET",route="/api/v1/contacts/:id",status="400"} 1`)
  expect(text).toContain(`${count}{method="GET",route="none",status="404"} 1`)
  expect(text).toContain('process_resident_memory_bytes')
  for (const state of ['ready', 'later', 'held', 'under_way'])
    expect(text).toContain(`handrail_webhook_deliveries{state="${state}"} 0`)
  expect(text).toContain('handrail_webhook_oldest_due_seconds 0')
  expect(text).toContain('handrail_webhook_endpoints{state="open"} 0')
  expect(text).toContain('# TYPE handrail_replies_total counter')
  for (const state of ['waiting', 'due', 'failed']) expect(text).toContain(`handrail_mails{state="${state}"} 0`)
  expect(text).toContain('handrail_mail_oldest_due_seconds 0')
  expect(text).toContain('handrail_workspaces 2')
  expect(text).toMatch(/^handrail_database_bytes \d{5,}$/m)
  // No backup has been made: no value, rather than one of 1970.
  expect(text).not.toMatch(/^handrail_last_backup_timestamp_seconds \d/m)
  expect(text).not.toMatch(/some-id|secret-address/)
})
