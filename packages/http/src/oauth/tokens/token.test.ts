import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Authorization,
  CHALLENGE,
  openAuthorization,
  REDIRECT_URI,
  VERIFIER,
} from '../../../test/support/authorization.ts'
import { ENGINES } from '../../../test/support/instance.ts'

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }

describe.each(ENGINES)('POST /oauth/token on %s', (engine) => {
  let server: Authorization
  beforeAll(async () => {
    server = await openAuthorization(engine)
  })
  afterAll(() => server.close())

  const basic = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
  })
  const code = (scope = 'contacts_read') => server.codeFor({ client_id: server.confidential.client_id, scope })

  test("the specification's call, with the secret in the form", async () => {
    const { status, body, headers, text } = await server.exchange(server.confidential, await code())
    expect(status, text).toBe(200)
    expect(Object.keys(body)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'refresh_token',
      'scope',
      'created_at',
    ])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 7200, scope: 'contacts_read' })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    })
    const contacts = await server.call({ path: '/api/v1/contacts', token: body.access_token })
    expect(contacts.status).toBe(200)
    const guides = await server.call({ path: '/api/v1/guides', token: body.access_token })
    expect(guides).toMatchObject({ status: 403, body: { error: { type: 'insufficient_scope' } } })
    const { client_id, client_secret } = server.confidential
    const refreshed = await server.send('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      client_id,
      client_secret,
    })
    expect(refreshed).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'contacts_read' } })
  })

  test('the secret in the header, and JSON instead of a form', async () => {
    const inHeader = await server.send(
      '/oauth/token',
      { grant_type: 'authorization_code', code: await code(), redirect_uri: REDIRECT_URI },
      basic(server.confidential),
    )
    expect(inHeader.status, inHeader.text).toBe(200)
    const json = await server.call({
      method: 'POST',
      path: '/oauth/token',
      token: null,
      body: {
        grant_type: 'authorization_code',
        code: await code(),
        redirect_uri: REDIRECT_URI,
        ...server.confidential,
      },
    })
    expect(json.status, json.text).toBe(200)
  })

  test('twenty refreshes at once leave one living pair', async () => {
    const { body } = await server.exchange(server.confidential, await code())
    const { client_id, client_secret } = server.confidential
    const refresh = (refresh_token: string) =>
      server.send('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id, client_secret })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(body.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
    expect((await refresh(answers[0]?.body.refresh_token)).status).toBe(200)
  })

  test.each([
    ['no client', {}, {}, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody', client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a document that is none', { client_id: 'https://127.0.0.1/c' }, {}, 401, 'invalid_client'],
    ['a wrong secret', { client_id: 'OWN', client_secret: 'hr_cs_wrong' }, {}, 401, 'invalid_client'],
    ['no secret', { client_id: 'OWN' }, {}, 401, 'invalid_client'],
    ['an empty secret', { client_id: 'OWN', client_secret: '' }, {}, 401, 'invalid_client'],
    ['a secret of a public client', { client_id: 'OPEN', client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['another scheme', {}, { authorization: 'Bearer x' }, 401, 'invalid_client'],
    ['half of a header', {}, { authorization: 'Basic eA==' }, 401, 'invalid_client'],
    ['two ways at once', { client_id: 'OWN', client_secret: 'x' }, { authorization: 'OWN' }, 400, 'invalid_request'],
    ['the id of another beside the header', { client_id: 'OPEN' }, { authorization: 'OWN' }, 400, 'invalid_request'],
    ['an assertion of no type', { client_id: 'OWN', client_assertion: 'x' }, {}, 400, 'invalid_request'],
    ['an unknown code', { client_id: 'OWN', client_secret: 'OWN', code: 'hr_ac_x' }, {}, 400, 'invalid_grant'],
    ['no code', { client_id: 'OWN', client_secret: 'OWN', code: undefined }, {}, 400, 'invalid_request'],
    ['no grant type', { client_id: 'OWN', client_secret: 'OWN', grant_type: undefined }, {}, 400, 'invalid_request'],
    [
      'a password',
      { client_id: 'OWN', client_secret: 'OWN', grant_type: 'password' },
      {},
      400,
      'unsupported_grant_type',
    ],
    [
      'a name of objects',
      { client_id: 'OWN', client_secret: 'OWN', grant_type: 'constructor' },
      {},
      400,
      'unsupported_grant_type',
    ],
    ['a NUL', { client_id: 'a\0b' }, {}, 400, 'invalid_request'],
  ])('%s is refused as RFC 6749 says', async (_what, fields, headers: Record<string, string>, status, error) => {
    const { confidential, open } = server
    const own = (name: string, value: string | undefined) =>
      value === 'OPEN'
        ? open.client_id
        : value === 'OWN'
          ? name === 'client_secret'
            ? confidential.client_secret
            : confidential.client_id
          : value
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI, ...fields }
    const filled = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, own(name, value)]))
    const sent = headers.authorization === 'OWN' ? basic(confidential) : headers
    const answer = await server.send('/oauth/token', filled, sent)
    expect(answer.status, answer.text).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
    expect(answer.body.error).toBe(error)
    expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    const challenged = status === 401 && sent.authorization !== undefined
    expect(answer.headers['www-authenticate']).toBe(challenged ? 'Basic realm="handrail"' : undefined)
  })

  test('a repeated parameter, a secret in the address, and a body of another kind', async () => {
    const { client_id, client_secret } = server.confidential
    const twice = await server.send('/oauth/token', `grant_type=refresh_token&client_id=${client_id}&client_id=x`)
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    const inAddress = await server.send(`/oauth/token?client_secret=${client_secret}`, {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id,
    })
    expect(inAddress).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json'])
      expect(await server.send('/oauth/token', 'x', { 'content-type': type })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      })
  })

  test('a public client proves with PKCE that the code is its own', async () => {
    const ask = () => server.codeFor({ client_id: server.open.client_id, scope: 'guides_read', ...PKCE })
    for (const fields of [{ code_verifier: CHALLENGE }, { code_verifier: 'w'.repeat(43) }, { code_verifier: 'short' }])
      expect(await server.exchange(server.open, await ask(), fields)).toMatchObject({
        body: { error: 'invalid_grant' },
      })
    expect(await server.exchange(server.open, await ask())).toMatchObject({ body: { error: 'invalid_request' } })
    const right = { code_verifier: VERIFIER, redirect_uri: undefined }
    expect(await server.exchange(server.open, await ask(), right)).toMatchObject({ status: 200 })
    const downgraded = { code_verifier: VERIFIER }
    expect(await server.exchange(server.confidential, await code(), downgraded)).toMatchObject({
      body: { error: 'invalid_grant' },
    })
  })

  test('the code of one client does not work for another, and is not consumed by the attempt', async () => {
    const own = await code()
    const stolen = await server.exchange(server.open, own)
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await server.exchange(server.confidential, own)).status).toBe(200)
  })

  test('introspection and revocation', async () => {
    const { body } = await server.exchange(server.confidential, await code())
    const { client_id, client_secret } = server.confidential
    const ask = (token: string | undefined, who: Record<string, string> = { client_id, client_secret }) =>
      server.send('/oauth/introspect', { token, ...who })
    const known = await ask(body.access_token)
    expect(Object.keys(known.body)).toEqual([
      'active',
      'scope',
      'client_id',
      'token_type',
      'exp',
      'iat',
      'sub',
      'aud',
      'iss',
      'workspace_id',
      'name',
      'workspace_name',
      'client_name',
    ])
    expect(known.body).toMatchObject({ active: true, sub: server.ada.id, workspace_id: server.acme.id })
    expect((await ask(body.access_token, { client_id: server.open.client_id })).text).toBe('{"active":false}')
    expect((await ask(server.acme.token)).text).toBe('{"active":false}')
    expect(await ask(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await ask(body.access_token, { client_id, client_secret: 'no' })).toMatchObject({ status: 401 })
    expect(await ask(body.access_token, {})).toMatchObject({ status: 401, body: { error: 'invalid_client' } })

    const revoke = (token: string, who: Record<string, string> = { client_id, client_secret }) =>
      server.send('/oauth/revoke', { token, token_type_hint: 'refresh_token', ...who })
    for (const token of ['nonsense', server.acme.token])
      expect(await revoke(token)).toMatchObject({ status: 200, text: '{}' })
    expect(await revoke(body.access_token, { client_id: server.open.client_id })).toMatchObject({ status: 200 })
    expect(await revoke(body.access_token, { client_id })).toMatchObject({ status: 401 })
    const works = () => server.call({ path: '/api/v1/contacts', token: body.access_token })
    expect((await works()).status).toBe(200)
    const revoked = await revoke(body.access_token)
    expect(revoked).toMatchObject({ status: 200, text: '{}' })
    expect(revoked.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await works()).toMatchObject({ status: 401, body: { error: { type: 'invalid_token' } } })
    expect((await ask(body.refresh_token)).text).toBe('{"active":false}')
  })

  test('a token for the MCP endpoint does not open the API, nor does one in the address', async () => {
    const own = await server.codeFor({
      client_id: server.confidential.client_id,
      resource: 'https://handrail.example/mcp',
    })
    const { body } = await server.exchange(server.confidential, own)
    const refused = await server.call({ path: '/api/v1/contacts', token: body.access_token })
    expect(refused).toMatchObject({ status: 401, body: { error: { type: 'invalid_token' } } })
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const accept = { accept: 'application/json, text/event-stream' }
    const list = (token: string | null) =>
      server.call({ method: 'POST', path: '/mcp', token, body: rpc, headers: accept })
    expect((await list(body.access_token)).text).toContain('list_contacts')
    expect((await list(null)).headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp')
    const { body: whole } = await server.exchange(server.confidential, await code())
    const path = `/api/v1/contacts?access_token=${whole.access_token}`
    expect((await server.call({ path, token: null })).status).toBe(401)
  })

  test('none of these was an internal error, and no secret was logged', async () => {
    const { body } = await server.exchange(server.confidential, await code())
    const lines = server.logged.join('')
    const secrets = [body.access_token, body.refresh_token, server.confidential.client_secret, server.ada.cookie]
    for (const text of [...secrets, 'hr_at_', 'hr_rt_', 'hr_ac_', 'hr_cs_', '"level":50', '"status":5', VERIFIER])
      expect(lines.includes(text), text).toBe(false)
  })
})

test('the token endpoint limits requests per network, with an error of OAuth', async () => {
  const server = await openAuthorization('sqlite')
  const ask = () => server.send('/oauth/register', {})
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await ask()).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const { status, body, headers } = await ask()
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await server.authorize({})).status).toBe(400)
  await server.close()
})
