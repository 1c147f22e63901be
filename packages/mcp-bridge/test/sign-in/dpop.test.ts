import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { visit } from '../support/authorizations.ts'
import { LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { listen } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()
const part = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString())

/** A server that binds its tokens to a key, and wants a number of its own in each proof (RFC 9449). */
async function boundServer() {
  const tokens = new Map<string, string>()
  const [proofs, grants, numbers] = [new Set<string>(), [] as string[], { auth: 'n-auth', resource: 'n-resource' }]
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
      return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
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
      const print = check(request, numbers.auth)
      if (!print) return json(400, { error: 'use_dpop_nonce' }, { 'dpop-nonce': numbers.auth })
      grants.push(new URLSearchParams(body).get('grant_type') ?? '')
      const access = randomUUID()
      tokens.set(access, print)
      expired = false
      return json(200, { access_token: access, token_type: 'DPoP', refresh_token: randomUUID(), expires_in: 3600 })
    }
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'DPoP' || expired) return json(401, {}, { 'www-authenticate': 'DPoP algs="ES256"' })
    const print = check(request, numbers.resource, token)
    const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': numbers.resource }
    if (!print) return json(401, {}, challenge)
    if (tokens.get(token) !== print) return json(401, {}, { 'www-authenticate': 'DPoP error="invalid_token"' })
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
    numbers,
    expire: () => {
      expired = true
    },
  }
}

const WORK = { name: 'work', arguments: {} }

test('tokens are bound to a key where the server offers it, through refreshes, restarts and new numbers', async () => {
  const server = await using(boundServer())
  const bridge = bridges.start([server.url])
  await bridge.request('initialize', LEGACY_HOST)
  const [address = ''] = /http:\S+authorize\S+/.exec(textOf(await bridge.request('tools/call', WORK))) ?? []
  await visit(address)
  await bridge.told('notifications/tools/list_changed')
  expect(textOf(await bridge.request('tools/call', WORK))).toBe('done')
  server.numbers.resource = 'another'
  expect(textOf(await bridge.request('tools/call', WORK))).toBe('done')
  server.expire()
  server.numbers.auth = 'yet another'
  expect(textOf(await bridge.request('tools/call', WORK))).toBe('done')
  const next = bridges.start([server.url])
  await next.request('initialize', LEGACY_HOST)
  expect(textOf(await next.request('tools/call', WORK))).toBe('done')
  expect(server.grants).toEqual(['authorization_code', 'refresh_token'])
})
