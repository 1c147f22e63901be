import { expect, test } from 'vitest'
import type { Behaviour } from '../../../test/support/authorization-behaviour.ts'
import { faultOf, useAuthorizations } from '../../../test/support/authorizations.ts'

const fixture = useAuthorizations()
const PRM = '/.well-known/oauth-protected-resource'
const html = { 'content-type': 'text/html' }

const signIn = async (behaviour: Partial<Behaviour>, options = {}) => {
  const server = await fixture.start(behaviour)
  const authorization = fixture.open(server, { requestTimeout: 400, ...options })
  const challenge = `Bearer resource_metadata="${server.origin}${PRM}/mcp"`
  const refusal = { token: undefined, challenge }
  return { server, fault: await faultOf(authorization.signIn({ openBrowser: true, refusal })) }
}

test.each([
  ['the path', '/mcp', `${PRM}/mcp`],
  ['the host', '/deep/mcp', PRM],
])('discovery: finds the metadata of the resource at the well-known address of %s', async (_, path, place) => {
  const server = await fixture.start()
  server.behaviour.resourceMetadata.resource = server.origin
  server.behaviour.intercept = (asked, _request, response) => {
    if (asked !== PRM) return false
    response.end(JSON.stringify({ resource: server.origin, authorization_servers: [server.origin] }))
    return true
  }
  const authorization = fixture.open({ url: new URL(path, server.origin) })
  await fixture.signIn(authorization, { token: undefined, challenge: 'Bearer' })
  expect(server.requests.filter((asked) => asked.startsWith(PRM)).at(-1)).toBe(place)
  // To the letter, without the slash that a URL parser adds.
  expect(server.authorizations[0]?.get('resource')).toBe(server.origin)
  expect(server.tokenRequests[0]?.get('resource')).toBe(server.origin)
})

test('discovery: headers for a gateway are sent to the origin of the server only', async () => {
  const server = await fixture.start()
  const elsewhere = await fixture.start()
  server.behaviour.resourceMetadata.authorization_servers = [elsewhere.origin]
  const passes: unknown[] = []
  server.behaviour.intercept = (_, { headers }, response) => {
    if (headers['x-pass'] === 'let-me-in') return false
    return Boolean(response.writeHead(403).end())
  }
  elsewhere.behaviour.intercept = (_, { headers }) => {
    passes.push(headers['x-pass'])
    return false
  }
  const authorization = fixture.open(server, { headers: { 'X-Pass': 'let-me-in' } })
  const pending = await authorization.signIn({ openBrowser: true, byPerson: true })
  await pending.done
  expect(new Set(passes)).toEqual(new Set([undefined]))
})

test('discovery: uses the metadata address of the challenge', async () => {
  const server = await fixture.start()
  server.behaviour.intercept = (path, _request, response) => {
    if (path !== '/custom.json') return false
    response.end(JSON.stringify({ resource: server.url.href, authorization_servers: [server.origin] }))
    return true
  }
  const challenge = `Bearer realm="a, b", resource_metadata="${server.origin}/custom.json", scope="one two"`
  await fixture.signIn(fixture.open(server), { token: undefined, challenge })
  expect(server.requests).not.toContain(`${PRM}/mcp`)
  expect(server.authorizations[0]?.get('scope')).toBe('one two')
})

test.each([
  ['/tenant', '/.well-known/oauth-authorization-server/tenant'],
  ['/tenant', '/.well-known/openid-configuration/tenant'],
  ['/tenant', '/tenant/.well-known/openid-configuration'],
  ['', '/.well-known/openid-configuration'],
])('discovery: finds the metadata of the issuer with path "%s" at %s', async (path, place) => {
  const server = await fixture.start()
  const issuer = `${server.origin}${path}`
  server.behaviour.resourceMetadata.authorization_servers = [issuer]
  server.behaviour.iss = issuer
  server.behaviour.intercept = (asked, _request, response) => {
    if (!asked.includes('/.well-known/o') || asked.startsWith(PRM)) return false
    if (asked !== place) return Boolean(response.writeHead(404, html).end('<h1>Not here</h1>'))
    const endpoints = { authorization_endpoint: `${server.origin}/authorize`, token_endpoint: `${server.origin}/token` }
    const body = { issuer, ...endpoints, registration_endpoint: `${server.origin}/register` }
    return Boolean(response.end(JSON.stringify({ ...body, code_challenge_methods_supported: ['S256'] })))
  }
  expect((await fixture.signIn(fixture.open(server))).value).toMatch(/^access/)
})

test('discovery of 2025-03-26: the host of the server is its authorization server', async () => {
  const server = await fixture.start()
  server.behaviour.intercept = (path, _request, response) =>
    path.startsWith('/.well-known') && Boolean(response.writeHead(404).end())
  const token = await fixture.signIn(fixture.open(server))
  expect(token.scopes).toEqual(['read'])
  expect(server.authorizations[0]?.has('resource')).toBe(false)
})

test.each<[string, Partial<Behaviour>, string]>([
  ['another resource', { resourceMetadata: { resource: 'https://evil.example/mcp' } }, 'resource_mismatch'],
  ['a longer path', { resourceMetadata: { resource: 'http://127.0.0.1/mcp2' } }, 'resource_mismatch'],
  ['another issuer', { metadata: { issuer: 'https://evil.example' } }, 'issuer_mismatch'],
  ['no PKCE', { metadata: { code_challenge_methods_supported: undefined } }, 'no_pkce'],
  ['only plain PKCE', { metadata: { code_challenge_methods_supported: ['plain'] } }, 'no_pkce'],
  ['an http page', { metadata: { authorization_endpoint: 'http://other.example/a' } }, 'insecure_address'],
  ['a page of a program', { metadata: { authorization_endpoint: 'file:///etc/passwd' } }, 'insecure_address'],
  ['a page with a user', { metadata: { authorization_endpoint: 'https://a:b@c.example/' } }, 'insecure_address'],
  ['an http token endpoint', { metadata: { token_endpoint: 'http://other.example/t' } }, 'insecure_address'],
  ['no token endpoint', { metadata: { token_endpoint: 7 } }, 'bad_answer'],
  [
    'an issuer without metadata',
    { resourceMetadata: { authorization_servers: ['http://127.0.0.1:1'] } },
    'unreachable',
  ],
  ['no registration', { metadata: { registration_endpoint: undefined } }, 'registration_refused'],
  ['a closed registration', { registration: 'closed' }, 'registration_refused'],
])('discovery: refuses a server with %s', async (_, behaviour, code) => {
  const { fault, server } = await signIn(behaviour)
  expect(fault).toMatchObject({ code })
  expect(server.authorizations).toEqual([])
})

test.each<[string, Behaviour['intercept'], string]>([
  [
    'pages instead of documents',
    (_, __, response) => Boolean(response.writeHead(200, html).end('<h1>Hi</h1>')),
    'no_oauth',
  ],
  ['nothing but 404', (_, __, response) => Boolean(response.writeHead(404).end()), 'no_oauth'],
  ['errors of the server', (_, __, response) => Boolean(response.writeHead(503).end()), 'unreachable'],
  ['nothing at all', () => true, 'unreachable'],
  [
    'redirects in circles',
    (path, _, response) => Boolean(response.writeHead(302, { location: `${path}x` }).end()),
    'bad_answer',
  ],
  [
    'a redirect to http',
    (_, __, response) => Boolean(response.writeHead(302, { location: 'http://other.example/' }).end()),
    'insecure_address',
  ],
  [
    'an endless body',
    (_, __, response) => {
      const timer = setInterval(() => response.write('a'.repeat(100_000)), 1)
      response.on('close', () => clearInterval(timer))
      return true
    },
    'bad_answer',
  ],
])('discovery: explains the error of a server that answers with %s', async (_, intercept, code) => {
  const { fault } = await signIn({ intercept })
  expect(fault).toMatchObject({ code })
  expect(String(fault)).toMatch(/^BridgeError: [^\n]+: [^\n]+\.$/)
})

test.each([
  ['that is down', 'http://127.0.0.1:1/mcp', 'unreachable'],
  ['without a name', 'https://handrail.invalid/mcp', 'unreachable'],
])('discovery: explains the error of a server %s', async (_, address, code) => {
  const authorization = fixture.open({ url: new URL(address) })
  expect(await faultOf(authorization.signIn({ openBrowser: true }))).toMatchObject({ code })
})
