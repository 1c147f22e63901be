import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../test/support/authorization.ts'
import { PUBLIC_URL } from '../../test/support/instance.ts'
import { ERAS, send } from '../../test/support/mcp.ts'

const METADATA = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`

/** Beside what secrets.test.ts finds: tokens in wrong places, names and origins that are not ours. */
describe('leaks and mix-ups', () => {
  let server: Authorization
  let access_token: string
  let refresh_token: string
  beforeAll(async () => {
    server = await openAuthorization('sqlite')
    const code = await server.codeFor({ client_id: server.confidential.client_id })
    const { body } = await server.exchange(server.confidential, code)
    access_token = body.access_token
    refresh_token = body.refresh_token
  })
  afterAll(() => server.close())

  const list = (headers: Record<string, string>, token: string | null = access_token) =>
    send(server, 'modern', { method: 'tools/list', headers, token })

  test.each(['https://evil.example', 'null', 'http://localhost:5173', `${PUBLIC_URL}.evil.example`])(
    'a page of %s cannot use a token at the MCP endpoint',
    async (origin) => {
      const { status, headers, text } = await list({ origin })
      expect(status).toBe(403)
      expect(headers['www-authenticate']).not.toContain('insufficient_scope')
      expect(text).not.toContain('list_contacts')
    },
  )

  test.each([{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }])(
    'headers %j do not change any address in an answer',
    async (headers) => {
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource',
        '/.well-known/oauth-protected-resource/mcp',
      ])
        expect((await server.call({ path, headers, token: null })).text).not.toContain('evil')
      const denied = await list(headers, null)
      expect(denied.headers['www-authenticate']).toContain(METADATA)
      const rest = await server.call({ path: '/api/v1/contacts', headers, token: null })
      expect(JSON.stringify(rest)).not.toContain('evil')
      const signIn = await server.authorize({
        client_id: server.confidential.client_id,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: 'nonsense',
      })
      expect(new URL(signIn.headers.location ?? '').searchParams.get('iss')).toBe(PUBLIC_URL)
    },
  )

  test('a token in the address or in a cookie is ignored', async () => {
    const { headers, body } = ERAS.modern({ method: 'tools/list' })
    for (const [path, more] of [
      [`/mcp?access_token=${access_token}`, {}],
      [`/mcp?token=${access_token}`, {}],
      ['/mcp', { cookie: `access_token=${access_token}` }],
    ] as const) {
      const answer = await server.call({ method: 'POST', path, token: null, headers: { ...headers, ...more }, body })
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).not.toContain('error=')
      expect(answer.text).not.toContain(access_token)
    }
    const rest = await server.call({ path: `/api/v1/guides?access_token=${access_token}`, token: null })
    expect(rest).toMatchObject({ status: 401, body: { error: { type: 'authentication_required' } } })
    // Beside a valid one it is a parameter that nobody knows.
    const both = await server.call({ path: `/api/v1/guides?access_token=${access_token}`, token: access_token })
    expect(both.status).toBe(400)
  })

  test.each(['token', 'introspect', 'revoke'])(
    '/oauth/%s refuses a repeated parameter, in every encoding',
    async (endpoint) => {
      const { client_id, client_secret } = server.confidential
      const form = { client_id, client_secret, token: access_token, grant_type: 'refresh_token', refresh_token }
      const path = `/oauth/${endpoint}`
      for (const [name, value] of Object.entries(form)) {
        const twice = `${new URLSearchParams(form)}&${name}=${encodeURIComponent(value)}`
        expect(await server.send(path, twice)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
        const body = { ...form, [name]: [value, value] }
        const json = await server.call({ method: 'POST', path, token: null, body })
        expect(json).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      }
      const { status } = await server.call({ path: '/api/v1/contacts', token: access_token })
      expect(status).toBe(200)
    },
  )

  test('no error repeats its input', async () => {
    const secret = 'hr_rt_repeated-by-nobody'
    const { client_id } = server.open
    for (const answer of [
      await server.send('/oauth/token', { grant_type: secret, client_id }),
      await server.send('/oauth/token', { grant_type: 'refresh_token', refresh_token: secret, client_id }),
      await server.send('/oauth/token', { grant_type: 'authorization_code', code: secret, client_id: secret }),
      await server.send('/oauth/introspect', { token: secret, client_id: secret }),
      await server.authorize({ client_id: secret, redirect_uri: REDIRECT_URI }),
      await server.authorize({ client_id, redirect_uri: `https://evil.example/${secret}` }),
      await server.call({ path: '/api/v1/contacts', token: secret }),
      await send(server, 'former', { method: 'tools/list', token: secret }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toContain(secret)
      expect(JSON.stringify(answer.headers)).not.toContain(secret)
    }
  })

  test('pages and answers with a secret are not cacheable, and send no referrer', async () => {
    for (const path of ['/setup?token=x', '/reset-password?token=x', '/invitation?token=x', '/sign-in']) {
      const { headers } = await server.call({ path, token: null })
      expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
    }
    const { client_id, client_secret } = server.confidential
    for (const path of ['/oauth/introspect', '/oauth/revoke', '/oauth/token']) {
      const { headers } = await server.send(path, { client_id, client_secret, token: 'x' })
      expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    }
    const { headers } = await server.call({ path: '/api/v1/contacts', token: access_token })
    expect(headers['cache-control']).toMatch(/no-store|private/)
  })
})
