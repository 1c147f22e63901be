import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrive, openBrowser } from '../../../../test/browser/browser.ts'
import { type Server, useProgram } from '../../../../test/program.ts'
import { openCallback } from '../../src/auth/browser/callback.ts'
import { type BridgeProcess, LEGACY_HOST, PROGRAM, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const program = useProgram()
const bridges = useBridges()
const PASSWORD = 'correct horse battery staple'
const EMAIL = 'ada@example.com'
/** How long Handrail remembers that a token was good. */
const REMEMBERED_MS = 3_100
const WORKED = expect.stringContaining('"per_page"')

let browser: Browser | string
beforeAll(async () => {
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Its metadata names the port, so it has to be known beforehand. */
async function freePort(): Promise<number> {
  const { port, close } = await openCallback(0, '/callback', async () => 'stranger')
  await close()
  return port
}

function serve(port: number): Promise<Server> {
  const environment = {
    HANDRAIL_SETUP_EMAIL: EMAIL,
    HANDRAIL_SETUP_WORKSPACE: 'Acme',
    HANDRAIL_SETUP_PASSWORD: PASSWORD,
  }
  return program.serve(['--port', String(port)], { environment })
}

/** An assistant that starts the bridge. */
async function start(url: string, args: string[] = []): Promise<BridgeProcess> {
  const bridge = bridges.start([url, ...args], { MCP_BRIDGE_LOG_LEVEL: 'debug' })
  await bridge.request('initialize', LEGACY_HOST)
  bridge.notify('notifications/initialized')
  return bridge
}

const callTool = async (bridge: BridgeProcess): Promise<string> =>
  textOf(await bridge.request('tools/call', { name: 'list_contacts', arguments: {} }))

/** The person does what the tool's answer says: signs in at Handrail if they are not, and agrees. */
async function signIn(bridge: BridgeProcess, page: Page): Promise<void> {
  const [address = 'none'] = /^http:\S+authorize\S+/m.exec(await callTool(bridge)) ?? []
  await page.goto(address)
  if (await page.getByLabel('Password', { exact: true }).isVisible()) {
    await page.getByLabel('E-mail address', { exact: true }).fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await arrive(page, () => page.getByRole('button', { name: 'Sign in' }).click())
  }
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback/)
  await page.getByRole('heading', { level: 1, name: 'Signed in' }).waitFor()
}

/** Runs a command to its end. @returns what it printed, or said where it printed nothing */
async function run(...args: string[]): Promise<string> {
  const env = bridges.environmentOf()
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env })
  return stdout || stderr
}

function database<T>(work: (database: DatabaseSync) => T): T {
  const opened = new DatabaseSync(join(program.path('data'), 'handrail.db'), { timeout: 5_000 })
  try {
    return work(opened)
  } finally {
    opened.close()
  }
}

const change = (statement: string): void => database((opened) => opened.exec(statement))
const count = (table: string): unknown =>
  database((opened) => opened.prepare(`select count(*) as count from ${table}`).get())?.count

/** As if the stored token had been given two hours ago. */
function bringForwardExpiry(): void {
  const [file = ''] = readdirSync(bridges.path('state')).filter((name) => /^localhost.*[0-9a-f]{24}\.json$/.test(name))
  const path = bridges.path('state', file)
  const entry = JSON.parse(readFileSync(path, 'utf8'))
  entry.credentials.tokens.obtained_at -= 7_150_000
  entry.credentials.tokens.expires_at -= 7_150_000
  writeFileSync(path, JSON.stringify(entry))
}

test('a person signs in to Handrail once, and stays signed in through restarts and expiries', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const port = await freePort()
  const url = `http://localhost:${port}/mcp`
  const page = await (await browser.newContext()).newPage()

  // The server is not there yet when the assistant starts.
  const bridge = await start(url)
  expect(await callTool(bridge)).toContain('localhost')
  const server = await serve(port)
  await signIn(bridge, page)
  await bridge.told('notifications/tools/list_changed')
  expect(await callTool(bridge)).toEqual(WORKED)

  const restarted = await start(url)
  expect(await callTool(restarted)).toEqual(WORKED)
  expect(count('oauth_refresh_tokens')).toBe(1)

  bringForwardExpiry()
  expect(await Promise.all([callTool(restarted), callTool(bridge)])).toEqual([WORKED, WORKED])
  expect(count('oauth_refresh_tokens')).toBe(2)

  change(`update oauth_access_tokens set expires_at = '2020-01-01T00:00:00.000Z'`)
  await sleep(REMEMBERED_MS)
  expect(await Promise.all([callTool(restarted), callTool(bridge)])).toEqual([WORKED, WORKED])
  expect(count('oauth_refresh_tokens')).toBe(3)

  server.kill('SIGKILL')
  await server.ended
  expect(await callTool(bridge)).toContain(`localhost:${port}`)
  await serve(port)
  expect(await callTool(bridge)).toEqual(WORKED)

  expect(JSON.parse(await run('status', url, '--json'))).toMatchObject({
    ...{ signed_in: true, store: 'file', renews: true },
    // The introspection tells names.
    ...{ account: 'ada', workspace: 'Acme' },
  })
  expect(await run('logout', url)).toContain('Signed out')
  expect(count('oauth_grants where revoked_at is not null')).toBe(1)
  expect(await callTool(restarted)).toContain('not signed in')

  // The browser still knows the person, who agrees once more; then the folder is lost.
  await signIn(restarted, page)
  expect(await callTool(bridge)).toEqual(WORKED)
  rmSync(bridges.path('state'), { recursive: true })
  expect(await callTool(bridge)).toContain('not signed in')

  const said = bridge.stderr() + restarted.stderr()
  expect(said).not.toMatch(/hr_(at|rt|ac|cs)_/)
  expect([...bridge.noise, ...restarted.noise]).toEqual([])
}, 60_000)

test('a revoked grant needs one new sign-in, of that profile only', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const port = await freePort()
  const url = `http://localhost:${port}/mcp`
  await serve(port)
  const page = await (await browser.newContext()).newPage()
  const work = await start(url, ['--profile', 'work'])
  const home = await start(url, ['--profile', 'home'])
  await signIn(work, page)
  expect(await callTool(work)).toEqual(WORKED)
  change(`update oauth_grants set revoked_at = '2026-01-01T00:00:00.000Z', revoked_reason = 'disconnected'`)
  await signIn(home, page)
  await sleep(REMEMBERED_MS)
  const refused = [await callTool(work), await callTool(work), await callTool(work)]
  expect(new Set(refused.map((text) => /^http:\S+/m.exec(text)?.[0])).size).toBe(1)
  expect(await callTool(home)).toEqual(WORKED)
  await signIn(work, page)
  expect(await callTool(work)).toEqual(WORKED)
  expect(count('oauth_grants')).toBe(3)
  // Each profile is a client of its own, and registers once.
  expect(count('oauth_clients')).toBe(2)
}, 60_000)

test('a program signs in to Handrail as itself, with a key, until an admin takes that back', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}/mcp`
  await serve(port)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(program.path('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(program.path('jwks.json'), JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }))
  const alone = ['--client-credentials-role', 'viewer', '--jwks', program.path('jwks.json')]
  const made = await program.run(['create-app', '--name', 'Nightly', '--scopes', 'contacts:read', ...alone])
  const [, client_id = ''] = /client_id: (\S+)/.exec(made.stdout) ?? []
  const client = ['--client-credentials', '--client-id', client_id, '--client-key', program.path('key.pem')]
  const bridge = await start(url, client)
  expect(await callTool(bridge)).toEqual(WORKED)
  expect(JSON.stringify(await bridge.request('tools/list'))).not.toContain('create_contact')
  expect(count('oauth_application_tokens')).toBe(1)

  change('delete from oauth_application_tokens')
  await sleep(REMEMBERED_MS)
  expect(await callTool(bridge)).toEqual(WORKED)
  await program.run(['delete-app', client_id])
  await sleep(REMEMBERED_MS)
  expect(await callTool(bridge)).not.toEqual(WORKED)
}, 60_000)
