// Uses the packages in a folder as somebody does who has Node and nothing else: installs them in an empty folder with an empty home
// and without install scripts, starts the service by npx, creates the first workspace by the link that it prints, calls the API,
// and stops it. Ends with code 1 at the first step that fails.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MAX_INSTALLED_MB = 130
const TIMEOUT_MS = 120_000
const windows = process.platform === 'win32'

const packages = resolve(process.argv[2] ?? '.')
const empty = mkdtempSync(join(tmpdir(), 'handrail-packages-'))
const folder = join(empty, 'app')
const home = join(empty, 'home')
mkdirSync(folder)
mkdirSync(home)
const environment = { ...pathsAndRegistry(), HOME: home, USERPROFILE: home, npm_config_cache: join(home, '.npm') }
let service

try {
  const tarballs = readdirSync(packages).filter((name) => name.endsWith('.tgz') && !/mcp-bridge|client/.test(name))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await step('installed', async () => {
    await npm(['install', ...flags, ...tarballs.map((name) => join(packages, name))])
    const megabytes = sizeOf(join(folder, 'node_modules')) / 1e6
    if (megabytes > MAX_INSTALLED_MB) throw new Error(`The installation has ${megabytes.toFixed(0)} MB`)
    return `${megabytes.toFixed(0)} MB`
  })
  const printed = await step('ready', start)
  const [, link = ''] = /(http\S+\/setup\?token=\S+)/.exec(printed) ?? []
  if (!printed.includes('npx --no-install handrail setup')) throw new Error(`The printed command is not called by npx: ${printed}`)
  const session = await step('first workspace', () => setUp(link))
  const { origin } = new URL(link)
  await step('console', () => expectPage(origin, session))
  await step('first request', async () => {
    const key = await npm([
      'exec',
      '--',
      'handrail',
      'create-key',
      '--name',
      'first',
      '--scopes',
      'contacts:read contacts:write',
    ])
    const [token] = /hr_key_[\w-]+/.exec(key) ?? []
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ contact: { email: 'zoe@harbour.example', first_name: 'Zoe' } })
    const created = await fetch(`${origin}/api/v1/contacts`, { method: 'POST', headers, body })
    if (created.status !== 201) throw new Error(`POST /contacts answers ${created.status}: ${await created.text()}`)
  })
  await step('stopped', () => stop(origin))
} catch (error) {
  console.error(`FAILED ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  if (process.exitCode && service && !windows) spawnSync('kill', ['-9', `-${service.pid}`])
  rmSync(empty, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** The search path, and the settings for the registry of packages: nothing else of the surroundings. */
function pathsAndRegistry() {
  const kept =
    /^(path|npm_config_\w+|node_extra_ca_certs|https?_proxy|no_proxy|systemroot|comspec|temp|tmp|appdata|localappdata)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)))
}

async function step(name, work) {
  const began = Date.now()
  const result = await work()
  const detail = typeof result === 'string' && result.length < 40 ? `  ${result}` : ''
  console.log(`${name.padEnd(16)}${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s${detail}`)
  return result
}

/** Runs npm to its end. @returns its output @throws Error with the output if it fails */
async function npm(args) {
  const child = spawn('npm', args, { cwd: folder, env: environment, shell: windows, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm ${args.slice(0, 4).join(' ')} ends with ${code}: ${output}`)
  return output
}

/** @returns the output of the service when it is ready */
function start() {
  service = spawn('npx', ['--no-install', 'handrail', '--port', '0'], {
    cwd: folder,
    env: environment,
    shell: windows,
    detached: !windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    setTimeout(() => reject(new Error(`The service is not ready in time: ${output}`)), TIMEOUT_MS).unref()
    service.on('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)))
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (output.includes('Stop it with')) resolve(output)
      })
    }
  })
}

/** Follows the printed link and sends its form. @returns the cookie of the session */
async function setUp(link) {
  const page = await fetch(link)
  const html = await page.text()
  if (page.status !== 200 || !html.includes('action="/setup"')) throw new Error(`${link} answers ${page.status}`)
  const { origin, searchParams } = new URL(link)
  const answer = await fetch(`${origin}/setup`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({
      token: searchParams.get('token') ?? '',
      workspace: 'Harbour Bakery',
      name: 'Zoe Baker',
      email: 'zoe@harbour.example',
      password: 'correct horse battery staple',
    }),
  })
  const cookie = answer.headers.getSetCookie().map((value) => value.split(';')[0])
  if (answer.status !== 303 || cookie.length === 0)
    throw new Error(`POST /setup answers ${answer.status}: ${await answer.text()}`)
  return cookie.join('; ')
}

/** The console opens for whoever has signed in, with its script. */
async function expectPage(origin, cookie) {
  const page = await fetch(origin, { headers: { cookie } })
  const [, script] = /src="([^"]+\.js)"/.exec(await page.text()) ?? []
  if (page.status !== 200 || !script) throw new Error(`The console answers ${page.status}`)
  const answer = await fetch(new URL(script, page.url), { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`The script of the console answers ${answer.status}`)
}

/** SIGTERM to npx alone, as a process manager sends it: the service has to end with it. */
async function stop(origin) {
  if (windows) return void spawnSync('taskkill', ['/pid', String(service.pid), '/t', '/f'])
  service.removeAllListeners('exit')
  const closed = once(service, 'close')
  service.kill('SIGTERM')
  const limit = setTimeout(() => {
    console.error('FAILED the service runs on after npx was ended')
    process.exit(1)
  }, TIMEOUT_MS)
  // The output closes when the last process that writes to it has ended.
  await closed
  clearTimeout(limit)
  const answers = await fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  )
  if (answers) throw new Error('The service still answers')
}

/** Bytes on disk, in blocks where the system counts them. */
function sizeOf(path) {
  const { size, blocks } = lstatSync(path)
  const own = blocks === undefined || windows ? size : blocks * 512
  if (!lstatSync(path).isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), own)
}
