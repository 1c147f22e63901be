import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { useAuthorizations } from '../../../test/support/authorizations.ts'
import { ask, call } from '../../../test/support/calls.ts'

const fixture = useAuthorizations()
const MINUTE = 60_000

describe('an access token before its expiry', () => {
  test('is refreshed once for all requests and authorizations', async () => {
    const server = await fixture.start()
    let now = Date.now()
    const first = fixture.open(server, { now: () => now })
    const second = fixture.open(server, { now: () => now })
    const old = await fixture.signIn(first)
    now += 58 * MINUTE
    expect(await second.token()).toEqual(old)
    now += 1.5 * MINUTE
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).token()))
    expect(new Set(tokens.map((token) => token?.value)).size).toBe(1)
    expect(tokens[0]?.value).not.toBe(old.value)
    expect(server.counts.refreshes).toBe(1)
    expect(server.tokenRequests.at(-1)?.get('resource')).toBe(server.url.href)
  })

  test('is used until it expires if the server cannot be reached', async () => {
    const server = await fixture.start()
    let now = Date.now()
    const authorization = fixture.open(server, { now: () => now })
    const old = await fixture.signIn(authorization)
    server.behaviour.intercept = (path, _request, response) => path === '/token' && Boolean(response.destroy())
    now += 59.5 * MINUTE
    expect(await authorization.token()).toEqual(old)
    now += 10 * MINUTE
    await expect(authorization.token()).rejects.toMatchObject({ code: 'unreachable' })
    server.behaviour.intercept = undefined
    now += 10_000
    expect((await authorization.token())?.value).not.toBe(old.value)
  })

  test('is used until it expires if there is no refresh token, without waiting for a lock', async () => {
    const server = await fixture.start()
    server.behaviour.intercept = (path, _request, response) =>
      path === '/token' &&
      Boolean(
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"the-only-one","token_type":"Bearer","expires_in":3600}'),
      )
    let now = Date.now()
    const authorization = fixture.open(server, { now: () => now })
    const token = await fixture.signIn(authorization)
    const locks = () => readdirSync(fixture.folder()).filter((name) => name.endsWith('.lock'))
    const before = locks()
    now += 59.5 * MINUTE
    expect(await authorization.token()).toEqual(token)
    now += MINUTE
    expect(await authorization.token()).toBeUndefined()
    expect(locks()).toEqual(before)
  })

  test('has an unknown expiry if the server does not send one', async () => {
    const server = await fixture.start({ expiresIn: undefined })
    let now = Date.now()
    const authorization = fixture.open(server, { now: () => now })
    const old = await fixture.signIn(authorization)
    now += 1e9
    expect(await authorization.token()).toEqual(old)
    server.expireAll()
    expect(await call(server, authorization)).toBe(200)
  })
})

describe('after a 401', () => {
  test('many requests share one refresh, on one connection to the store and on two', async () => {
    const server = await fixture.start({ replayWindow: 0 })
    const [first, second] = [fixture.open(server), fixture.open(server)]
    await fixture.signIn(first)
    server.expireAll()
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => call(server, index % 2 ? first : second)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(server.counts).toEqual({ refreshes: 1, replays: 0, reuses: 0 })
  })

  test('a lost answer is requested again', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server)
    await fixture.signIn(authorization)
    server.expireAll()
    let lost = 0
    // The server has rotated when the connection breaks.
    server.behaviour.intercept = (path, _request, response) => {
      if (path === '/token' && lost++ === 0) response.writeHead = () => response.destroy()
      return false
    }
    expect(await call(server, authorization)).toBe(200)
    expect(server.counts).toEqual({ refreshes: 1, replays: 1, reuses: 0 })
  })

  test('a hanging server delays a request by the time limit only', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server, { requestTimeout: 150 })
    await fixture.signIn(authorization)
    server.expireAll()
    server.behaviour.intercept = (path) => path === '/token'
    const start = performance.now()
    await expect(call(server, authorization)).rejects.toMatchObject({ code: 'unreachable' })
    expect(performance.now() - start).toBeLessThan(2_000)
    // And the next ones, coming at once, none at all.
    await expect(call(server, authorization)).rejects.toMatchObject({ code: 'unreachable' })
    expect(server.requests.filter((path) => path === '/token').length).toBe(3)
  })
})

describe('a revoked or expired grant', () => {
  test('causes one refused refresh, and one new sign-in', async () => {
    const server = await fixture.start()
    const [authorization, other] = [fixture.open(server), fixture.open(server)]
    await fixture.signIn(authorization)
    server.revokeAll()
    const asked = () => server.requests.filter((path) => path === '/token').length
    const before = asked()
    for (const one of [authorization, other, authorization]) expect(await call(server, one)).toBe(401)
    expect(asked() - before).toBe(1)
    expect(await authorization.token()).toBeUndefined()
    await fixture.signIn(authorization)
    expect(await call(server, other)).toBe(200)
    expect(server.authorizations.length).toBe(2)
    expect(server.clients.size).toBe(1)
  })

  test('does not delete the credentials of a newer sign-in by another process', async () => {
    const server = await fixture.start()
    const [authorization, other] = [fixture.open(server), fixture.open(server)]
    await fixture.signIn(authorization)
    const refused = await authorization.token()
    server.revokeAll()
    // The sign-in of another process comes between the refusal and its effect.
    const token = await fixture.signIn(other)
    expect(await authorization.renew({ token: refused?.value, challenge: undefined })).toEqual(token)
    expect(server.counts).toEqual({ refreshes: 0, replays: 0, reuses: 0 })
  })
})

test('a refused refresh does not delete credentials stored by a process that took over the lock', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  const old = await fixture.signIn(authorization)
  const path = join(fixture.folder(), readdirSync(fixture.folder()).find((name) => name.endsWith('.json')) ?? '')
  server.behaviour.intercept = (asked, _request, response) => {
    if (asked !== '/token') return false
    const entry = JSON.parse(readFileSync(path, 'utf8'))
    Object.assign(entry.credentials.tokens, { access_token: 'of-a-sibling', refresh_token: 'too' })
    writeFileSync(path, JSON.stringify({ ...entry, generation: entry.generation + 1 }))
    return Boolean(response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'))
  }
  expect(await authorization.renew({ token: old.value, challenge: undefined })).toMatchObject({ value: 'of-a-sibling' })
  expect(await authorization.token()).toMatchObject({ value: 'of-a-sibling' })
})

test('a client that the server has deleted is registered again, and its token is used until it expires', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  const old = await fixture.signIn(authorization)
  server.clients.clear()
  expect(await authorization.renew({ token: old.value, challenge: undefined })).toBeUndefined()
  expect(await authorization.token()).toEqual(old)
  expect((await ask(server, old)).status).toBe(200)
  server.expireAll()
  const token = await fixture.signIn(authorization)
  expect((await ask(server, token)).status).toBe(200)
  expect([...server.clients.keys()]).toEqual(['client-1'])
})

test('a client that was deleted while signed out is detected before the browser opens', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  await fixture.signIn(authorization)
  await authorization.signOut()
  server.clients.clear()
  await fixture.signIn(authorization)
  expect(server.authorizations.length).toBe(2)
})

test('sign-ins and sign-outs of all processes are reported', async () => {
  const server = await fixture.start()
  const [authorization, other] = [fixture.open(server), fixture.open(server)]
  const told: (string | undefined)[] = []
  const end = authorization.onChange((token) => told.push(token?.value))
  await sleep(50)
  const token = await fixture.signIn(other)
  await vi.waitFor(() => expect(told).toEqual([token.value]), 3_000)
  await other.signOut()
  await vi.waitFor(() => expect(told).toEqual([token.value, undefined]), 3_000)
  end()
})
