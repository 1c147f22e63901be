import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { type Server, useProgram } from '../../../test/program.ts'
import type { Authorization } from '../src/auth/authorization.ts'
import { openCallback } from '../src/auth/callback.ts'
import { useWorld } from './world.ts'

const world = useWorld()
const program = useProgram()
const PASSWORD = 'correct horse battery staple'
const EMAIL = 'ada@example.com'
/** How long Handrail remembers that a token was good. */
const REMEMBERED_MS = 3_100

let browser: Browser | string
beforeAll(async () => {
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Its metadata names the port, so it has to be known beforehand. */
async function serve(): Promise<Server> {
  const port = await freePort()
  const environment = {
    HANDRAIL_SETUP_EMAIL: EMAIL,
    HANDRAIL_SETUP_WORKSPACE: 'Acme',
    HANDRAIL_SETUP_PASSWORD: PASSWORD,
  }
  return program.serve(['--port', String(port)], { environment })
}

async function freePort(): Promise<number> {
  const { port, close } = await openCallback(0, async () => 'stranger')
  await close()
  return port
}

/** The person at the browser: signs in if they are not, and agrees. */
async function agree(page: Page, address: string): Promise<string | null> {
  await page.goto(address)
  if (await page.getByLabel('Password', { exact: true }).isVisible()) {
    await page.getByLabel('E-mail address', { exact: true }).fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback/)
  return page.getByRole('heading', { level: 1 }).textContent()
}

async function signIn(page: Page, authorization: Authorization): Promise<void> {
  const pending = await authorization.signIn({ openBrowser: false })
  expect(await agree(page, pending.url)).toBe('Signed in')
  await pending.done
}

/** Calls a tool as the bridge would; a refused token is renewed once. */
async function callTool(url: URL, authorization: Authorization): Promise<number> {
  const send = (token: string | undefined) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_contacts', arguments: {} },
      }),
    })
  const token = await authorization.token()
  const answer = await send(token?.value)
  if (answer.status !== 401) return answer.status
  const challenge = answer.headers.get('www-authenticate') ?? undefined
  const renewed = await authorization.renew({ token: token?.value, challenge })
  return renewed ? (await send(renewed.value)).status : 401
}

function change(statement: string): void {
  const database = new DatabaseSync(join(program.path('data'), 'handrail.db'), { timeout: 5_000 })
  database.exec(statement)
  database.close()
}

const count = (table: string): unknown => {
  const database = new DatabaseSync(join(program.path('data'), 'handrail.db'), { readOnly: true })
  const row = database.prepare(`select count(*) as count from ${table}`).get()
  database.close()
  return row?.count
}

test('a person signs in once, and stays signed in to Handrail through restarts and expiries', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const server = await serve()
  const url = new URL('/mcp', server.url)
  const page = await (await browser.newContext()).newPage()
  let now = Date.now()
  const open = () => world.open({ url }, { now: () => now })

  const authorization = open()
  expect(await callTool(url, authorization)).toBe(401)
  await signIn(page, authorization)
  expect(await callTool(url, authorization)).toBe(200)
  const first = await authorization.token()
  expect(first?.scopes).toHaveLength(8)

  const restarted = open()
  expect(await restarted.token()).toEqual(first)
  expect(await callTool(url, restarted)).toBe(200)

  now += 7_150_000
  const second = await restarted.token()
  expect(second?.value).not.toBe(first?.value)
  expect(await callTool(url, restarted)).toBe(200)
  expect(await authorization.token()).toEqual(second)

  change(`update oauth_access_tokens set expires_at = '2020-01-01T00:00:00.000Z'`)
  await sleep(REMEMBERED_MS)
  expect(await Promise.all([callTool(url, restarted), callTool(url, authorization)])).toEqual([200, 200])
  expect(await authorization.token()).not.toEqual(second)

  expect(await authorization.signOut()).toBe(true)
  expect(count('oauth_grants where revoked_at is not null')).toBe(1)
  expect(await callTool(url, restarted)).toBe(401)

  // The browser still knows the person, who agrees once more; then the folder is lost.
  await signIn(page, restarted)
  expect(await callTool(url, authorization)).toBe(200)
  rmSync(world.folder(), { recursive: true })
  expect(await callTool(url, authorization)).toBe(401)
})

test('a revoked grant is one new sign-in, of that profile alone', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const server = await serve()
  const url = new URL('/mcp', server.url)
  const page = await (await browser.newContext()).newPage()
  const work = world.open({ url }, { profile: 'work' })
  const home = world.open({ url }, { profile: 'home' })
  await signIn(page, work)
  change(`update oauth_grants set revoked_at = '2026-01-01T00:00:00.000Z', revoked_reason = 'disconnected'`)
  await signIn(page, home)
  await sleep(REMEMBERED_MS)
  for (let call = 0; call < 3; call++) expect(await callTool(url, work)).toBe(401)
  expect(await callTool(url, home)).toBe(200)
  await signIn(page, work)
  expect(await callTool(url, work)).toBe(200)
  expect(count('oauth_grants')).toBe(3)
  // Each profile is a client of its own, and registers once.
  expect(count('oauth_clients')).toBe(2)
})
