import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clearCache } from '../../src/commands/clear-cache.ts'
import type { CommandIo } from '../../src/commands/command.ts'
import { login } from '../../src/commands/login.ts'
import { logout } from '../../src/commands/logout.ts'
import { status } from '../../src/commands/status.ts'
import { token } from '../../src/commands/token.ts'
import type { TestServer } from '../support/authorization-behaviour.ts'
import { useAuthorizations, visit } from '../support/authorizations.ts'
import { call } from '../support/calls.ts'

const fixture = useAuthorizations()

/** A person at the keyboard: `answer` is what they type, given what they have read so far. */
function terminal(answer: (read: string) => Promise<string | undefined> = () => new Promise(() => undefined)) {
  const out: string[] = []
  const said: string[] = []
  const io: CommandIo = {
    print: (line) => void out.push(line),
    say: (line) => void said.push(line),
    readLine: () => answer(said.join('\n')),
  }
  return { io, out, said }
}

const optionsFor = (server: Pick<TestServer, 'url'>) => ({
  resource: server.url,
  profile: 'default',
  folder: fixture.folder(),
  store: 'file' as const,
  fetch,
  log: fixture.log,
  browser: visit,
})

const statusOf = async (server: Pick<TestServer, 'url'>, more = {}) => {
  const { io, out } = terminal()
  await status({ ...optionsFor(server), json: true, ...more }, io)
  return JSON.parse(out.join('\n'))
}

describe('login', () => {
  test('signs in, and names the server', async () => {
    const server = await fixture.start()
    const { io, said, out } = terminal()
    await login(optionsFor(server), io)
    expect(said.join('\n')).toContain(`${server.origin}/authorize?`)
    expect(said.at(-1)).toBe(`Signed in to ${server.url.host}.`)
    expect(out).toEqual([])
    expect(await call(server, fixture.open(server))).toBe(200)
  })

  test('accepts a pasted redirect address from stdin, until it is the right one', async () => {
    const server = await fixture.start()
    let tries = 0
    const { io, said } = terminal(async (read) => {
      if (tries++ === 0) return 'https://wrong.example/'
      const address = /http:\S+authorize\S+/.exec(read)?.[0] ?? ''
      return (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
    })
    await login({ ...optionsFor(server), noBrowser: true }, io)
    expect(said.join('\n')).toContain('not the address of this sign-in')
    expect(said.join('\n')).toMatch(/ssh -L (\d+):127\.0\.0\.1:\1/)
    expect(said.at(-1)).toContain('Signed in')
  })

  test('stores a given token, and never prints it', async () => {
    const server = await fixture.start()
    const { io, said, out } = terminal(async () => ' made-by-hand-123\n')
    await login({ ...optionsFor(server), readToken: true }, io)
    expect(await fixture.open(server).token()).toEqual({ value: 'made-by-hand-123', scopes: undefined })
    expect([...said, ...out, ...fixture.lines].join('\n')).not.toContain('made-by-hand')
    expect(await statusOf(server)).toMatchObject({ signed_in: true, kind: 'token' })
    expect(server.requests).toEqual([])
  })

  test.each([[undefined], [''], ['short'], ['two words of it']])('refuses %o as a token', async (given) => {
    const server = await fixture.start()
    const { io } = terminal(async () => given)
    await expect(login({ ...optionsFor(server), readToken: true }, io)).rejects.toMatchObject({
      code: 'invalid_option',
    })
  })

  test.each([
    ['/nowhere', 'bad_answer', 'There is no MCP server at'],
    ['/approve', 'bad_answer', 'There is no MCP server at'],
  ])('explains the error in the address %s', async (path, code, message) => {
    const server = await fixture.start()
    const options = { ...optionsFor(server), resource: new URL(path, server.origin) }
    await expect(login(options, terminal().io)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })
})

describe('status', () => {
  test('shows the whole state, without secrets', async () => {
    const server = await fixture.start()
    expect(await statusOf(server)).toEqual({
      server: server.url.href,
      profile: 'default',
      signed_in: false,
      store: 'file',
      folder: fixture.folder(),
    })
    await fixture.signIn(fixture.open(server))
    const signedIn = await statusOf(server)
    expect(signedIn).toMatchObject({
      signed_in: true,
      kind: 'oauth',
      issuer: server.origin,
      scopes: ['read', 'write'],
      renews: true,
    })
    expect(Date.parse(signedIn.expires_at)).toBeGreaterThan(Date.now())
    const { io, out } = terminal()
    await status({ profile: 'default', folder: fixture.folder(), store: 'file' }, io)
    expect(out.join('\n')).toContain(`${server.url.href} (profile default)\n  signed in    yes\n`)
    for (const secret of server.secrets()) expect(out.join('\n') + JSON.stringify(signedIn)).not.toContain(secret)
  })

  test('shows the last error', async () => {
    const server = await fixture.start({ deny: 'access_denied' })
    await expect(login(optionsFor(server), terminal().io)).rejects.toMatchObject({ code: 'sign_in_refused' })
    expect(await statusOf(server)).toMatchObject({ signed_in: false, last_error: { code: 'sign_in_refused' } })
  })

  test('lists all servers and profiles, and a token in the environment', async () => {
    const server = await fixture.start()
    for (const profile of ['work', 'home']) await fixture.signIn(fixture.open(server, { profile }))
    const all = await statusOf(server, { resource: undefined })
    expect(all.map(({ profile }: { profile: string }) => profile).sort()).toEqual(['home', 'work'])
    expect(await statusOf(server, { hasToken: true })).toMatchObject({ signed_in: true, kind: 'environment' })
  })
})

describe('logout', () => {
  test('revokes both tokens at the server, and deletes them', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server)
    await fixture.signIn(authorization)
    const { io, said } = terminal()
    await logout(optionsFor(server), io)
    expect(server.requests.filter((path) => path === '/revoke').length).toBe(2)
    expect(await authorization.token()).toBeUndefined()
    await logout(optionsFor(server), io)
    expect(said).toEqual([`Signed out of ${server.url.host}.`, `You were not signed in to ${server.url.host}.`])
  })

  test('deletes the tokens if the server is down, and says so', async () => {
    const server = await fixture.start()
    const authorization = fixture.open(server)
    await fixture.signIn(authorization)
    server.behaviour.intercept = (_, __, response) => Boolean(response.destroy())
    await expect(logout(optionsFor(server), terminal().io)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await authorization.token()).toBeUndefined()
  })

  test('of one profile keeps the others', async () => {
    const server = await fixture.start()
    const [work, home] = [fixture.open(server, { profile: 'work' }), fixture.open(server, { profile: 'home' })]
    await fixture.signIn(work)
    await fixture.signIn(home)
    await logout({ ...optionsFor(server), profile: 'work' }, terminal().io)
    expect(await call(server, work)).toBe(401)
    expect(await call(server, home)).toBe(200)
  })
})

test.each([
  ['clear-cache', () => clearCache({ folder: fixture.folder() }, terminal().io)],
  ['deleting the folder', async () => rmSync(fixture.folder(), { recursive: true })],
])('%s requires a new sign-in', async (_, forget) => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  await fixture.signIn(authorization)
  await forget()
  expect(await authorization.token()).toBeUndefined()
  expect(await call(server, authorization)).toBe(401)
  await fixture.signIn(authorization)
  expect(await call(server, authorization)).toBe(200)
})

test('clear-cache deletes only its own files', async () => {
  const server = await fixture.start()
  await fixture.signIn(fixture.open(server))
  const mine = ['notes.json', 'package-lock.json', '1.lock']
  for (const file of mine) writeFileSync(join(fixture.folder(), file), '')
  writeFileSync(join(fixture.folder(), `${'0'.repeat(24)}.cache.json`), '')
  const { io, said } = terminal()
  await clearCache({ folder: fixture.folder() }, io)
  expect(readdirSync(fixture.folder()).sort()).toEqual(mine.sort())
  await clearCache({ folder: join(fixture.folder(), 'none') }, io)
  expect(said[1]).toContain('There was nothing')
  expect(existsSync(join(fixture.folder(), 'none'))).toBe(false)
})

test('token prints the token only with consent', async () => {
  const server = await fixture.start()
  const { io, out } = terminal()
  await expect(token({ ...optionsFor(server), reveal: true }, io)).rejects.toMatchObject({ code: 'token_refused' })
  const { value } = await fixture.signIn(fixture.open(server))
  await expect(token({ ...optionsFor(server), reveal: false }, io)).rejects.toMatchObject({ code: 'invalid_option' })
  expect(out).toEqual([])
  await token({ ...optionsFor(server), reveal: true }, io)
  expect(out).toEqual([value])
})
