import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Authorization,
  CHALLENGE,
  openAuthorization,
  REDIRECT_URI,
  VERIFIER,
} from '../../../test/support/authorization.ts'
import { ENGINES } from '../../../test/support/instance.ts'

const OWN = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const MAX_IN_TOTAL = 5000

describe.each(ENGINES)('a flood of registrations on %s', (engine) => {
  let server: Authorization
  let used: string
  let asked: string
  const clock = { now: new Date('2026-11-20T12:00:00.000Z') }
  beforeAll(async () => {
    server = await openAuthorization(engine, {}, { now: () => clock.now })
  })
  afterAll(() => server.close())

  const register = async (body: unknown, remoteAddress = '203.0.113.1') => {
    const payload = JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    const answer = await server.app.inject({ method: 'POST', url: '/oauth/register', headers, payload, remoteAddress })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const registrations = async () => {
    const rows = await server.handrail.database.read(({ db, tables }) => db.select().from(tables.oauth_clients))
    return rows.filter(({ kind }) => kind === 'registration').map(({ id }) => id)
  }
  /** A person connects a client: from the consent to a call. */
  const connect = async (client_id: string) => {
    const code = await server.codeFor({ client_id, ...PKCE })
    const { body } = await server.exchange({ client_id, client_secret: '' }, code, { code_verifier: VERIFIER })
    return (await server.call({ path: '/api/v1/contacts', token: body.access_token })).status
  }

  test('is refused with Retry-After, and stores a bounded number', async () => {
    used = (await register(OWN, '198.51.100.1')).body.client_id
    expect(await connect(used)).toBe(200)
    const bodies = [
      OWN,
      { redirect_uris: Array.from({ length: 10_000 }, (_, number) => `https://a.example/${number}`) },
      { ...OWN, client_uri: 'x'.repeat(300_000) },
      { ...OWN, client_name: 'x'.repeat(10_000) },
    ]
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, number) => register(bodies[number % 4])))
    const counts = new Map<number, number>()
    // On a busy machine, requests that wait too long for the counter's lock are answered 503.
    const refusals = [429, 503]
    for (const { status, body, headers } of answers) {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (status === 201) continue
      expect(Object.keys(body)).toEqual(['error', 'error_description'])
      if (refusals.includes(status)) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect([...counts.keys()].filter((status) => status !== 503).sort()).toEqual([201, 413, 429])
    expect(refusals.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)).toBeGreaterThan(900)
    expect(counts.get(201)).toBeLessThanOrEqual(50)
    expect(await registrations()).toHaveLength((counts.get(201) ?? 0) + 1)
  })

  test('from many networks of one provider does not stop a client from elsewhere', async () => {
    const made = (await registrations()).length - 1
    const neighbour = (await register(OWN, '2001:db9:1::1')).body.client_id
    // The newest of the network that will be the most crowded, and somebody is looking at what it asks for.
    clock.now = new Date(clock.now.getTime() + 1)
    asked = (await register(OWN, '2001:db9:f:0::1')).body.client_id
    const query = { client_id: asked, redirect_uri: REDIRECT_URI, response_type: 'code', ...PKCE }
    const page = await server.authorize(query)
    const row = { kind: 'registration', name: 'x', auth_method: 'none', redirect_uris: [], scopes: [], jwks: null }
    const before = new Date(clock.now.getTime() - 1).toISOString()
    const times = { created_at: before, updated_at: before }
    // As many as there may be, one for each /64 of one /48.
    const rows = Array.from({ length: MAX_IN_TOTAL - made - 2 }, (_, number) => ({
      ...{
        ...row,
        ...times,
        id: `flood-${number}`,
        source: `2001:db9:f:${(number + 1).toString(16)}`,
      },
      ...{ workspace_id: null, fresh_until: null, used_at: null },
    }))
    await server.handrail.database.write(async ({ db, tables }) => {
      for (let from = 0; from < rows.length; from += 500)
        await db.insert(tables.oauth_clients).values(rows.slice(from, from + 500))
    })
    expect(await registrations()).toHaveLength(MAX_IN_TOTAL + 1)
    // From a network of their own, from one of the same provider, and of the flooded network itself.
    const newcomers = [...Array.from({ length: 40 }, (_, i) => `192.0.${i}.7`), '2001:db9:2::1', '2001:db9:f:ffff::1']
    const ids: string[] = []
    for (const address of newcomers) {
      const answer = await register(OWN, address)
      expect([address, answer.status]).toEqual([address, 201])
      ids.push(answer.body.client_id)
    }
    const full = await register(OWN, '2001:db9:f:3::1')
    expect(full).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(full.headers['retry-after']).toBe('3600')
    const left = await registrations()
    expect(left).toHaveLength(MAX_IN_TOTAL + 1)
    expect(left).toEqual(expect.arrayContaining([used, neighbour, asked, ...ids]))
    const flooded = left.filter((id) => id.startsWith('flood-')).length
    expect(flooded).toBe(rows.length - newcomers.length)
    expect((await server.answer(page.text)).headers.location).toContain('code=')
  })

  test('does not stop others of the same network an hour later', async () => {
    clock.now = new Date(clock.now.getTime() + 61 * 60_000)
    expect((await register(OWN, '203.0.113.1')).status).toBe(201)
    expect((await register(OWN, '2001:db9:f:3::1')).status).toBe(201)
  })

  test('does not stop earlier clients, or applications of a workspace', async () => {
    const { client_id } = server.open
    const person = await server.signIn()
    expect(person.cookie).toContain('handrail_session')
    expect(await connect(client_id)).toBe(200)
    expect(await connect(used)).toBe(200)
  })

  test('is deleted after a day, except for used clients', async () => {
    clock.now = new Date(clock.now.getTime() + 26 * 3_600_000)
    await server.handrail.upkeep()
    expect(await registrations()).toEqual([used, asked])
    expect((await register(OWN)).status).toBe(201)
  })
})
