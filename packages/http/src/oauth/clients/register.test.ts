import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

const register = (body: unknown, headers: Record<string, string> = {}) =>
  instance.call({ method: 'POST', path: '/oauth/register', token: null, body, headers })
const CURSOR = [
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'http://localhost:8787/callback',
]

test('a registration returns the registered metadata, without null values', async () => {
  const { status, body, headers, text } = await register({
    client_name: 'Cursor',
    redirect_uris: CURSOR,
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[\w-]+$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Cursor',
    redirect_uris: CURSOR,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: expect.stringMatching(/^contacts_read /),
  })
  expect(text).not.toContain('null')
  expect(headers['cache-control']).toBe('no-store')
})

test('a confidential client gets a secret that does not expire', async () => {
  const { body } = await register({ redirect_uris: CURSOR, token_endpoint_auth_method: 'client_secret_post' })
  expect(body).toMatchObject({ client_secret: expect.stringMatching(/^hr_cs_/), client_secret_expires_at: 0 })
})

test.each([
  [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  [{}, 'invalid_redirect_uri'],
  [{ redirect_uris: CURSOR, grant_types: ['implicit'] }, 'invalid_client_metadata'],
  [[], 'invalid_client_metadata'],
  ['"text"', 'invalid_client_metadata'],
  ['{', 'invalid_request'],
])('registering %j is refused with an error of RFC 7591', async (body, error) => {
  const answer = await register(body)
  expect(answer).toMatchObject({ status: 400, body: { error } })
  expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
})

test('a registration over 16 KiB is refused with the limit', async () => {
  const { status, body } = await register({ redirect_uris: CURSOR, client_uri: 'x'.repeat(16 * 1024) })
  expect([status, body.error, body.error_description]).toEqual([
    413,
    'invalid_request',
    'The body has more than 16 KiB',
  ])
})

test('a flood of registrations is stopped, and registers a bounded number', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => register({ redirect_uris: CURSOR })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(100)
  for (const { body, headers } of refused) {
    expect(body.error).toBe('temporarily_unavailable')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const rows = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.oauth_clients))
  expect(rows.length).toBeLessThanOrEqual(50)
})
