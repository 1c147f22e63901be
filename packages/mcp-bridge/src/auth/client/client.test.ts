import { generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { faultOf, useAuthorizations } from '../../../test/support/authorizations.ts'
import { call } from '../../../test/support/calls.ts'
import { login } from '../../commands/login.ts'

const fixture = useAuthorizations()
const SECRET = 'a secret: with/odd+characters'

describe('the client', () => {
  test('registers as a native application, with loopback redirect addresses', async () => {
    const server = await fixture.start()
    await fixture.signIn(fixture.open(server))
    const { body } = server.clients.get('client-1') ?? {}
    expect(body).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    })
    expect(body?.redirect_uris).toEqual(
      expect.arrayContaining(['http://127.0.0.1/callback', 'http://localhost/callback']),
    )
  })

  test('registers for all scopes of the resource, and without scopes if the server refuses them', async () => {
    const server = await fixture.start({ challengeScope: 'read' })
    await fixture.signIn(fixture.open(server))
    expect(server.authorizations[0]?.get('scope')).toBe('read')
    expect(server.clients.get('client-1')?.body.scope).toBe('read write')
    const strict = await fixture.start({ registration: 'scopeless' })
    await fixture.signIn(fixture.open(strict))
    expect(strict.clients.get('client-1')?.body.scope).toBeUndefined()
  })

  test('is reused at the next sign-in, even if the server compares ports', async () => {
    const server = await fixture.start({ strictPorts: true })
    const authorization = fixture.open(server)
    await fixture.signIn(authorization)
    await authorization.signOut()
    await fixture.signIn(authorization)
    expect(server.clients.size).toBe(1)
  })

  test.each(['none', 'client_secret_basic', 'client_secret_post'])(
    'authenticates by %s if the server accepts only that',
    async (method) => {
      const server = await fixture.start({ metadata: { token_endpoint_auth_methods_supported: [method] } })
      const authorization = fixture.open(server)
      await fixture.signIn(authorization)
      server.expireAll()
      expect(await call(server, authorization)).toBe(200)
      expect(server.clients.get('client-1')?.method).toBe(method)
    },
  )

  test('is the configured one, if there is one', async () => {
    const server = await fixture.start({
      metadata: {
        client_id_metadata_document_supported: true,
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      },
    })
    server.clients.set('mine', {
      redirectUris: ['http://127.0.0.1/callback'],
      method: 'client_secret_basic',
      secret: SECRET,
      body: {},
    })
    const options = { client: { id: 'mine', secret: SECRET }, clientMetadataUrl: 'https://client.example/client.json' }
    const authorization = fixture.open(server, options)
    await fixture.signIn(authorization)
    server.expireAll()
    expect(await call(server, authorization)).toBe(200)
    expect(server.requests).not.toContain('/register')
  })

  test.each([
    [true, 'https://client.example/client.json', 0],
    [false, 'client-1', 1],
  ])('is a metadata document if the server accepts those (%s)', async (supported, id, registered) => {
    const server = await fixture.start({ metadata: { client_id_metadata_document_supported: supported } })
    await fixture.signIn(fixture.open(server, { clientMetadataUrl: 'https://client.example/client.json' }))
    expect(server.authorizations[0]?.get('client_id')).toBe(id)
    expect(server.clients.size).toBe(registered)
  })

  test('reports a wrong client secret', async () => {
    const server = await fixture.start()
    server.clients.set('mine', {
      redirectUris: ['http://127.0.0.1/callback'],
      method: 'client_secret_basic',
      secret: SECRET,
      body: {},
    })
    const authorization = fixture.open(server, { client: { id: 'mine', secret: 'wrong' } })
    expect(await faultOf(authorization.signIn({ openBrowser: true }))).toMatchObject({ code: 'client_refused' })
  })
})

describe('client credentials', () => {
  const grant = 'client_credentials'

  test('sign in without a person, and request a new token after a refusal', async () => {
    const server = await fixture.start()
    server.clients.set('mine', { redirectUris: [], method: 'client_secret_basic', secret: SECRET, body: {} })
    const authorization = fixture.open(server, { grant, client: { id: 'mine', secret: SECRET } })
    expect(await call(server, authorization)).toBe(200)
    server.expireAll()
    expect(await call(server, authorization)).toBe(200)
    expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual([grant, grant])
    expect(server.tokenRequests[0]?.get('resource')).toBe(server.url.href)
    expect(server.authorizations).toEqual([])
  })

  test('can be signed with a private key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const server = await fixture.start()
    server.behaviour.intercept = (path, _request, response) =>
      path === '/token' &&
      Boolean(
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"a","token_type":"Bearer"}'),
      )
    const sent: URLSearchParams[] = []
    const spy: typeof fetch = (input, init) => {
      if (init?.body instanceof URLSearchParams) sent.push(init.body)
      return fetch(input, init)
    }
    const client = { id: 'mine', privateKey: { pem, algorithm: 'ES256' } }
    const authorization = fixture.open(server, { grant, client, fetch: spy })
    expect(await authorization.token()).toMatchObject({ value: 'a' })
    const [header = '', payload = '', signature = ''] = (sent[0]?.get('client_assertion') ?? '').split('.')
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(atob(payload))).toMatchObject({ iss: 'mine', sub: 'mine', aud: server.origin })
  })
})

test('login with client credentials requests a token', async () => {
  const server = await fixture.start()
  server.clients.set('mine', { redirectUris: [], method: 'client_secret_basic', secret: SECRET, body: {} })
  const said: string[] = []
  const io = { print: () => undefined, say: (line: string) => void said.push(line), readLine: async () => undefined }
  const options = {
    resource: server.url,
    profile: 'default',
    folder: fixture.folder(),
    store: 'memory',
    fetch,
  } as const
  const client = { id: 'mine', secret: SECRET }
  await login({ ...options, log: fixture.log, grant: 'client_credentials', client }, io)
  expect(said[0]).toContain('work at')
  const wrong = { ...client, secret: 'x' }
  await expect(
    login({ ...options, log: fixture.log, grant: 'client_credentials', client: wrong }, io),
  ).rejects.toMatchObject({ code: 'client_refused' })
})

test('a configured token is sent unchanged, without a sign-in', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server, { token: 'made-by-hand' })
  expect(await authorization.token()).toEqual({ value: 'made-by-hand', scopes: undefined })
  expect(await authorization.renew({ token: 'made-by-hand', challenge: undefined })).toBeUndefined()
  expect(await faultOf(authorization.signIn({ openBrowser: true }))).toMatchObject({ code: 'token_refused' })
  const login = authorization.signIn({ openBrowser: true, byPerson: true })
  expect(await faultOf(login)).toMatchObject({ code: 'invalid_option', message: expect.stringContaining('unset') })
  expect(server.requests).toEqual([])
})
