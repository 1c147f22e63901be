import { createPublicKey } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { operations } from '@handrail/core'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'
import {
  asserted,
  claimsOf,
  type KeyPair,
  newKey,
  openProgram,
  type Program,
  sign,
} from '../../../test/support/program.ts'

const { updateApplication } = operations

const HOST = 'keys.example'
const { key, cert } = await newCertificate(HOST)
const seconds = () => Math.floor(Date.now() / 1000)

let server: Instance
let keyServer: Server
/** Where the name of the key server leads. */
let address = '127.0.0.1'
/** What the key server answers. */
let served: { status?: number; headers?: Record<string, string>; body: unknown }
let fetches = 0
let jwks_uri: string
let now: Date | undefined
const usual = getCACertificates('default')

beforeAll(async () => {
  setDefaultCACertificates([...usual, cert])
  keyServer = createServer({ key, cert }, (_request, response) => {
    fetches++
    const { status = 200, headers = {}, body } = served
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve))
  jwks_uri = `https://${HOST}:${(keyServer.address() as AddressInfo).port}/jwks.json`
  const webhooks = {
    allowedRanges: ['127.0.0.1/32'],
    resolve: (_host: string, _options: unknown, callback: (error: null, found: object[]) => void) =>
      setImmediate(() => callback(null, [{ address, family: 4 }])),
  }
  server = await openInstance('sqlite', {}, { now: () => now ?? new Date(), webhooks: webhooks as never })
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  keyServer.closeAllConnections()
  await new Promise((resolve) => keyServer.close(resolve))
  await server.close()
})

describe('the assertion of an application', () => {
  let own: KeyPair
  let foreign: KeyPair
  let program: Program
  let several: Program
  beforeAll(async () => {
    own = await newKey()
    foreign = await newKey()
    program = await openProgram(server, { jwks: { keys: [own.jwk] } })
    several = await openProgram(server, {
      jwks: {
        keys: [
          { ...own.jwk, kid: 'a' },
          { ...foreign.jwk, kid: 'b' },
        ],
      },
    })
  })

  const made = (
    claims: Record<string, unknown> = {},
    header: object = {},
    by: CryptoKey | Uint8Array = own.privateKey,
  ) => sign(claimsOf(program.client_id, claims), by, header)
  const pem = () =>
    Buffer.from(createPublicKey({ key: own.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))

  test.each(['ES256', 'ES384', 'EdDSA', 'PS256', 'RS256'])('may be signed with %s, for every endpoint', async (alg) => {
    const pair = await newKey(alg, { alg, kid: 'one', x5c: ['unneeded'] })
    const signer = await openProgram(server, { jwks: { keys: [pair.jwk] } })
    const fresh = () => sign(claimsOf(signer.client_id), pair.privateKey, { alg, kid: 'one' })
    const { status, body, text } = await signer.ask(asserted(await fresh()))
    expect(status, text).toBe(200)
    const token = body.access_token
    expect((await signer.send('/oauth/introspect', { token, ...asserted(await fresh()) })).body.active).toBe(true)
    expect((await signer.send('/oauth/revoke', { token, ...asserted(await fresh()) })).status).toBe(200)
    expect((await signer.get('/api/v1/contacts', token)).status).toBe(401)
  })

  test('is for the issuer or the token endpoint', async () => {
    for (const aud of [PUBLIC_URL, `${PUBLIC_URL}/oauth/token`, [PUBLIC_URL]])
      expect((await program.ask(asserted(await made({ aud })))).status).toBe(200)
  })

  test.each<[string, () => Promise<string> | string, string]>([
    [
      'for another server',
      () => made({ aud: 'https://evil.example' }),
      `aud of the client_assertion must be ${PUBLIC_URL} or`,
    ],
    [
      'for two servers',
      () => made({ aud: [PUBLIC_URL, 'https://evil.example'] }),
      'aud of the client_assertion must be',
    ],
    ['without aud', () => made({ aud: undefined }), 'aud of the client_assertion must be'],
    ['of another issuer', () => made({ iss: 'other' }), 'iss and sub of the client_assertion must be the client_id'],
    ['that has expired', () => made({ exp: seconds() - 60 }), 'has expired: sign one for each request'],
    ['without exp', () => made({ exp: undefined }), 'exp of the client_assertion is missing'],
    ['with a far exp', () => made({ exp: seconds() + 3600 }), 'more than ten minutes from now'],
    ['from the future', () => made({ iat: seconds() + 300 }), 'iat of the client_assertion is in the future'],
    ['that is not valid yet', () => made({ nbf: seconds() + 300 }), 'nbf of the client_assertion is in the future'],
    ['without jti', () => made({ jti: undefined }), 'jti of the client_assertion must be a unique text'],
    ['with a long jti', () => made({ jti: 'x'.repeat(256) }), 'of 1 to 255 characters'],
    ['with a jti that is no text', () => made({ jti: 7 }), 'jti of the client_assertion must be a unique text'],
    ['with a time that is no number', () => made({ exp: 'soon' }), 'is not a valid JWT'],
    ['that is not signed', () => new UnsecuredJWT(claimsOf(program.client_id)).encode(), 'none and shared secrets'],
    ['signed with the public key as a secret', () => made({}, { alg: 'HS256' }, pem()), 'none and shared secrets'],
    ['signed by another', () => made({}, {}, foreign.privateKey), 'does not match the registered key'],
    [
      'that brings its key',
      () => made({}, { jwk: foreign.jwk }, foreign.privateKey),
      'does not match the registered key',
    ],
    ['with an unknown kid', () => made({}, { kid: 'x' }), 'No key of the client fits the client_assertion: check kid'],
    ['that is no JWT', () => 'nonsense', 'is not a JWT'],
    ['whose header is no JSON', async () => `e.${(await made()).split('.').slice(1).join('.')}`, 'is not a JWT'],
    ['without header', async () => `.${(await made()).split('.').slice(1).join('.')}`, 'is not a JWT'],
    ['without sub', () => made({ sub: undefined }), 'iss and sub of the client_assertion must be the client_id'],
    ['whose sub is an object', () => made({ sub: { a: 1 } }), 'iss and sub of the client_assertion must be'],
    ['whose sub cannot be stored', () => made({ sub: 'a\0b' }), 'iss and sub of the client_assertion must be'],
    [
      'with an extension that must be understood',
      async () => {
        const header = Buffer.from(JSON.stringify({ alg: 'ES256', crit: ['other'], other: 1 })).toString('base64url')
        return `${header}.${(await made()).split('.').slice(1).join('.')}`
      },
      'is not a valid JWT',
    ],
  ])('%s is refused with what to do', async (_what, make, description) => {
    expect(await program.ask(asserted(await make()))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: expect.stringContaining(description) },
    })
  })

  test('names one of several keys with kid', async () => {
    const claims = () => claimsOf(several.client_id)
    expect((await several.ask(asserted(await sign(claims(), own.privateKey)))).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('with kid in its header'),
    })
    expect((await several.ask(asserted(await sign(claims(), own.privateKey, { kid: 'b' })))).status).toBe(401)
    expect((await several.ask(asserted(await sign(claims(), own.privateKey, { kid: 'a' })))).status).toBe(200)
  })

  test('is accepted once, and one that was refused for its content can be repaired', async () => {
    const assertion = await made()
    expect((await program.ask({ ...asserted(assertion), scope: 'nonsense' })).body.error).toBe('invalid_scope')
    expect((await program.ask(asserted(assertion))).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('was used before'),
    })
    expect((await program.ask(asserted(await made()))).status).toBe(200)
  })

  test('stands beside a secret while an application changes from one to the other', async () => {
    const both = await openProgram(server)
    expect((await both.ask(asserted(await sign(claimsOf(both.client_id), own.privateKey)))).status).toBe(401)
    await both.bound.invoke(updateApplication, { id: both.client_id, jwks: { keys: [own.jwk] } })
    expect((await both.ask()).status).toBe(200)
    expect((await both.ask(asserted(await sign(claimsOf(both.client_id), own.privateKey)))).status).toBe(200)
    const mixed = {
      client_secret: both.client_secret,
      ...asserted(await sign(claimsOf(both.client_id), own.privateKey)),
    }
    expect((await both.ask(mixed)).body.error).toBe('invalid_request')
  })
})

describe('a JWKS at registration', () => {
  test.each<[string, () => Promise<unknown> | unknown, string]>([
    ['that is none', () => [], 'must be a JWKS'],
    ['without keys', () => ({ keys: [] }), 'at least one key'],
    [
      'with too many keys',
      async () => ({ keys: Array(11).fill((await newKey('ES256', { kid: 'a' })).jwk) }),
      'at most 10',
    ],
    ['with a private key', async () => ({ keys: [{ ...(await newKey()).jwk, d: 'x' }] }), 'contains a private key'],
    ['with a shared secret', () => ({ keys: [{ kty: 'oct', k: 'x' }] }), 'shared secret'],
    ['with a weak RSA key', () => ({ keys: [rsaOf(1024)] }), 'less than 2048 bits'],
    ['with a costly RSA key', () => ({ keys: [rsaOf(8192)] }), 'more than 4096 bits'],
    ['with an exponent of 1', () => ({ keys: [{ ...rsaOf(2048), e: 'AQ' }] }), 'unusual exponent'],
    [
      'with a key for encryption',
      async () => ({ keys: [(await newKey('ES256', { use: 'enc' })).jwk] }),
      'not for signatures',
    ],
    ['with another algorithm', async () => ({ keys: [(await newKey('ES256', { alg: 'ES512' })).jwk] }), 'another alg'],
    ['with another curve', () => ({ keys: [{ kty: 'EC', crv: 'secp256k1', x: 'x', y: 'y' }] }), 'of another kind'],
    [
      'with a point that is on no curve',
      () => ({ keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] }),
      'not valid',
    ],
    [
      'with two keys and no kid',
      async () => ({ keys: [(await newKey()).jwk, (await newKey()).jwk] }),
      'each needs a kid',
    ],
    [
      'with one kid twice',
      async () => ({ keys: [(await newKey('ES256', { kid: 'a' })).jwk, (await newKey('ES256', { kid: 'a' })).jwk] }),
      'the same kid',
    ],
    [
      'with an endless kid',
      async () => ({ keys: [(await newKey('ES256', { kid: 'a'.repeat(201) })).jwk] }),
      '1 to 200',
    ],
  ])('%s is refused', async (_what, make, text) => {
    const jwks = (await make()) as never
    await expect(openProgram(server, { jwks })).rejects.toMatchObject({
      code: 'validation_error',
      errors: { jwks: [expect.stringContaining(text)] },
    })
  })

  test('is for confidential applications, and one of both', async () => {
    const { jwk } = await newKey()
    const redirect_uris = ['https://a.example']
    const open = { type: 'public' as const, redirect_uris, client_credentials_role: null, jwks: { keys: [jwk] } }
    await expect(openProgram(server, open)).rejects.toMatchObject({ errors: { jwks: [expect.anything()] } })
    await expect(openProgram(server, { jwks: { keys: [jwk] }, jwks_uri })).rejects.toMatchObject({
      errors: { jwks_uri: ['cannot be combined with jwks'] },
    })
    await expect(openProgram(server, { client_credentials_role: null })).rejects.toMatchObject({
      errors: { redirect_uris: [expect.stringContaining("can't be empty")] },
    })
    const alone = await openProgram(server)
    await expect(
      alone.bound.invoke(updateApplication, { id: alone.client_id, redirect_uris: [], client_credentials_role: null }),
    ).rejects.toMatchObject({ errors: { redirect_uris: [expect.stringContaining("can't be empty")] } })
    await expect(openProgram(server, { client_credentials_role: 'owner' as never })).rejects.toMatchObject({
      errors: { client_credentials_role: [expect.anything()] },
    })
  })
})

describe('keys at an address', () => {
  let first: KeyPair
  let second: KeyPair
  let program: Program
  const by = async ({ privateKey }: KeyPair, kid: string) =>
    program.ask(asserted(await sign(claimsOf(program.client_id, timesNow()), privateKey, { kid })))
  const timesNow = () => {
    const at = Math.floor((now ?? new Date()).getTime() / 1000)
    return { iat: at, exp: at + 60 }
  }
  beforeEach(async () => {
    now = undefined
    address = '127.0.0.1'
    first = await newKey('ES256', { kid: 'a', x5c: ['x'.repeat(20_000)] })
    second = await newKey('ES256', { kid: 'b' })
    served = { body: { keys: [first.jwk, { kty: 'RSA', use: 'enc', n: 'AQ', e: 'AQ' }] } }
    program = await openProgram(server, { jwks_uri })
    fetches = 0
  })

  test('are fetched at registration, and again after at most an hour', async () => {
    for (let count = 0; count < 3; count++) expect((await by(first, 'a')).status).toBe(200)
    expect(fetches).toBe(0)
    now = new Date(Date.now() + 3_601_000)
    expect((await by(first, 'a')).status).toBe(200)
    expect((await by(first, 'a')).status).toBe(200)
    expect(fetches).toBe(1)
  })

  test('of which one is unknown are fetched once, so that a new key works at once', async () => {
    served = { body: { keys: [first.jwk, second.jwk] } }
    expect((await by(second, 'b')).status).toBe(200)
    expect((await by(first, 'a')).status).toBe(200)
    expect(fetches).toBe(1)
  })

  test('of which one is removed end the tokens of that key with the next fetch', async () => {
    const { body } = await by(first, 'a')
    served = { body: { keys: [second.jwk] } }
    expect((await by(second, 'b')).status).toBe(200)
    expect((await program.get('/api/v1/contacts', body.access_token)).status).toBe(401)
    expect((await by(first, 'a')).status).toBe(401)
  })

  test('are not fetched for everything that somebody makes up', async () => {
    const stranger = await newKey()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, kid) => by(stranger, `made up ${kid}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    // They can fall into two minutes.
    expect(fetches).toBeLessThanOrEqual(10)
    expect((await by(first, 'a')).status).toBe(200)
  })

  test.each<[string, () => void]>([
    ['does not answer with success', () => (served = { status: 500, body: '' })],
    ['redirects', () => (served = { status: 302, headers: { location: 'https://127.0.0.1/' }, body: '' })],
    ['answers too much', () => (served = { body: 'x'.repeat(70_000) })],
    ['leads to a private address', () => (address = '10.0.0.1')],
    ['has only weak keys', () => (served = { body: { keys: [rsaOf(1024)] } })],
  ])('whose server %s are refused at registration, and used for a day where they were known', async (_what, set) => {
    set()
    await expect(openProgram(server, { jwks_uri })).rejects.toMatchObject({ errors: { jwks_uri: [expect.anything()] } })
    now = new Date(Date.now() + 20 * 3_600_000)
    expect((await by(first, 'a')).status).toBe(200)
    now = new Date(Date.now() + 26 * 3_600_000)
    expect((await by(first, 'a')).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('check its jwks_uri'),
    })
  })

  test('of which one is shown with its private part are trusted no longer', async () => {
    const { body } = await by(first, 'a')
    served = { body: { keys: [{ ...first.jwk, d: 'x' }, second.jwk] } }
    await expect(openProgram(server, { jwks_uri })).rejects.toMatchObject({
      errors: { jwks_uri: [expect.stringContaining('contains a private key')] },
    })
    expect((await by(second, 'b')).status).toBe(200)
    expect((await by(first, 'a')).status).toBe(401)
    expect((await program.get('/api/v1/contacts', body.access_token)).status).toBe(401)
  })

  test('that have expired and lack the one of an assertion are fetched once', async () => {
    now = new Date(Date.now() + 3_601_000)
    expect((await by(second, 'b')).status).toBe(401)
    expect(fetches).toBe(1)
  })

  test.each(['http://keys.example/jwks', 'https://10.0.0.1/jwks', 'https://localhost/jwks', 'file:///etc/passwd'])(
    'at %s are not fetched',
    async (forbidden) => {
      await expect(openProgram(server, { jwks_uri: forbidden })).rejects.toMatchObject({
        errors: { jwks_uri: [expect.anything()] },
      })
      expect(fetches).toBe(0)
    },
  )
})

/** An RSA key of a length: no signature is made with it. */
function rsaOf(bits: number): Record<string, unknown> {
  const n = Buffer.alloc(bits / 8, 0xc5)
  return { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB', kid: 'rsa' }
}
