import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { blocksOf } from '../../../test/documents.ts'
import { freePort } from '../../../test/free-port.ts'

// A person who has git, a Node.js and this repository, and does what README and docs/start.md print.

/** What the clone and everything that its start fetches may take, with what is left in the home directory. */
const MAX_MB = 600

const folder = mkdtempSync(join(tmpdir(), 'handrail-front-door-'))
const home = join(folder, 'home')
mkdirSync(home)
let service: ChildProcess | undefined
let printed = ''
afterEach(() => stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const block = (page: string, start: string) =>
  blocksOf(page).find(({ text }) => text.startsWith(start))?.text ?? `echo "${page} has no block ${start}"; exit 1`

/** What a machine has: nothing of this checkout, but for what reaches the registry of packages. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(CI|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cafile)|https?_proxy|no_proxy)$/i.test(name),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !/node_modules|\.toolchain/.test(one))
  const PATH = [...path, dirname(process.execPath)].join(delimiter)
  return { ...Object.fromEntries(kept.map(([name, value = '']) => [name, value])), PATH, HOME: home, ...more }
}

/** Types the lines of a block, of which the last one starts the service. */
async function start(lines: string, cwd: string, more: Record<string, string>): Promise<void> {
  printed = ''
  const started = spawn('bash', ['--norc', '-euc', `exec 2>&1\n${lines}`], {
    cwd,
    env: environment(more),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  service = started
  for await (const chunk of started.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes('Stop it with Ctrl-C')) return
  }
  throw new Error(`It ended:\n${printed}`)
}

/** Ctrl-C: the signal goes to all processes of the terminal. */
async function stop(): Promise<void> {
  if (!service?.pid || service.exitCode !== null || service.signalCode !== null) return
  const ended = once(service, 'exit')
  process.kill(-service.pid, 'SIGINT')
  await ended
}

const type = (lines: string, cwd: string, more: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', lines], { cwd, env: environment(more) })

const statusOf = async (url: string) => (await fetch(url)).status

test('README: the clone starts with a sample workspace, whose pages and API are where it says', {
  timeout: 900_000,
}, async () => {
  const port = await freePort()
  await start(block('README.md', 'git clone '), folder, { REPOSITORY: root, PORT: String(port) })
  const url = `http://localhost:${port}`
  expect(printed).toContain(`Address    ${url}\n`)
  for (const path of ['/docs', '/docs/guide', '/sign-in', '/readyz', '/mcp-bridge.tgz'])
    expect(await statusOf(`${url}${path}`), path).toBe(200)
  const links = [...printed.matchAll(/^ +(http\S+(?:reset-password|\/g\/)\S+)$/gm)].map(([, link = '']) => link)
  expect(links).toHaveLength(2)
  for (const link of links) expect(await statusOf(link), link).toBe(200)

  const [key = ''] = /hr_key_[\w-]+/.exec(printed) ?? []
  const lines = block('README.md', 'curl ').replaceAll('http://localhost:3000', url)
  expect((await type(lines, folder, { HANDRAIL_API_KEY: key })).stdout).toContain('"per_page":3')
  const clone = join(folder, 'handrail')
  expect(megabytesOf(clone) + megabytesOf(home)).toBeLessThan(MAX_MB)
})

test('docs/start.md: a start without sample data prints the link of the set-up, which the command line does as well', {
  timeout: 300_000,
}, async () => {
  const clone = join(folder, 'handrail')
  await start(block('start.md', 'npm start -- --no-demo'), clone, { PORT: String(await freePort()) })
  expect(printed).not.toContain('hr_key_')
  const [, link = ''] = /(http\S+\/setup\?token=\S+)/.exec(printed) ?? []
  expect(await statusOf(link)).toBe(200)
  writeFileSync(join(clone, 'password.txt'), 'correct horse battery\n')
  const { stdout } = await type(block('start.md', 'npm run handrail -- setup'), clone)
  expect(stdout).toContain('Workspace "Harbour Bakery" is ready; you@example.com owns it')
})

test('README: the packages that are made of the clone install in an empty folder, and start from there', {
  timeout: 900_000,
}, async () => {
  const clone = join(folder, 'handrail')
  const port = await freePort()
  await start(block('README.md', 'npm run pack -- '), clone, { PORT: String(port) })
  expect(printed).toMatch(/hr_key_[\w-]+/)
  expect(await statusOf(`http://localhost:${port}/readyz`)).toBe(200)
  // What the other pages name is in the packages as well.
  const installed = join(folder, 'onboarding/node_modules')
  expect(readdirSync(join(installed, 'handrail/deploy'))).toContain('compose.yaml')
  expect(readdirSync(join(installed, '@handrail/http/examples'))).toContain('express.js')
})

/** On disk, in blocks. */
function megabytesOf(path: string): number {
  const seen = new Set<number>()
  const sizeOf = (at: string): number => {
    const { blocks, ino } = lstatSync(at)
    if (seen.has(ino)) return 0
    seen.add(ino)
    const inner = lstatSync(at).isDirectory() ? readdirSync(at).map((name) => sizeOf(join(at, name))) : []
    return inner.reduce((sum, one) => sum + one, blocks * 512)
  }
  return sizeOf(path) / 1e6
}
