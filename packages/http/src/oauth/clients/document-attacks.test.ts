import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { type Authorization, CHALLENGE, openAuthorization } from '../../../test/support/authorization.ts'

const HOST = 'client.example'
const { key, cert } = await newCertificate(HOST)
const REDIRECT_URI = 'http://127.0.0.1/callback'
/** It stands for the internet, and 127.0.0.1, where a service of the operator's listens, for the network that is not it. */
const OUTSIDE = '127.0.0.2'
const INSIDE = '127.0.0.1'

/** Server-side request forgery: addresses of documents that lead where a client has no business. */
describe.skipIf(process.platform !== 'linux')(
  'client ID metadata documents (loopback has one address outside Linux)',
  () => {
    let server: Authorization
    let outside: Server
    let inside: Server
    let answer: RequestListener
    let base: string
    /** What the name leads to, look-up by look-up; the last stays. */
    let addresses: string[]
    let lookups: number
    let asked: { outside: number; inside: number }
    const usual = getCACertificates('default')

    async function listen(count: () => void, port: number, host: string): Promise<Server> {
      const listener: RequestListener = (request, response) => answer(request, response)
      const listening = createServer({ key, cert }, listener)
      listening.on('connection', count)
      await new Promise<void>((resolve) => listening.listen(port, host, resolve))
      return listening
    }

    beforeAll(async () => {
      setDefaultCACertificates([...usual, cert])
      outside = await listen(() => asked.outside++, 0, OUTSIDE)
      const { port } = outside.address() as AddressInfo
      inside = await listen(() => asked.inside++, port, INSIDE)
      base = `https://${HOST}:${port}`
      server = await openAuthorization(
        'sqlite',
        {},
        {
          webhooks: {
            allowedRanges: [`${OUTSIDE}/32`],
            resolve(_host, _options, callback) {
              lookups++
              const address = (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? ''
              setImmediate(() => callback(null, [{ address, family: 4 }]))
            },
          },
        },
      )
    })
    afterAll(async () => {
      setDefaultCACertificates(usual)
      for (const one of [outside, inside]) {
        one.closeAllConnections()
        one.close()
      }
      await server.close()
    })
    beforeEach(async () => {
      addresses = [OUTSIDE]
      lookups = 0
      asked = { outside: 0, inside: 0 }
      serve()
      await server.handrail.database.write(async ({ db, tables }) => db.delete(tables.oauth_clients))
    })

    const documentOf = (path: string, other: object = {}) =>
      JSON.stringify({ client_id: `${base}${path}`, client_name: 'Assistant', redirect_uris: [REDIRECT_URI], ...other })
    function serve(body: string | Buffer = documentOf('/c'), headers: Record<string, string> = {}, status = 200): void {
      answer = (_request, response) =>
        void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    const ask = (client_id = `${base}/c`, person?: null) =>
      server.authorize(
        {
          client_id,
          redirect_uri: REDIRECT_URI,
          response_type: 'code',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
        },
        person,
      )
    const UNREADABLE = 'The metadata document of the client could not be read, or is not valid'

    /** A page that says nothing of what the network said, at once. */
    async function expectRefused(client_id?: string, message = UNREADABLE): Promise<void> {
      const began = performance.now()
      const { status, text, headers } = await ask(client_id)
      expect([status, headers.location]).toEqual([400, undefined])
      expect(text).toContain(message)
      expect(text).not.toMatch(/127\.0\.0|ECONN|public address|certificate/)
      expect(performance.now() - began).toBeLessThan(3000)
    }

    test('a valid document is fetched, with one look-up for one connection', async () => {
      const { status, text } = await ask()
      expect([status, text.includes('Connect Assistant?')]).toEqual([200, true])
      expect([lookups, asked]).toEqual([1, { outside: 1, inside: 0 }])
    })

    test('a host name that resolves to a private address is not called', async () => {
      addresses = [INSIDE]
      await expectRefused()
      expect(asked).toEqual({ outside: 0, inside: 0 })
    })

    test('a host name that resolves to a private address only at the second look-up gains nothing: the checked address is called', async () => {
      for (const sequence of [
        [OUTSIDE, INSIDE],
        [INSIDE, OUTSIDE],
      ]) {
        addresses = sequence
        asked = { outside: 0, inside: 0 }
        serve(documentOf('/c'), { 'cache-control': 'max-age=60' })
        await Promise.all([ask(), ask(), ask()])
        await ask(`${base}/other`)
        expect(asked.inside).toBe(0)
      }
    })

    test('a document that is fetched again is checked again', async () => {
      await ask()
      await server.handrail.database.write(async ({ db, tables }) =>
        db.update(tables.oauth_clients).set({ fresh_until: '2026-01-01T00:00:00.000Z' }),
      )
      addresses = [INSIDE]
      await expectRefused()
      expect(asked).toEqual({ outside: 1, inside: 0 })
    })

    test('neither a redirect nor jwks_uri reaches a private address', async () => {
      serve('', { location: `https://${INSIDE}/c` }, 302)
      await expectRefused()
      addresses = [OUTSIDE, INSIDE]
      serve(documentOf('/c', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${base}/keys` }))
      await expectRefused()
      expect(asked.inside).toBe(0)
    })

    test.each<[string, () => void]>([
      ['of five megabytes', () => serve(Buffer.alloc(5_000_000, 'x'))],
      [
        'that grows when it is unpacked',
        () => serve(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' }),
      ],
      ['of another client', () => serve(documentOf('/x'))],
    ])('a document %s is refused', async (_what, set) => {
      set()
      await expectRefused()
      serve()
      expect((await ask()).status).toBe(200)
    })

    test.each([
      'https://127.0.0.1/c',
      'https://[::ffff:10.0.0.1]/c',
      'https://169.254.169.254/c',
      'https://2130706433/c',
      'https://0177.0.0.1/c',
      'https://client.example:22/c',
      'https://client.example/a/../c',
      'https://me@client.example/c',
    ])('%s is not looked up', async (client_id) => {
      await expectRefused(client_id, '<h1>This request cannot be read</h1>')
      expect([lookups, asked]).toEqual([0, { outside: 0, inside: 0 }])
    })

    test('no endpoint fetches a document for visitors', async () => {
      expect((await ask(undefined, null)).headers.location).toMatch(/^\/sign-in/)
      const client_id = `${base}/c`
      for (const [path, fields] of [
        ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'hr_rt_x' }],
        ['/oauth/introspect', { token: 'x' }],
        ['/oauth/revoke', { token: 'x' }],
      ] as const)
        expect(await server.send(path, { ...fields, client_id })).toMatchObject({
          status: 401,
          body: { error: 'invalid_client' },
        })
      expect([lookups, asked]).toEqual([0, { outside: 0, inside: 0 }])
    })
  },
)
