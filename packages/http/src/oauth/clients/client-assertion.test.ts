import { createPublicKey } from 'node:crypto'
import { operations } from '@handrail/core'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../../test/support/authorization.ts'
import { PUBLIC_URL } from '../../../test/support/instance.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

let server: Authorization
let client_id: string
let own: CryptoKey
let foreign: CryptoKey
let pem: Uint8Array
beforeAll(async () => {
  server = await openAuthorization('sqlite')
  const pair = await generateKeyPair('ES256', { extractable: true })
  own = pair.privateKey
  foreign = (await generateKeyPair('ES256')).privateKey
  const jwk = await exportJWK(pair.publicKey)
  pem = Buffer.from(createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))
  const body = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } }
  const { body: registered } = await server.call({ method: 'POST', path: '/oauth/register', token: null, body })
  client_id = registered.client_id
})
afterAll(() => server.close())

let count = 0
const seconds = () => Math.floor(Date.now() / 1000)
const claims = (other: Record<string, unknown> = {}): JWTPayload => ({
  iss: client_id,
  sub: client_id,
  aud: PUBLIC_URL,
  jti: `${++count}`,
  exp: seconds() + 60,
  ...other,
})
const signed = (payload: JWTPayload, key: CryptoKey | Uint8Array = own, header: object = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256', ...header }).sign(key)
const introspect = (client_assertion: string, other: Record<string, string> = {}) =>
  server.send('/oauth/introspect', { token: 'x', client_assertion, client_assertion_type: TYPE, ...other })

test('a client assertion authenticates a client, with the issuer or the token endpoint as audience', async () => {
  for (const aud of [PUBLIC_URL, `${PUBLIC_URL}/oauth/token`, [PUBLIC_URL]])
    expect(await introspect(await signed(claims({ aud })))).toMatchObject({ status: 200 })
})

test('a client assertion works once', async () => {
  const assertion = await signed(claims())
  expect((await introspect(assertion)).status).toBe(200)
  expect(await introspect(assertion)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test.each<[string, () => Promise<string> | string]>([
  ['is not signed', () => new UnsecuredJWT(claims()).encode()],
  ['is signed with the public key as a secret', () => signed(claims(), pem, { alg: 'HS256' })],
  ["is signed with another's key", () => signed(claims(), foreign)],
  ['brings its own key', async () => signed(claims(), foreign, { jku: 'https://evil.example/jwks', kid: '../x' })],
  ['is of another client', () => signed(claims({ iss: 'other' }))],
  ['speaks for another client', () => signed(claims({ sub: server.confidential.client_id }))],
  ['is for another server', () => signed(claims({ aud: 'https://evil.example' }))],
  ['is for two servers', () => signed(claims({ aud: [PUBLIC_URL, 'https://evil.example'] }))],
  ['has expired', () => signed(claims({ exp: seconds() - 60 }))],
  ['does not expire', () => signed(claims({ exp: undefined }))],
  ['lives too long', () => signed(claims({ exp: seconds() + 3600 }))],
  ['has no id', () => signed(claims({ jti: undefined }))],
  ['is not valid yet', () => signed(claims({ nbf: seconds() + 600 }))],
  ['is no JWT', () => 'nonsense'],
])('a client assertion that %s is refused', async (_what, make) => {
  expect(await introspect(await make())).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('a client with a key must send an assertion, and a client with a secret cannot', async () => {
  expect((await server.send('/oauth/introspect', { token: 'x', client_id })).status).toBe(401)
  const { client_id: other } = server.confidential
  expect((await introspect(await signed(claims({ iss: other, sub: other })))).status).toBe(401)
  const mixed = await introspect(await signed(claims()), { client_id: other })
  expect(mixed).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('an application with keys redeems and refreshes for a person by assertions, and its secret is refused once removed', async () => {
  const { client_id: id, client_secret } = server.confidential
  const workspace = await server.handrail.asSystem(server.acme.id)
  const pair = await generateKeyPair('PS256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  await workspace.invoke(operations.updateApplication, { id, jwks })
  await workspace.invoke(operations.removeApplicationSecrets, { id })
  const asserted = async () => ({
    client_assertion: await signed(claims({ iss: id, sub: id }), pair.privateKey, { alg: 'PS256' }),
    client_assertion_type: TYPE,
  })
  const code = await server.codeFor({ client_id: id, scope: 'contacts_read' })
  const redeeming = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
  const bySecret = await server.send('/oauth/token', { ...redeeming, client_id: id, client_secret })
  expect(bySecret).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  const { status, body, text } = await server.send('/oauth/token', { ...redeeming, ...(await asserted()) })
  expect(status, text).toBe(200)
  const refreshing = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
  expect((await server.send('/oauth/token', { ...refreshing, ...(await asserted()) })).status).toBe(200)
})
