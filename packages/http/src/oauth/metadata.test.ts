import { ALL_SCOPES } from '@handrail/core'
import { oauthScope } from '@handrail/core/internal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite', { corsOrigins: ['https://console.example'] })
})
afterAll(() => instance.close())

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'
const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
const get = (path: string, headers: Record<string, string> = evil) => instance.call({ path, token: null, headers })

test('the metadata of the authorization server ignores the Host header', async () => {
  const { status, body, headers, text } = await get(SERVER)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    issuer: PUBLIC_URL,
    authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
    token_endpoint: `${PUBLIC_URL}/oauth/token`,
    revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
    introspection_endpoint: `${PUBLIC_URL}/oauth/introspect`,
    registration_endpoint: `${PUBLIC_URL}/oauth/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'client_secret_post', 'private_key_jwt']),
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
  expect(body.scopes_supported).toEqual(ALL_SCOPES.map(oauthScope))
  expect(text).not.toMatch(/null|evil|offline_access/)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
})

/** The scopes that only those get who request them by name. */
const BY_NAME: readonly string[] = ['metadata_keys:manage', 'working_calendar:write', 'members:read']

test('the metadata of a protected resource is that of the MCP endpoint, or of the instance', async () => {
  for (const [path, resource, scopes] of [
    [RESOURCE, PUBLIC_URL, ALL_SCOPES],
    // Its tools need none of the scopes that are requested by name.
    [`${RESOURCE}/mcp`, `${PUBLIC_URL}/mcp`, ALL_SCOPES.filter((scope) => !BY_NAME.includes(scope))],
  ] as const) {
    const { body, headers, text } = await get(path)
    expect(body).toMatchObject({
      resource,
      authorization_servers: [PUBLIC_URL],
      bearer_methods_supported: ['header'],
    })
    expect(body.scopes_supported).toEqual(scopes.map(oauthScope))
    expect(text).not.toMatch(/null|evil/)
    expect(headers['access-control-allow-origin']).toBe('*')
  }
})

test('an unknown metadata address is a JSON 404', async () => {
  for (const path of ['/.well-known/openid-configuration', `${SERVER}/mcp`, '/.well-known/nonsense'])
    expect(await get(path)).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } })
})

test('applications in browsers can discover, register and get tokens from any origin', async () => {
  for (const path of [SERVER, RESOURCE, '/oauth/token', '/oauth/register', '/oauth/revoke']) {
    const preflight = await instance.call({
      method: 'OPTIONS',
      path,
      token: null,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version',
      },
    })
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } })
    expect(preflight.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version')
  }
  const { headers } = await get('/api/v1/contacts')
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect((await get('/oauth/authorize')).headers['access-control-allow-origin']).toBeUndefined()
})
