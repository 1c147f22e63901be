import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { status } from '../../src/commands/status.ts'
import type { Behaviour } from '../support/authorization-behaviour.ts'
import { useAuthorizations } from '../support/authorizations.ts'

const fixture = useAuthorizations()
const DAY = 86_400_000

async function shown(url: URL) {
  const [out, said]: string[][] = [[], []]
  const io = {
    print: (line: string) => void out?.push(line),
    say: (line: string) => void said?.push(line),
    readLine: async () => undefined,
  }
  await status({ resource: url, profile: 'default', folder: fixture.folder(), store: 'file' }, io)
  return { out: out?.join('\n') ?? '', said: said?.join('\n') ?? '' }
}

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The server's introspection, of which the test server has none. */
const introspection: Behaviour['intercept'] = (path, _, response) => {
  if (path !== '/introspect') return false
  const iat = Math.floor(Date.now() / 1000)
  const answer = {
    active: true,
    sub: 'user_1',
    username: 'ann@example.com',
    workspace_id: 'ws_1',
    iat,
    exp: iat + 90 * 86_400,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  return true
}

test('status shows person, workspace and expiry from introspection', async () => {
  const server = await fixture.start({ intercept: introspection })
  server.behaviour.metadata = { introspection_endpoint: `${server.origin}/introspect` }
  const authorization = fixture.open(server)
  await fixture.signIn(authorization)
  const { out } = await shown(server.url)
  expect(out).toMatch(/account +ann@example\.com\n +workspace +ws_1\n +scopes +read write/)
  expect(out).toMatch(/sign in by +\S+, in 90 days, if it is not used before/)
  // A refresh gives another refresh token, which lives as long.
  server.expireAll()
  await authorization.renew({ token: (await authorization.token())?.value, challenge: 'Bearer' })
  expect((await shown(server.url)).out).toMatch(/account +ann@example\.com[\s\S]*sign in by +\S+, in 90 days/)
})

test('status shows person, workspace and expiry from the ID token and token response', async () => {
  const server = await fixture.start({
    intercept: (path, _, response) => {
      if (path !== '/token') return false
      const id_token = `${segment({ alg: 'none' })}.${segment({ sub: 'x', email: 'bob@example.com', iss: 'y' })}.`
      const tokens = { access_token: 'access-1', refresh_token: 'refresh-1', token_type: 'Bearer', expires_in: 600 }
      const answer = { ...tokens, id_token, refresh_expires_in: (7 * DAY) / 1000 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return true
    },
  })
  await fixture.signIn(fixture.open(server))
  expect((await shown(server.url)).out).toMatch(/account +bob@example\.com[\s\S]*sign in by +\S+, in 7 days/)
})

test.skipIf(process.platform === 'win32')('a file that others can read is made private, with a warning', async () => {
  const server = await fixture.start()
  await fixture.signIn(fixture.open(server))
  const [name = ''] = readdirSync(fixture.folder()).filter((file) => file.endsWith('.json'))
  const file = join(fixture.folder(), name)
  chmodSync(file, 0o644)
  expect((await shown(server.url)).said).toMatch(/Others on this machine could read .*, and cannot any more/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await shown(server.url)).said).toBe('')
  chmodSync(file, 0o660)
  await fixture.open(server).token()
  expect(fixture.lines.join('\n')).toContain('Others on this machine could read')
})

test('a client can be registered with another redirect path', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server, { callback: { path: '/oauth/back' } })
  await fixture.signIn(authorization)
  expect(server.authorizations[0]?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/back$/)
})
