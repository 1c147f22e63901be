import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { BROWSER, faultOf, useAuthorizations, visit } from '../../../test/support/authorizations.ts'
import { call } from '../../../test/support/calls.ts'

const fixture = useAuthorizations()
const NO_BROWSER = { openBrowser: false, byPerson: true }

const portOf = (url: string) => Number(new URL(new URL(url).searchParams.get('redirect_uri') ?? '').port)

const isOpen = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(false))
  })

const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
  })

describe('the callback', () => {
  test('listens on IPv4 and IPv6 during the sign-in only', async () => {
    const server = await fixture.start()
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    const port = portOf(pending.url)
    expect(await isOpen(port, '127.0.0.1')).toBe(true)
    await visit(pending.url)
    await pending.done
    expect(await isOpen(port, '127.0.0.1')).toBe(false)
    expect(await isOpen(port, '::1')).toBe(false)
  })

  test('shows its page after the token exchange, with its result', async () => {
    const server = await fixture.start()
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    server.behaviour.intercept = async (path, _request, response) => {
      if (path !== '/token') return false
      await sleep(100)
      return Boolean(response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'))
    }
    const fault = faultOf(Promise.resolve(pending))
    const page = await fetch(pending.url)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('Not signed in')
    expect(await fault).toMatchObject({ code: 'invalid_grant' })
  })

  test('says "signed in" when all processes are', async () => {
    const server = await fixture.start()
    server.behaviour.metadata = { ...server.behaviour.metadata, introspection_endpoint: `${server.origin}/introspect` }
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    server.behaviour.intercept = async (path, _request, response) => {
      if (path !== '/introspect') return false
      asked.resolve()
      await gate.promise
      return Boolean(response.writeHead(404).end())
    }
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    const page = fetch(pending.url)
    await asked.promise
    // What is asked about the tokens comes before they are kept.
    expect(await Promise.race([page.then(() => 'a page'), sleep(100, 'none yet')])).toBe('none yet')
    gate.resolve()
    expect(await (await page).text()).toContain('Signed in')
    expect(await call(server, fixture.open(server))).toBe(200)
    await pending.done
  })

  test('never shows error texts of a server', async () => {
    const server = await fixture.start({ deny: 'access_denied' })
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    const fault = faultOf(Promise.resolve(pending))
    const page = await (await fetch(pending.url)).text()
    expect(page).not.toContain('description')
    expect(await fault).toMatchObject({ code: 'sign_in_refused', message: expect.not.stringContaining('description') })
  })

  test('ignores answers with another state, path or host', async () => {
    const server = await fixture.start()
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    const at = `http://127.0.0.1:${portOf(pending.url)}`
    expect((await fetch(`${at}/callback?code=x&state=wrong`)).status).toBe(400)
    expect((await fetch(`${at}/callback`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${at}/`)).status).toBe(404)
    // The name of another site that leads here (DNS rebinding), even with everything else right.
    const state = new URL(pending.url).searchParams.get('state')
    expect(await statusFor(`${at}/callback?error=access_denied&state=${state}`, 'evil.example')).toBe(404)
    await visit(pending.url)
    await expect(pending.done).resolves.toMatchObject({ scopes: ['read', 'write'] })
  })

  test('uses the configured host and port, and reports a port in use', async () => {
    const server = await fixture.start()
    const free = await fixture.open(server).signIn(NO_BROWSER)
    const port = portOf(free.url)
    const callback = { host: 'localhost', port } as const
    const other = fixture.open(server, { callback, profile: 'other' })
    expect(await faultOf(other.signIn(NO_BROWSER))).toMatchObject({ code: 'invalid_option' })
    free.cancel()
    await faultOf(Promise.resolve(free))
    const pending = await other.signIn(NO_BROWSER)
    expect(new URL(pending.url).searchParams.get('redirect_uri')).toBe(`http://localhost:${port}/callback`)
    await visit(pending.url)
    await pending.done
  })
})

describe('the issuer of an answer', () => {
  test.each([
    ['wrong', 'https://evil.example'],
    ['missing', ''],
  ])('a %s iss ends the sign-in before the code is sent', async (_, iss) => {
    const server = await fixture.start({ iss })
    expect(await faultOf(fixture.open(server).signIn(BROWSER))).toMatchObject({ code: 'issuer_mismatch' })
    expect(server.requests).not.toContain('/token')
  })

  test('iss is compared exactly', async () => {
    const server = await fixture.start()
    server.behaviour.iss = `${server.origin}/`
    expect(await faultOf(fixture.open(server).signIn(BROWSER))).toMatchObject({ code: 'issuer_mismatch' })
  })

  test('iss can be missing if the metadata does not promise it', async () => {
    const server = await fixture.start({ iss: '', metadata: { authorization_response_iss_parameter_supported: false } })
    await fixture.signIn(fixture.open(server))
  })

  test('an issuer other than that of the first sign-in needs the consent of the person', async () => {
    const first = await fixture.start()
    const second = await fixture.start()
    const authorization = fixture.open(first)
    await fixture.signIn(authorization)
    first.behaviour.resourceMetadata = { authorization_servers: [second.origin] }
    first.revokeAll()
    expect(await call(first, authorization)).toBe(401)
    const pending = await authorization.signIn(BROWSER)
    expect(pending.notice).toContain(`now sends you to ${new URL(second.origin).host}`)
    await sleep(100)
    expect(second.authorizations).toEqual([])
    await visit(pending.url)
    await pending.done
    // Nothing of the first server's went to the second.
    expect(second.tokenRequests.map((form) => form.get('client_id'))).toEqual(['client-1'])
    expect(second.clients.size).toBe(1)
  })

  test('an authorization page on another host than the issuer is not opened automatically', async () => {
    const page = await fixture.start()
    const server = await fixture.start({ metadata: { authorization_endpoint: `${page.origin}/authorize` } })
    const pending = await fixture.open(server).signIn(BROWSER)
    expect(pending.notice).toContain(new URL(page.origin).host)
    expect(page.authorizations).toEqual([])
  })
})

describe('a pasted address', () => {
  test('completes the sign-in as the browser would', async () => {
    const server = await fixture.start()
    const pending = await fixture.open(server).signIn(NO_BROWSER)
    const { headers } = await fetch(pending.url, { redirect: 'manual' })
    await expect(pending.paste('http://127.0.0.1/callback?code=x&state=y')).rejects.toMatchObject({
      code: 'sign_in_failed',
    })
    await expect(pending.paste('nonsense')).rejects.toMatchObject({ code: 'sign_in_failed' })
    await pending.paste(` ${headers.get('location')}\n`)
    expect((await pending.done).value).toMatch(/^access/)
  })

  test('reaches the waiting process through any other process', async () => {
    const server = await fixture.start()
    const waiting = await fixture.open(server).signIn(NO_BROWSER)
    const joined = await fixture.open(server).signIn(NO_BROWSER)
    expect(joined.url).toBe(waiting.url)
    const { headers } = await fetch(joined.url, { redirect: 'manual' })
    await joined.paste(headers.get('location') ?? '')
    expect((await joined.done).value).toBe((await waiting.done).value)
  })
})

describe('one sign-in at a time', () => {
  test('a process that joins gets the same address and the same token', async () => {
    const server = await fixture.start()
    const authorizations = Array.from({ length: 4 }, () => fixture.open(server))
    const pending = await Promise.all(authorizations.map((one) => one.signIn(NO_BROWSER)))
    expect(new Set(pending.map(({ url }) => url)).size).toBe(1)
    await visit(pending[0]?.url ?? '')
    const tokens = await Promise.all(pending.map(({ done }) => done))
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(1)
    expect(server.authorizations.length).toBe(1)
    expect(server.clients.size).toBe(1)
  })

  test('a person who joins opens the browser, if no process has opened it', async () => {
    const server = await fixture.start()
    const waiting = await fixture.open(server).signIn(NO_BROWSER)
    const joined = await fixture.open(server).signIn({ openBrowser: true, byPerson: true })
    expect(await joined.done).toEqual(await waiting.done)
  })

  test('an error with status 200 is an error', async () => {
    const server = await fixture.start()
    server.behaviour.intercept = (path, _request, response) =>
      path === '/token' && Boolean(response.end('{"error":"invalid_grant"}'))
    expect(await faultOf(fixture.open(server).signIn(BROWSER))).toMatchObject({ code: 'invalid_grant' })
  })

  test('a process that joins gets the error of the sign-in', async () => {
    const server = await fixture.start({ deny: 'access_denied' })
    const waiting = await fixture.open(server).signIn(NO_BROWSER)
    const joined = await fixture.open(server).signIn(NO_BROWSER)
    await visit(waiting.url)
    expect(await faultOf(Promise.resolve(joined))).toMatchObject({ message: expect.stringContaining('denied') })
  })

  test('a cancelled sign-in allows the next one', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server)
    const pending = await authorization.signIn(NO_BROWSER)
    pending.cancel()
    expect(await faultOf(Promise.resolve(pending))).toMatchObject({ code: 'sign_in_cancelled' })
    await fixture.signIn(authorization)
  })

  test('an abandoned sign-in times out, and the next one registers again for servers that compare ports', async () => {
    const server = await fixture.start()
    const pending = await fixture.open(server, { signInTimeout: 50 }).signIn(NO_BROWSER)
    expect(await faultOf(Promise.resolve(pending))).toMatchObject({ code: 'sign_in_timeout' })
    const next = await fixture.open(server).signIn(NO_BROWSER)
    await visit(next.url)
    await next.done
    expect(server.clients.size).toBe(2)
  })
})

describe('limits of automatic sign-ins', () => {
  test('after a failure the browser is not opened automatically for a while, except by a person', async () => {
    const server = await fixture.start({ deny: 'access_denied' })
    let now = Date.now()
    const authorization = fixture.open(server, { now: () => now })
    expect(await faultOf(authorization.signIn(BROWSER))).toMatchObject({ code: 'sign_in_refused' })
    server.behaviour.deny = undefined
    const pending = await authorization.signIn(BROWSER)
    await sleep(50)
    expect(server.authorizations.length).toBe(1)
    pending.cancel()
    await faultOf(Promise.resolve(pending))
    now += 31_000
    await fixture.signIn(authorization)
    expect(server.authorizations.length).toBe(2)
  })

  test('a server that refuses its own new tokens does not cause a loop of sign-ins', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server)
    for (let round = 0; round < 4; round++) {
      await fixture.signIn(authorization)
      server.revokeAll()
      expect(await call(server, authorization)).toBe(401)
    }
    expect(await faultOf(authorization.signIn(BROWSER))).toMatchObject({ code: 'too_many_sign_ins' })
    expect(await faultOf(authorization.signIn({ ...BROWSER, byPerson: true }))).toBeUndefined()
  })
})

test('the device grant needs no browser on this machine', async () => {
  const server = await fixture.start()
  server.behaviour.metadata = { device_authorization_endpoint: `${server.origin}/device` }
  const authorization = fixture.open(server, { preferDevice: true })
  const pending = await authorization.signIn(NO_BROWSER)
  expect(pending.userCode).toBe('WDJB-1')
  await sleep(250)
  await visit(pending.url)
  expect((await pending.done).scopes).toEqual(['read', 'write'])
  server.expireAll()
  expect(await call(server, authorization)).toBe(200)
})
