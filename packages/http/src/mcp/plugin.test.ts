import { brotliDecompressSync } from 'node:zlib'
import { DEFAULT_SCOPES, OPERATIONS, oauthScope } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnsDuring } from '../../../../test/turns-during.ts'
import { type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'
import { ERAS, type Era, modernRequest, REVISION, type Sent, send } from '../../test/support/mcp.ts'

const METADATA = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`
const ALL = DEFAULT_SCOPES.map(oauthScope).join(' ')

const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

test('GET /mcp is 405 with the allowed methods', async () => {
  const { status, headers } = await instance.call({ path: '/mcp' })
  expect([status, headers.allow]).toEqual([405, 'DELETE, POST, OPTIONS'])
})

test('DELETE /mcp is 204: there are no sessions', async () => {
  const { status, text } = await instance.call({ method: 'DELETE', path: '/mcp' })
  expect([status, text]).toEqual([204, ''])
})

describe('a request to /mcp without a valid token is 401 with the metadata address', () => {
  test('before any other check', async () => {
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'content-type': 'text/plain' }]) {
      const { status, headers: told } = await instance.call({
        method: 'POST',
        path: '/mcp',
        token: null,
        headers,
        body: '{',
      })
      expect(status).toBe(401)
      expect(told['www-authenticate']).toBe(`Bearer realm="handrail", ${METADATA}, scope="${ALL}"`)
    }
  })

  test('with the error of an invalid token', async () => {
    const { status, headers, body } = await send(instance, 'modern', { method: 'tools/list', token: 'hr_key_no' })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="handrail", ${METADATA}, error="invalid_token", error_description="The access token is unknown or was revoked", scope="${ALL}"`,
    )
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600, data: { type: 'invalid_token' } } })
  })
})

describe.each(Object.keys(ERAS) as Era[])('requests of the %s era', (era) => {
  test.each<[string, Sent, string]>([
    ['create_contact', { method: 'tools/call', params: { name: 'create_contact', arguments: {} } }, 'contacts_write'],
    ['a guide', { method: 'resources/read', params: { uri: 'service://guides/any' } }, 'guides_read'],
  ])('%s without its scope is 403 with a challenge', async (_what, sent, scope) => {
    const token = await instance.acme.key(['contacts:read'])
    // The second is not one of the fast path: its answer comes from the SDK.
    for (const params of [sent.params, { ...sent.params, _extra: 1 }]) {
      const { status, headers, body } = await send(instance, era, { ...sent, ...(params && { params }), token })
      expect(status).toBe(403)
      expect(headers['www-authenticate']).toContain(`${METADATA}, error="insufficient_scope"`)
      expect(headers['www-authenticate']).toMatch(new RegExp(`, scope="${scope}"$`))
      expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { data: { type: 'insufficient_scope' } } })
    }
  })

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:6274' }, 403],
    [{ origin: PUBLIC_URL }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: 'handrail.example' }, 200],
    [{ host: '127.0.0.1:3000' }, 200],
    [{ host: '[::1]:3000' }, 200],
  ])('headers %o give %i', async (headers, expected) => {
    const { status, headers: told } = await send(instance, era, { method: 'tools/list', headers })
    expect(status).toBe(expected)
    expect(told['www-authenticate'] ?? '').not.toContain('insufficient_scope')
  })

  test('an unknown tool is an error of the protocol', async () => {
    const { status, body } = await send(instance, era, { method: 'tools/call', params: { name: 'nothing' } })
    expect([status, body.error.code]).toEqual([200, -32602])
  })

  test('every request counts against the limits of REST, and reports the remaining ones', async () => {
    const token = await instance.acme.key(['guides:read'])
    await instance.call({ path: '/api/v1/guides', token })
    const { headers } = await send(instance, era, { method: 'tools/list', token })
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['6000', '5998'])
    expect(headers['ratelimit-policy']).toContain('"minute";q=6000;w=60')
  })

  test('long answers are compressed for clients that accept it', async () => {
    const list = async (more: Sent) => {
      const { headers, body } = ERAS[era](more)
      const authorization = `Bearer ${instance.acme.token}`
      const accepting = { ...headers, authorization, 'accept-encoding': 'gzip, br' }
      return instance.app.inject({ method: 'POST', url: '/mcp', headers: accepting, payload: body })
    }
    for (const params of [{}, { _extra: 1 }]) {
      const plain = await send(instance, era, { method: 'tools/list', params })
      expect(plain.headers['content-encoding']).toBeUndefined()
      const answer = await list({ method: 'tools/list', params })
      expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, Accept-Encoding' })
      expect(answer.rawPayload.length).toBeLessThan(plain.text.length / 3)
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain.text)
    }
    const short = await list({ method: 'tools/call', params: { name: 'list_contacts', arguments: {} } })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  test('answers are JSON and not cacheable', async () => {
    for (const method of ['tools/list', 'resources/list', 'prompts/list']) {
      const { headers } = await send(instance, era, { method })
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

test.each(['tools/list', 'resources/list', 'resources/templates/list', 'server/discover'])(
  '%s is privately cacheable',
  async (method) => {
    const { body } = await send(instance, 'modern', { method })
    expect(body.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    expect(body.result.ttlMs).toBeGreaterThanOrEqual(60_000)
  },
)

test('an exceeded rate limit is an HTTP 429', async () => {
  const limited = await openInstance('sqlite', { rateLimits: { minute: 1, hour: 0 } })
  expect((await send(limited, 'modern', { method: 'tools/list' })).status).toBe(200)
  const { status, headers, body } = await send(limited, 'modern', { method: 'tools/list' })
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { type: 'rate_limited' } } })
  await limited.close()
})

test('a page of a configured origin can call', async () => {
  const open = await openInstance('sqlite', { corsOrigins: ['https://app.example'] })
  const { status } = await send(open, 'modern', { method: 'tools/list', headers: { origin: 'https://app.example' } })
  expect(status).toBe(200)
  await open.close()
})

test.each(['*/*', 'application/json, */*;q=0.1', undefined])('a client that accepts %s is served', async (accept) => {
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }
  const headers = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
  const opened = await instance.call({ method: 'POST', path: '/mcp', headers, body })
  expect([opened.status, opened.body.result.protocolVersion]).toEqual([200, '2025-06-18'])
  const listed = await instance.call({
    method: 'POST',
    path: '/mcp',
    headers,
    body: { ...body, method: 'tools/list', params: {} },
  })
  expect(listed.body.result.tools).toHaveLength(OPERATIONS.filter(({ tool }) => tool && !tool.isOfView).length)
})

test('server/discover lists every supported revision', async () => {
  const { body } = await send(instance, 'modern', { method: 'server/discover' })
  const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
  expect(body.result.supportedVersions).toEqual(versions)
  for (const protocolVersion of versions.slice(1)) {
    const { body: opened } = await send(instance, 'former', {
      method: 'initialize',
      params: { ...INITIALIZE, protocolVersion },
    })
    expect(opened.result.protocolVersion).toBe(protocolVersion)
  }
})

test('no list shows an access token of a contact or a signing secret', async () => {
  const contact = { email: 'listed@b.example', first_name: 'L' }
  const { body: made } = await instance.call({ method: 'POST', path: '/api/v1/contacts', body: { contact } })
  const enrollment = { contact_id: made.data.id, guide_id: instance.acme.guide_id }
  const enrolled = await instance.call({ method: 'POST', path: '/api/v1/enrollments', body: { enrollment } })
  const { access_token } = enrolled.body.data
  const params = { name: 'list_enrollments', arguments: {} }
  const { text, body } = await send(instance, 'former', { method: 'tools/call', params })
  expect(text).not.toContain(access_token)
  expect(Object.keys(body.result.structuredContent)).toEqual(['data', 'meta'])
  expect(body.result.structuredContent.data[0]).not.toHaveProperty('url')
  const { body: rest } = await instance.call({ path: '/api/v1/enrollments' })
  expect(rest.data[0].access_token).toBe(access_token)
})

describe('bodies that are not a message', () => {
  test.each<[string, string | Buffer, number, number]>([
    ['no JSON', '{', 400, -32700],
    ['nothing', '', 400, -32700],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    [
      'a number that is not kept',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":{"b":1e400}}}',
      422,
      -32602,
    ],
    ['a key that reaches into prototypes', '{"__proto__":{}}', 400, -32700],
    ['a text', '"hello"', 400, -32600],
  ])('%s', async (_what, body, expected, code) => {
    const { status, body: answer } = await instance.call({
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    })
    expect([status, answer.error.code]).toEqual([expected, code])
  })

  test('another type than JSON', async () => {
    const { status } = await instance.call({
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    })
    expect(status).toBe(415)
  })
})

describe('requests of the newest revision', () => {
  test.each<[string, Record<string, string>, number]>([
    ['another method in the header', { 'mcp-method': 'tools/call' }, -32020],
    ['a revision in the header that the body does not name', { 'mcp-protocol-version': '2025-11-25' }, -32020],
  ])('with %s are refused', async (_what, headers, code) => {
    const { status, body } = await send(instance, 'modern', { method: 'tools/list', headers })
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('of a later revision list the supported ones', async () => {
    const request = modernRequest({ method: 'tools/list', headers: { 'mcp-protocol-version': '2099-01-01' } })
    const text = JSON.stringify(request.body).replace(REVISION, '2099-01-01')
    const { status, body } = await instance.call({ method: 'POST', path: '/mcp', headers: request.headers, body: text })
    expect([status, body.error.code, body.error.data.supported]).toEqual([400, -32022, [REVISION]])
  })

  test('for an unknown method are 404', async () => {
    const { status, body } = await send(instance, 'modern', { method: 'prompts/rename' })
    expect([status, body.error.code]).toEqual([404, -32601])
  })

  test('to subscribe are refused immediately', async () => {
    const notifications = { toolsListChanged: true }
    const { status, text } = await send(instance, 'modern', {
      method: 'subscriptions/listen',
      params: { notifications },
    })
    expect(status).toBe(200)
    expect(text).toContain('notifications/subscriptions/acknowledged')
    expect(text).toContain('"resultType":"complete"')
  })
})

describe('batches, of the revision 2025-03-26,', () => {
  const batch = (messages: object[], token?: string) =>
    instance.call({
      method: 'POST',
      path: '/mcp',
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' },
      body: messages,
      ...(token && { token }),
    })
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

  test('are answered request by request', async () => {
    const { status, body } = await batch([ping(1), ping(2), { jsonrpc: '2.0', method: 'notifications/initialized' }])
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [1, 2]])
  })

  test('count as their number of requests', async () => {
    const token = await instance.acme.key(['guides:read'])
    const { headers } = await batch([ping(1), ping(2), ping(3)], token)
    expect(headers['x-ratelimit-remaining']).toBe('5997')
  })

  test('are answered even when a request in them is cancelled', async () => {
    const params = { requestId: 1 }
    const { status } = await batch([ping(1), { jsonrpc: '2.0', method: 'notifications/cancelled', params }])
    expect(status).toBe(200)
  })

  test('are refused if two requests have the same id', async () => {
    const { status, body } = await batch([ping(1), ping(1)])
    expect([status, body.error.code]).toEqual([400, -32600])
  })

  test('let others run between their requests', async () => {
    const calls = Array.from({ length: 99 }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'list_contacts', arguments: { query: 'nobody' } },
    }))
    await batch(calls.slice(0, 2))
    const { value, turns } = await turnsDuring(() => batch(calls))
    expect(value.body).toHaveLength(99)
    // One for each ten milliseconds; all of them in one would need no more than the body and the answer.
    expect(turns).toBeGreaterThan(2)
  })

  test('of notifications only have no answer', async () => {
    const { status, text } = await batch([{ jsonrpc: '2.0', method: 'notifications/initialized' }])
    expect([status, text]).toEqual([202, ''])
  })
})
