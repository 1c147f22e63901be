import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { connect, newMember } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { findClient } from '../../internal.ts'
import { isDocumentId } from './document.ts'

const { key, cert } = await newCertificate()

describe.each(ENGINES)('client id metadata documents on %s', (engine) => {
  let instance: Instance
  let server: Server
  let asked: number
  let answer: (response: ServerResponse) => void
  let port: number
  const usual = getCACertificates('default')
  const address = (path = '/client.json') => `https://localhost:${port}${path}`
  const find = (id = address()) => findClient(instance.acme.context, id)
  const redirect_uris = ['http://localhost/callback']
  const document = (other: object = {}) => ({ client_id: address(), client_name: 'Assistant', redirect_uris, ...other })
  const serve = (body: unknown, headers: Record<string, string> = {}, status = 200) => {
    answer = (response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }
  const breakOff = () => {
    answer = (response) => void response.destroy()
  }
  const pass = (seconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + seconds * 1000)
  }

  beforeAll(async () => {
    setDefaultCACertificates([...usual, cert])
    server = createServer({ key, cert }, (_request, response) => {
      asked++
      answer(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    // An instance on localhost accepts documents there too.
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000' })
  })
  afterAll(async () => {
    setDefaultCACertificates(usual)
    server.closeAllConnections()
    server.close()
    await instance.close()
  })
  beforeEach(async () => {
    asked = 0
    serve(document())
    await instance.handrail.database.write(({ db, tables }) => db.delete(tables.oauth_clients))
  })

  test('a document is a public client; it is fetched once, and again when it is stale', async () => {
    serve(document({ scope: 'guides_read nonsense' }), { 'cache-control': 'max-age=100' })
    expect(await find()).toMatchObject({
      id: address(),
      kind: 'document',
      name: 'Assistant',
      auth_method: 'none',
      redirect_uris,
      scopes: ['guides:read'],
    })
    pass(99)
    await find()
    expect(asked).toBe(1)
    pass(1)
    serve(document({ client_name: 'Renamed' }))
    expect(await find()).toMatchObject({ name: 'Renamed' })
    expect(asked).toBe(2)
  })

  test('a grant survives the renewal of the document; the last valid copy is used for a day', async () => {
    const client = await find()
    const { id: user_id } = await newMember(instance.acme)
    if (!client) throw new Error('There is no client')
    const { access_token } = await connect(instance, { client, user_id })
    pass(3600)
    serve('gone', {}, 500)
    expect(await find()).toMatchObject({ name: 'Assistant' })
    pass(24 * 3600)
    await expect(find()).rejects.toMatchObject({ code: 'invalid_client' })
    serve(document())
    await find()
    await expect(instance.handrail.authenticate(access_token)).rejects.toMatchObject({ code: 'token_expired' })
  })

  test.each([
    ['of another client', () => serve(document({ client_id: `${address()}x` }))],
    ['with a secret', () => serve(document({ client_secret: 'hr_cs_x' }))],
    ['with a secret as its method', () => serve(document({ token_endpoint_auth_method: 'client_secret_post' }))],
    ['with private keys', () => serve(document({ jwks: { keys: [{ kty: 'EC', d: 'x' }] } }))],
    ['without a name', () => serve(document({ client_name: undefined }))],
    ['with a name of nothing visible', () => serve(document({ client_name: '\u202e\u200b' }))],
    ['without addresses', () => serve(document({ redirect_uris: [] }))],
    ['with a script as address', () => serve(document({ redirect_uris: ['javascript:alert(1)'] }))],
    ['that is too large', () => serve(document({ client_uri: 'x'.repeat(6000) }))],
    ['that is compressed', () => serve(gzipSync(JSON.stringify(document())), { 'content-encoding': 'gzip' })],
    ['that is no JSON', () => serve('<html>')],
    ['behind a redirect', () => serve('', { location: 'https://localhost/' }, 302)],
    ['that is not there', () => serve(document(), {}, 404)],
    ['that breaks off', () => breakOff()],
  ])('a document %s is rejected without revealing its content, and the failure is not cached', async (_what, set) => {
    set()
    const message = 'The metadata document of the client could not be read, or is not valid'
    await expect(find()).rejects.toMatchObject({ code: 'invalid_client', message })
    serve(document())
    expect(await find()).toBeDefined()
  })

  test.each([
    'https://127.0.0.1/c',
    'https://[::ffff:10.0.0.1]/c',
    'https://169.254.169.254/c',
    'https://2130706433/c',
    'https://0x7f.1/c',
    'https://localhost/c',
    'https://intranet/c',
    'https://service.internal/c',
    'https://example.com:22/c',
    'https://example.com/',
    'https://user@example.com/c',
    'https://example.com/c#f',
    'https://example.com/a/../c',
    'https://EXAMPLE.com/c',
  ])('a public instance does not fetch %s', async (id) => {
    const guard = await openInstance(engine)
    await expect(findClient(guard.acme.context, id)).rejects.toMatchObject({ code: 'invalid_client' })
    await guard.close()
    expect(asked).toBe(0)
  })
})

test('a slow document is rejected after a timeout', async () => {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  const server = createServer({ key, cert }, (_request, response) => void response.writeHead(200).write('{'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const instance = await openInstance('sqlite', { publicUrl: 'http://localhost:3000' })
  const began = performance.now()
  const found = findClient(instance.acme.context, `https://localhost:${port}/c`)
  await expect(found).rejects.toMatchObject({ code: 'invalid_client' })
  expect(performance.now() - began).toBeLessThan(6000)
  setDefaultCACertificates(usual)
  server.closeAllConnections()
  server.close()
  await instance.close()
})

test('client ids have one normalised form', () => {
  expect(isDocumentId('https://app.example/client.json')).toBe(true)
  for (const id of [
    'http://app.example/c',
    'https://app.example',
    'https://app.example:443/c',
    'https://a.example/\\c',
  ])
    expect(isDocumentId(id), id).toBe(false)
})
