import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { visit } from '../support/authorizations.ts'
import { LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { listen } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()
const part = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString())

interface BoundServerOptions {
  /** Whether the metadata of the resource asks for bound tokens, which the authorization server always offers. */
  requires: boolean
  /** What the resource takes, whatever its metadata says. */
  takes: 'DPoP' | 'Bearer'
}

/** A server whose authorization server binds tokens where it is sent a proof, with a number of its own in it (RFC 9449). */
async function boundServer({ requires, takes }: BoundServerOptions) {
  const tokens = new Map<string, string>()
  const [proofs, grants, kinds] = [new Set<string>(), [] as string[], [] as string[]]
  const numbers = { auth: 'n-auth', resource: 'n-resource' }
  let expired = false
  let origin = ''

  /** @returns the thumbprint of the key (RFC 7638), where the proof is one of this request. */
  function check(request: IncomingMessage, nonce: string, token?: string): string | undefined {
    const [header, payload, signature] = String(request.headers.dpop ?? '').split('.')
    if (!signature) return undefined
    const { jwk, typ, alg } = part(header)
    const { htm, htu, jti, ath, nonce: given, iat } = part(payload)
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect([typ, alg, htm, htu, isSigned, jwk.d]).toEqual([
      'dpop+jwt',
      'ES256',
      request.method,
      `${origin}${request.url}`,
      true,
      undefined,
    ])
    expect(Math.abs(Date.now() / 1000 - iat)).toBeLessThan(30)
    expect(proofs.has(jti)).toBe(false)
    proofs.add(jti)
    if (token) expect(ath).toBe(createHash('sha256').update(token).digest('base64url'))
    const { crv, kty, x, y } = jwk
    return given === nonce
      ? createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
      : undefined
  }

  const listening = await listen((request, response, body) => {
    const json = (status: number, value: object, headers = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json(200, {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        dpop_bound_access_tokens_required: requires,
      })
    if (pathname === '/.well-known/oauth-authorization-server')
      return json(200, {
        issuer: origin,
        ...{
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
        },
        ...{ code_challenge_methods_supported: ['S256'], dpop_signing_alg_values_supported: ['ES256'] },
      })
    if (pathname === '/register') return json(201, { client_id: 'c', ...JSON.parse(body) })
    if (pathname === '/authorize') {
      const back = `${searchParams.get('redirect_uri')}?code=x&state=${searchParams.get('state')}`
      return void response.writeHead(302, { location: back }).end()
    }
    if (pathname === '/token') {
      const print = request.headers.dpop && check(request, numbers.auth)
      if (request.headers.dpop && !print) return json(400, { error: 'use_dpop_nonce' }, { 'dpop-nonce': numbers.auth })
      grants.push(new URLSearchParams(body).get('grant_type') ?? '')
      const access = randomUUID()
      tokens.set(access, print ?? '')
      expired = false
      kinds.push(print ? 'DPoP' : 'Bearer')
      return json(200, {
        access_token: access,
        token_type: kinds.at(-1),
        refresh_token: randomUUID(),
        expires_in: 3600,
      })
    }
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const asking = { 'www-authenticate': takes === 'DPoP' ? 'DPoP algs="ES256"' : 'Bearer realm="bearer only"' }
    if (scheme !== takes || expired || !tokens.has(token)) return json(401, {}, asking)
    const print = takes === 'DPoP' ? check(request, numbers.resource, token) : ''
    const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': numbers.resource }
    if (print === undefined) return json(401, {}, challenge)
    if (tokens.get(token) !== print) return json(401, {}, { 'www-authenticate': `${takes} error="invalid_token"` })
    const { id, method } = body ? JSON.parse(body) : {}
    const tools = [{ name: 'work', inputSchema: { type: 'object' } }]
    const found = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, tools }
    json(200, {
      jsonrpc: '2.0',
      id,
      result: method === 'tools/call' ? { content: [{ type: 'text', text: 'done' }] } : found,
    })
  })
  origin = new URL(listening.url).origin
  return {
    ...listening,
    grants,
    kinds,
    numbers,
    expire: () => {
      expired = true
    },
  }
}

const WORK = { name: 'work', arguments: {} }

/** Calls, and where the answer is an address to sign in at, visits it. */
async function workOrSignIn(bridge: Awaited<ReturnType<typeof bridges.start>>): Promise<string> {
  const answer = textOf(await bridge.request('tools/call', WORK))
  const [address] = /http:\S+authorize\S+/.exec(answer) ?? []
  if (!address) return answer
  await visit(address)
  await bridge.told('notifications/tools/list_changed')
  return 'signed in'
}

test('DPoP: tokens are bound if the metadata of the resource asks for it, through refreshes, restarts and new nonces', async () => {
  const server = await using(boundServer({ requires: true, takes: 'DPoP' }))
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(bridge)).toBe('signed in')
  expect(await workOrSignIn(bridge)).toBe('done')
  server.numbers.resource = 'another'
  expect(await workOrSignIn(bridge)).toBe('done')
  server.expire()
  server.numbers.auth = 'yet another'
  expect(await workOrSignIn(bridge)).toBe('done')
  const next = bridges.start([server.url])
  await next.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(next)).toBe('done')
  expect(server.grants).toEqual(['authorization_code', 'refresh_token'])
  expect(server.kinds).toEqual(['DPoP', 'DPoP'])
})

test('DPoP: not used if only the authorization server offers it, so that a Bearer-only server answers every call', async () => {
  const server = await using(boundServer({ requires: false, takes: 'Bearer' }))
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(bridge)).toBe('signed in')
  for (let call = 0; call < 20; call++) expect(await workOrSignIn(bridge)).toBe('done')
  expect(server.kinds).toEqual(['Bearer'])
})

test('DPoP: a server that asks for bound tokens and refuses them gets one sign-in without them, also the next time', async () => {
  const server = await using(boundServer({ requires: true, takes: 'Bearer' }))
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(bridge)).toBe('signed in')
  expect(await workOrSignIn(bridge)).toBe('signed in')
  expect(await workOrSignIn(bridge)).toBe('done')
  expect(server.grants.filter((grant) => grant === 'authorization_code')).toHaveLength(2)
  // Another request may have refreshed the token of the first sign-in at the same time: what was stored last is what was sent.
  expect(server.kinds[0]).toBe('DPoP')
  expect(server.kinds).toContain('Bearer')
  const again = bridges.start(['login', server.url, '--no-browser'])
  const address = () => /http:\S+authorize\S+/.exec(again.stderr())?.[0] ?? expect.fail('no address yet')
  await visit(await vi.waitFor(address, 15_000))
  await again.ended
  expect(server.kinds.at(-1)).toBe('Bearer')
})

test('DPoP: client credentials request unbound tokens after such a refusal, also the next time', async () => {
  const server = await using(boundServer({ requires: true, takes: 'Bearer' }))
  const environment = { MCP_BRIDGE_CLIENT_SECRET: 'secret' }
  const flags = [server.url, '--client-credentials', '--client-id', 'mine']
  const bridge = bridges.start(flags, environment)
  await bridge.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(bridge)).toBe('done')
  expect(server.kinds).toEqual(['DPoP', 'Bearer'])
  const next = bridges.start(flags, environment)
  await next.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(next)).toBe('done')
  // A token that has ended is followed by one that is taken, however it was learnt.
  server.expire()
  expect(await workOrSignIn(next)).toBe('done')
  expect(server.kinds.at(-1)).toBe('Bearer')
  expect(new Set(server.grants)).toEqual(new Set(['client_credentials']))
})

test.each([
  ['always', { requires: false, takes: 'DPoP' }],
  ['never', { requires: true, takes: 'Bearer' }],
] as const)('DPoP: --dpop %s overrides the metadata', async (mode, behaviour) => {
  const server = await using(boundServer(behaviour))
  const bridge = bridges.start([server.url, '--dpop', mode])
  await bridge.request('initialize', LEGACY_HOST)
  expect(await workOrSignIn(bridge)).toBe('signed in')
  expect(await workOrSignIn(bridge)).toBe('done')
  expect(server.kinds).toEqual([behaviour.takes])
})
