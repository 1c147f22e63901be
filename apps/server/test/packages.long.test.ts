import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, isBuiltin } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { publint } from 'publint'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { RELEASE_SECRET } from '../../../packages/core/test/releases/secret.ts'
import { root } from '../../../test/built.ts'
import { type Block, blocksOf } from '../../../test/documents.ts'
import { fetchPackage } from '../../../test/fetch-package.ts'
import { freePort } from '../../../test/free-port.ts'
import { freshPostgresDatabase } from '../../../test/postgres/databases.ts'
import { call } from '../../../test/program.ts'

/** The JavaScript of the page for embedding programs. */
const EMBEDDING: Block[] = blocksOf('embedding.md').filter(({ language }) => language === 'js')

/** The packages with declarations, and all. */
const TYPED = ['core', 'http', 'client']
const ALL = ['handrail', ...TYPED, 'console', 'mcp-bridge']
const FOLDERS: Readonly<Record<string, string>> = { console: 'apps/console', handrail: 'apps/server' }

/** The kept databases of releases, and of a commit before the first. */
const RELEASES = join(root, 'packages/core/test/releases')

/** The version with which the example for Next.js is run. */
const NEXT = '16.4.6'

/** No editor reads larger declarations quickly. */
const MAX_DECLARATION = 70_000
/** Of the client: most of it are texts beside the fields, which an editor shows one at a time. */
const MAX_CLIENT_DECLARATION = 160_000
/** Pages of browsers load it. */
const MAX_CLIENT_GZIPPED = 12_000

let folder = ''
let consumer = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-tarballs-'))
  await node([join(root, 'scripts/run.mjs'), 'pack', folder])
  consumer = join(folder, 'consumer')
  await installBeside(consumer)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function node(args: readonly string[], cwd = root) {
  return promisify(execFile)(process.execPath, args, { cwd, encoding: 'utf8' })
}

function tarballOf(name: string): string {
  const file = readdirSync(folder).find((one) =>
    new RegExp(`^${name === 'handrail' ? '' : 'handrail-'}${name}-\\d.*\\.tgz$`).test(one),
  )
  return join(folder, file ?? 'missing')
}

/** A folder in which the tarballs are installed, with the dependencies of the checkout. */
async function installBeside(target: string) {
  const modules = join(target, 'node_modules')
  for (const name of [...TYPED, 'console', 'handrail']) {
    const own = join(modules, name === 'handrail' ? '' : '@handrail', name)
    mkdirSync(own, { recursive: true })
    await promisify(execFile)('tar', ['-xzf', tarballOf(name), '-C', own, '--strip-components=1'])
    const { dependencies = {} } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    const from = join(root, FOLDERS[name] ?? `packages/${name}`, 'node_modules')
    for (const dependency of Object.keys(dependencies).filter((one) => !one.startsWith('@handrail/'))) {
      mkdirSync(join(modules, dependency, '..'), { recursive: true })
      try {
        symlinkSync(join(from, dependency), join(modules, dependency), 'junction')
      } catch (error) {
        // Two of them depend on it.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }
  mkdirSync(join(modules, '@types'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(modules, '@types/node'), 'junction')
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }')
}

test.each(ALL)('publint reports nothing about the package %s', async (name) => {
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarballOf(name))).buffer },
    strict: true,
  })
  expect(messages).toEqual([])
})

test.each(TYPED)('@arethetypeswrong/cli reports nothing about the package %s', async (name) => {
  const cli = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  // The entries for our own packages and for bundlers have no declarations.
  const own = ['internal', 'table-process', 'rows-thread', 'mail-process', 'image-process']
  const flags = ['--profile', 'esm-only', '--exclude-entrypoints', ...own, '--format', 'json']
  // It ends with 1 if there is a problem that the profile does not allow.
  const { stdout } = await node([cli, tarballOf(name), ...flags])
  expect(JSON.parse(stdout)).toMatchObject({ analysis: { types: { kind: 'included' } } })
})

test.each(ALL)(
  'the package %s has a README and its licence, is published with provenance, and packed when built',
  async (name) => {
    const { stdout: listed } = await promisify(execFile)('tar', ['-tf', tarballOf(name)])
    expect(listed.split('\n')).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']))
    const { stdout } = await promisify(execFile)('tar', ['-xOf', tarballOf(name), 'package/package.json'])
    expect(JSON.parse(stdout).publishConfig).toEqual({ access: 'public', provenance: true })
    expect(stdout).not.toMatch(/workspace:|catalog:/)
    const unbuilt = mkdtempSync(join(folder, 'unbuilt-'))
    writeFileSync(join(unbuilt, 'package.json'), stdout)
    const refused = node([join(root, 'scripts/require-built.mjs')], unbuilt)
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Run `npm run build`') })
  },
)

describe.each(['core', 'http'])('the declarations of %s', (name) => {
  const files = () => {
    const own = join(consumer, 'node_modules/@handrail', name, 'dist')
    return readdirSync(own, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => join(own, file))
  }

  test('are short, and know nothing of the storage', () => {
    expect(files().length).toBeGreaterThan(3)
    expect(files().filter((file) => statSync(file).size > MAX_DECLARATION)).toEqual([])
    expect(files().filter((file) => /drizzle|better-sqlite3|from 'pg'/.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

test('the declarations of core and http have no error without skipLibCheck', { timeout: 120_000 }, async () => {
  writeFileSync(
    join(consumer, 'right.ts'),
    `import { createHandrail, type InputOf, operations, type OutputOf } from '@handrail/core'
import { createApp } from '@handrail/http'

type Contact = OutputOf<typeof operations.getContact>['data']
const input: InputOf<typeof operations.createContact> = { email: 'zoe@harbour.example', first_name: 'Zoe' }
const handrail = await createHandrail({ database: ':memory:' })
const contact: Contact = (await (await handrail.asSystem('id')).invoke(operations.createContact, input)).data
await (await handrail.asSystem(contact.id)).invoke(operations.getContact, { id: contact.id })
await createApp({ handrail })
`,
  )
  // A program that a wrong type must fail: with declarations of no meaning, it would compile.
  writeFileSync(
    join(consumer, 'wrong.ts'),
    `import { type InputOf, operations } from '@handrail/core'

export const input: InputOf<typeof operations.createContact> = { email: 'zoe@harbour.example', first_name: 1 }
`,
  )
  const flags = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck', 'false']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await node([tsc, ...flags, '--types', 'node', 'right.ts', 'wrong.ts'], consumer).catch(
    (error) => error,
  )
  expect(stdout).toMatch(/^wrong\.ts\(3,/m)
  // Those of other packages are not ours to mend.
  const ours = String(stdout)
    .split('\n')
    .filter((line) => /^right\.ts|@handrail/.test(line))
  expect(ours).toEqual([])
})

test.each(['core', 'http'])(
  '%s imports packages of CommonJS by name: dynamically, a bundler may give them none',
  (name) => {
    const own = join(consumer, 'node_modules/@handrail', name, 'dist')
    const code = readdirSync(own).filter((file) => file.endsWith('.js'))
    const imported = code.flatMap((file) => [
      ...readFileSync(join(own, file), 'utf8').matchAll(/\bimport\(\s*["']([^."'][^"']*)["']/g),
    ])
    const packages = new Set(imported.map(([, specifier = '']) => specifier).filter((one) => !isBuiltin(one)))
    const ofCommonJs = [...packages].filter((one) => {
      const path = createRequire(join(root, 'packages', name, 'package.json'))
        .resolve.paths(one)
        ?.map((at) => join(at, one, 'package.json'))
      const { type, exports } = JSON.parse(readFileSync(path?.find((at) => existsSync(at)) ?? '', 'utf8'))
      return type !== 'module' && !JSON.stringify(exports ?? {}).includes('"import"')
    })
    // These are not bundled, since they have binaries.
    expect(ofCommonJs.filter((one) => !['@node-rs/argon2', 'sharp'].includes(one))).toEqual([])
  },
)

describe.each(['esbuild', 'vite'])('a program that %s has bundled as the page says', (bundler) => {
  /** The packages with binaries, which are installed where the bundle runs. */
  const BINARIES = ['better-sqlite3', '@node-rs/argon2', 'sharp']
  /** As the page says. */
  const WITH_CONSOLE =
    "createHandler({ handrail, consoleFolder: fileURLToPath(new URL('./console', import.meta.url)) })"
  let bundled = ''
  beforeAll(async () => {
    // The example for Express; then an account, and what an import and an image need beside the bundle.
    writeFileSync(
      join(consumer, 'server.js'),
      `import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import { fileURLToPath } from 'node:url'
${readFileSync(join(root, 'examples/express.js'), 'utf8').replace('createHandler({ handrail })', WITH_CONSOLE)}
const operator = await handrail.asSystem()
const { data: workspace } = await operator.invoke(operations.createWorkspace, { name: 'Harbour Bakery' })
const bakery = await handrail.asSystem(workspace.id)
const owner = { email: 'zoe@harbour.example', name: 'Zoe', role: 'owner', password: 'correct horse battery' }
await bakery.invoke(operations.createUser, owner)
const content = Readable.from([Buffer.from('email,first_name\\nzoe@harbour.example,Zoe\\n')])
const { data } = await bakery.invoke(operations.createImport, { resource: 'contacts', name: 'contacts.csv', content })
console.log(data.columns.map(({ name }) => name).join())
`,
    )
    for (const name of [bundler, 'express'])
      symlinkIfMissing(join(root, 'node_modules', name), join(consumer, 'node_modules', name))
    const example = EMBEDDING.find(({ text }) => text.includes(`${bundler}.build(`))?.text ?? ''
    writeFileSync(join(consumer, 'bundle.js'), example)
    await node(['bundle.js'], consumer)
    bundled = join(folder, `bundled-by-${bundler}`)
    renameSync(join(consumer, 'build'), bundled)
    writeFileSync(join(bundled, 'package.json'), '{ "type": "module" }')
    for (const name of BINARIES) {
      mkdirSync(join(bundled, 'node_modules', name, '..'), { recursive: true })
      symlinkSync(join(root, 'packages/core/node_modules', name), join(bundled, 'node_modules', name), 'junction')
    }
  }, 120_000)

  test('has every page, file and thread beside the packages with binaries alone', { timeout: 60_000 }, async () => {
    const port = await freePort()
    const server = spawn(process.execPath, ['server.js'], {
      cwd: bundled,
      env: { PATH: process.env.PATH, PORT: `${port}` },
    })
    const ended = once(server, 'exit')
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text))
    await expect.poll(() => said, { timeout: 30_000 }).toContain('email,first_name\n')
    const url = `http://localhost:${port}/onboarding`
    const get = (path: string, cookie = '') => fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie } })

    const page = await get('/sign-in')
    const html = await page.text()
    expect(page.status, html).toBe(200)
    const linked = [...html.matchAll(/(?:href|src)="\/onboarding(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(linked.length).toBeGreaterThan(1)
    const sheet = await (await get(linked.find((path) => path.endsWith('.css')) ?? '')).text()
    const [, font = ''] = /url\(["']?([\w.-]+\.woff2)/.exec(sheet) ?? []
    const guide = await (await get('/docs/guide/embedding')).text()
    for (const path of [
      ...linked,
      `/assets/${font}`,
      '/docs',
      '/docs/guide/',
      '/mcp-bridge.tgz',
      '/api/v1/openapi.json',
    ])
      expect((await get(path)).status, path).toBe(200)
    expect(guide).toContain('Embedding Handrail')

    const form = { email: 'zoe@harbour.example', password: 'correct horse battery', return_to: '/' }
    const signedIn = await fetch(`${url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: new URL(url).origin },
      body: new URLSearchParams(form),
    })
    expect(signedIn.status).toBe(303)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((value) => value.split(';')[0])
      .join('; ')
    const console = await (await get('/', cookie)).text()
    const [, script = ''] = /src="\/onboarding(\/console\/assets\/[^"]+)"/.exec(console) ?? []
    expect((await get(script)).headers.get('content-type'), console).toMatch(/javascript/)
    for (const path of ['/account', '/assistants', `/oauth/authorize?${await authorization(url)}`])
      expect((await get(path, cookie)).status, path).toBe(200)

    server.kill('SIGTERM')
    if (process.platform !== 'win32') expect(await ended).toEqual([0, null])
    expect(said).not.toMatch(/error/i)
  })

  test('says at its start which program and which folder were left behind', async () => {
    renameSync(join(bundled, 'table-process.js'), join(bundled, 'elsewhere.js'))
    renameSync(join(bundled, 'handrail-files'), join(bundled, 'elsewhere'))
    const port = `${await freePort()}`
    const run = promisify(execFile)(process.execPath, ['server.js'], { cwd: bundled, env: { PORT: port } })
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringMatching(/table-process\.js is missing[\s\S]*cp -r node_modules\/@handrail\/http\/dist\//),
    })
  })
})

/** The parameters of the page on which a person allows a new client what it asks for. */
async function authorization(url: string): Promise<URLSearchParams> {
  const redirect_uri = 'http://127.0.0.1/callback'
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'A client',
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id } = await registered.json()
  const code_challenge = createHash('sha256')
    .update('a verifier of a client, long enough for anybody')
    .digest('base64url')
  return new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri, scope: 'contacts_read', state: 'any' },
    ...{ code_challenge, code_challenge_method: 'S256' },
  })
}

function symlinkIfMissing(from: string, to: string): void {
  if (!existsSync(to)) symlinkSync(from, to, 'junction')
}

test('the client is small, and compiles with web standards alone', { timeout: 120_000 }, async () => {
  const own = join(consumer, 'node_modules/@handrail/client')
  const bundle = readFileSync(join(own, 'dist/index.js'))
  expect(gzipSync(bundle).length).toBeLessThan(MAX_CLIENT_GZIPPED)
  expect(bundle.toString()).not.toMatch(/^import|\bimport\(|\brequire\(/m)
  const declarations = readdirSync(join(own, 'dist'), { recursive: true, encoding: 'utf8' })
  const large = declarations.filter((file) => statSync(join(own, 'dist', file)).size > MAX_CLIENT_DECLARATION)
  expect(large).toEqual([])
  const folder = mkdtempSync(join(consumer, 'client-'))
  writeFileSync(
    join(folder, 'right.ts'),
    `import { type Contact, createClient, verifyWebhook } from '@handrail/client'

const client = createClient({ baseUrl: 'https://onboarding.example.com', token: async () => 'token' })
const contact: Contact = (await client.createContact({ email: 'zoe@harbour.example', first_name: 'Zoe' })).data
for await (const { status } of client.listEnrollments({ contact_id: contact.id })) if (status === 'completed') break
for await (const { index, item } of client.upsertAll('contacts', [contact])) item.email.repeat(index)
const received = await verifyWebhook(new Headers(), '', 'whsec_')
if (received.event === 'step.completed') received.data.contact.email.toUpperCase()
`,
  )
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { createClient } from '@handrail/client'

createClient({ baseUrl: '', token: '' }).createContact({ email: 'zoe@harbour.example' })
`,
  )
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--types', '']
  const web = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await node([tsc, ...flags, ...web, 'right.ts', 'wrong.ts'], folder).catch((error) => error)
  const errors = String(stdout)
    .split('\n')
    .filter((line) => line.includes('error TS'))
  expect(errors).toEqual([expect.stringMatching(/^wrong\.ts\(3,/)])
})

/** The JavaScript of a README. */
function exampleIn(path: string): string {
  return /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, path, 'README.md'), 'utf8'))?.[1] ?? ''
}

test('the example of the README of @handrail/core runs with the package', async () => {
  writeFileSync(join(consumer, 'core.js'), exampleIn('packages/core'))
  expect((await node(['core.js'], consumer)).stdout).toBe('zoe@harbour.example\n')
})

test.each(['packages/http', 'apps/console'])('the example of the README of %s serves the packages', async (path) => {
  const port = await freePort()
  writeFileSync(join(consumer, 'serve.js'), exampleIn(path).replaceAll('3000', String(port)))
  const program = spawn(process.execPath, ['serve.js'], { cwd: consumer, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(program, 'exit')
  try {
    const url = `http://localhost:${port}`
    await expect
      .poll(() =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const viewer = await fetch(`${url}/docs/viewer.js`)
    expect(viewer.status).toBe(200)
    expect((await viewer.text()).length).toBeGreaterThan(1_000_000)
    expect((await fetch(`${url}/docs/guide/start`)).status).toBe(200)
    const [, script] =
      /src="\.\/(assets\/[^"]+)"/.exec(
        readFileSync(join(consumer, 'node_modules/@handrail/console/dist/index.html'), 'utf8'),
      ) ?? []
    expect((await fetch(`${url}/console/${script}`)).status).toBe(path === 'apps/console' ? 200 : 404)
  } finally {
    program.kill('SIGTERM')
    await ended
    for (const file of readdirSync(consumer).filter((one) => one.startsWith('handrail.db')))
      rmSync(join(consumer, file))
  }
})

describe('the examples', () => {
  const start = (name: string, environment: Record<string, string>) => {
    copyFileSync(join(root, 'examples', name), join(consumer, name))
    const env = { ...process.env, ...environment }
    return spawn(process.execPath, [name], { cwd: consumer, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  beforeAll(() => {
    for (const name of ['express', 'hono', '@types/express'])
      symlinkIfMissing(join(root, 'node_modules', name), join(consumer, 'node_modules', name))
  })
  afterEach(() => {
    for (const file of readdirSync(consumer).filter((one) => one.startsWith('onboarding.db')))
      rmSync(join(consumer, file))
  })

  test('of the page for embedding programs compile, and run', { timeout: 120_000 }, async () => {
    const [callers = '', events = '', servers = '', users = ''] = EMBEDDING.map(({ text }) => text)
    const close = 'await handrail.close()\n'
    const [forExpress, forOauth, forHono, forFastify] = servers.trim().split('\n')
    // What a reader has: imports, a function for events, and the sessions of the program.
    const program = `import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHandler, handrailPlugin } from '@handrail/http'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
${callers.replace(close, '')}
let bakeryMember = await bakery.invoke(operations.createUser, { email: 'ada@harbour.example', name: 'Ada', role: 'admin' })
const crm = Promise.withResolvers<string>()
const updateCrm = (_id: string, { contact }: { contact: { email: string } }) => crm.resolve(contact.email)
${events}
const sessions = {
  find: async (cookie = '') =>
    cookie === 'ada' ? { workspace_id: workspace.id, handrail_id: bakeryMember.data.id } : undefined,
}
${users}
{ const { node } = handler; const app = express(); ${forExpress}
  ${forOauth}
  const server = app.listen(0, '127.0.0.1'); await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of ['/.well-known/oauth-authorization-server/onboarding', '/onboarding/healthz', '/.well-known/other'])
    console.log((await fetch('http://127.0.0.1:' + port + path)).status)
  server.closeAllConnections(); await new Promise((closed) => server.close(closed)) }
{ const { fetch } = handler; const app = new Hono(); ${forHono}
  for (const cookie of ['ada', 'nobody']) {
    const url = 'https://shop.example/onboarding/api/v1/contacts'
    console.log((await app.request(url, { headers: { cookie } })).status)
  }
}
{ const app = fastify(); ${forFastify}
  console.log((await app.inject('/onboarding/healthz')).statusCode); await app.close() }
const [{ id: contact_id } = { id: '' }] = (await bakery.invoke(operations.listContacts, {})).data
const steps = [{ title: 'Sign in' }]
const { data: guide } = await bakery.invoke(operations.createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
await bakery.invoke(operations.publishGuide, { id: guide.id })
const { data: enrollment } = await bakery.invoke(operations.createEnrollment, { contact_id, guide_id: guide.id })
await bakery.invoke(operations.updateEnrollment, { id: enrollment.id, status: 'completed' })
console.log(await crm.promise)
end()
await handler.close()
${close}`
    writeFileSync(join(consumer, 'embedding.ts'), program)
    const flags = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const checked = await node([tsc, ...flags, '--types', 'node', 'embedding.ts'], consumer).catch((error) => error)
    expect(checked.stdout).toBe('')
    expect((await node(['embedding.ts'], consumer)).stdout).toBe(
      '200\n200\n404\n200\n401\n200\nzoe@harbour.example\nzoe@harbour.example\n',
    )
  })

  test('for a script runs from the tarballs', async () => {
    copyFileSync(join(root, 'examples/script.js'), join(consumer, 'script.js'))
    expect((await node(['script.js'], consumer)).stdout).toMatch(/^zoe@harbour\.example starts at http\S+\n$/)
  })

  test('for Hono runs from the tarballs', async () => {
    copyFileSync(join(root, 'examples/hono.js'), join(consumer, 'hono.js'))
    const call = `import own, { close } from './hono.js'
for (const path of ['/', '/onboarding/healthz', '/onboarding/docs'])
  console.log((await own.fetch(new Request('http://localhost:3000' + path))).status)
await close()`
    expect((await node(['--input-type=module', '-e', call], consumer)).stdout).toBe('200\n200\n200\n')
  })

  test('for Next.js serves the tarballs by its development server', { timeout: 300_000 }, async () => {
    const next = await fetchPackage('next', NEXT)
    // Its bundler reads nothing outside the folder of the lockfile, which is the checkout.
    const app = mkdtempSync(join(next, '../../app-'))
    try {
      cpSync(join(root, 'examples/next'), app, { recursive: true })
      await installBeside(app)
      const port = await freePort()
      const env = {
        ...process.env,
        DATABASE_URL: await freshPostgresDatabase(),
        HANDRAIL_SECRET: RELEASE_SECRET,
        ORIGIN: `http://localhost:${port}`,
        NEXT_TELEMETRY_DISABLED: '1',
      }
      const program = [join(next, 'dist/bin/next'), 'dev', '--port', `${port}`]
      const server = spawn(process.execPath, program, { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(server, 'exit')
      let said = ''
      server.stdout.on('data', (text) => (said += text))
      await expect.poll(() => said, { timeout: 120_000 }).toContain('Ready')
      const { status } = await fetch(`${env.ORIGIN}/onboarding/readyz`)
      // Next.js redirects from an address with a slash at its end to the one without.
      for (const path of ['/docs/guide', '/docs/guide/', '/docs/guide/start', '/sign-in'])
        expect((await fetch(`${env.ORIGIN}/onboarding${path}`)).status, path).toBe(200)
      const refused = await fetch(`${env.ORIGIN}/onboarding/api/v1/contacts`, { method: 'POST', body: '{}' })
      server.kill('SIGTERM')
      await ended
      expect([status, refused.status]).toEqual([200, 401])
    } finally {
      rmSync(app, { recursive: true, force: true })
    }
  })

  test.each(['express', 'fastify'])('for %s serves the tarballs beside a page of its own', async (name) => {
    const postgres = name === 'express' && inject('postgresUrl') !== undefined
    const database = postgres ? await freshPostgresDatabase() : ''
    if (postgres) {
      const client = new Client({ connectionString: database })
      await client.connect()
      await client.query('create table contacts (name text)')
      await client.end()
    }
    const port = await freePort()
    const secret = 'a secret of the tests, long enough for anybody'
    const program = start(`${name}.js`, { PORT: `${port}`, DATABASE_URL: database, HANDRAIL_SECRET: secret })
    const ended = once(program, 'exit')
    const url = `http://localhost:${port}`
    await expect
      .poll(() =>
        fetch(`${url}/onboarding/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect(await (await fetch(url)).text()).toBe('The shop')
    program.kill('SIGTERM')
    const [code, signal] = await ended
    if (process.platform !== 'win32') expect([code, signal]).toEqual([0, null])
  })
})

const { arch, platform } = process
const RUNTIMES = [
  {
    runtime: 'Bun',
    name: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : 'x64-baseline'}`,
    version: '1.4.5',
    command: ['bin/bun'],
  },
  {
    runtime: 'Deno',
    name: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
    version: '2.9.6',
    command: ['deno', 'run', '--allow-all'],
  },
]

test.skipIf(platform === 'win32').each(RUNTIMES)(
  '$runtime runs the packages: an instance, its handler, its threads and the client',
  { timeout: 180_000 },
  async ({ name, version, command }) => {
    const script = join(consumer, 'runtime.js')
    writeFileSync(
      script,
      `import { Readable } from 'node:stream'
import { createClient } from '@handrail/client'
import { createHandrail, operations } from '@handrail/core'
import { createHandler } from '@handrail/http'

const baseUrl = 'http://localhost:3000/onboarding'
const handrail = await createHandrail({ database: 'runtime.db', publicUrl: baseUrl })
const operator = await handrail.asSystem()
const { data: workspace } = await operator.invoke(operations.createWorkspace, { name: 'Harbour Bakery' })
const bakery = await handrail.asSystem(workspace.id)
const scopes = ['contacts:read', 'contacts:write']
const { data: key } = await bakery.invoke(operations.createApiKey, { name: 'client', scopes })
const handler = await createHandler({ handrail })
const own = (address, options) => handler.fetch(new Request(address, options))
const client = createClient({ baseUrl, token: key.token, fetch: own })
await client.createContact({ email: 'zoe@harbour.example', first_name: 'Zoe' })
for await (const { email } of client.listContacts()) console.log(email)
const content = Readable.from([Buffer.from('email,first_name\\nzoe@harbour.example,Zoe\\n')])
const { data } = await bakery.invoke(operations.createImport, { resource: 'contacts', name: 'contacts.csv', content })
console.log(data.columns.map(({ name }) => name).join())
await handler.close()
await handrail.close()
`,
    )
    const [program = '', ...args] = command
    const binary = join(await fetchPackage(name, version), program)
    // A package may have it without the right to run it.
    chmodSync(binary, 0o755)
    const { stdout, stderr } = await promisify(execFile)(binary, [...args, script], { cwd: consumer })
    for (const file of readdirSync(consumer).filter((one) => /^(runtime\.db|files)/.test(one)))
      rmSync(join(consumer, file), { recursive: true })
    expect(stdout).toBe('zoe@harbour.example\nemail,first_name\n')
    expect(stderr).not.toContain('Uncaught')
  },
)

describe.each(readdirSync(RELEASES).filter((name) => !name.endsWith('.ts')))('the database of %s', (release) => {
  const kept = (name: string) => gunzipSync(readFileSync(join(RELEASES, release, name)))

  async function restored(engine: string): Promise<Record<string, string>> {
    const data = mkdtempSync(join(folder, 'release-'))
    const environment = { HANDRAIL_DATA: data, HANDRAIL_SECRET: RELEASE_SECRET }
    if (engine === 'sqlite') {
      writeFileSync(join(data, 'handrail.db'), kept('sqlite.db.gz'))
      return environment
    }
    const DATABASE_URL = await freshPostgresDatabase()
    const client = new Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query(kept('postgres.sql.gz').toString())
    await client.end()
    // Its client programs may be missing, or of another version.
    return { ...environment, DATABASE_URL, HANDRAIL_UPGRADE_WITHOUT_BACKUP: 'true' }
  }

  test.each(['sqlite', 'postgres'])('starts on %s with the tarball of handrail, and has its data', async (engine) => {
    const env = { PATH: process.env.PATH, ...(await restored(engine)) }
    const program = [join(consumer, 'node_modules/handrail/dist/handrail.js')]
    const server = spawn(process.execPath, [...program, '--port', '0'], { cwd: folder, env })
    const ended = once(server, 'exit')
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text))
    await expect.poll(() => said).toContain('Stop it with')
    expect(said).toMatch(/The database needs \d\d migrations/)
    const scopes = 'contacts:read enrollments:read'
    const key = await promisify(execFile)(
      process.execPath,
      [...program, 'create-key', '--name', 'reader', '--scopes', scopes],
      { cwd: folder, env },
    )
    const [, url = ''] = /Address +(\S+)/.exec(said) ?? []
    const token = key.stdout.trim()
    const { json: contacts } = await call(`${url}/api/v1/contacts/search?query=zoe`, token)
    expect(contacts.data).toMatchObject([{ first_name: 'Zoé', metadata: { plan: 'pro' } }])
    const { json: enrollments } = await call(`${url}/api/v1/enrollments?contact_id=${contacts.data[0].id}`, token)
    expect(enrollments.data).toHaveLength(1)
    // The sample of the commit; a release has the rows that its tests need.
    const all = await call(`${url}/api/v1/contacts?per_page=1`, token)
    expect(all.json.meta.total).toBe(release === '561a579' ? 41 : 1)
    server.kill('SIGTERM')
    await ended
  })
})

/** A registry that refuses a version that it has. `limit` is how many it takes before it is out of order. */
async function startRegistry() {
  const registry = { published: [] as string[], limit: 2, url: '', close: () => server.close() }
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '')
    request.resume()
    await once(request, 'end')
    const isThere = registry.published.includes(name)
    if (request.method === 'GET') return void response.writeHead(404).end('{}')
    const status = isThere ? 403 : registry.published.length < registry.limit ? 201 : 500
    if (status === 201) registry.published.push(name)
    const error = isThere ? 'You cannot publish over the previously published versions' : 'out of order'
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(status === 201 ? {} : { error }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return registry
}

interface Packing {
  writeAddresses(tarball: string, path: string, home: string): Promise<void>
}

test('a release publishes the packages in the order of their dependencies, and continues where it stopped', {
  timeout: 300_000,
}, async () => {
  const registry = await startRegistry()
  const flags = ['--provenance=false', `--registry=${registry.url}`, '--fetch-retries=0', '--loglevel=error']
  const token = `--//${new URL(registry.url).host}/:_authToken=none`
  const publish = (from: string) => node([join(root, 'scripts/publish.mjs'), from, ...flags, token])
  // Without an address of the project nothing is published: packages name the repository that their provenance is checked against.
  const { HOME }: { HOME: string } = await import(new URL('../../../scripts/project.mjs', import.meta.url).href)
  if (HOME === '') {
    const refused = publish(folder)
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set HOME in scripts/project.mjs'),
    })
    expect(registry.published).toEqual([])
  }
  const named = mkdtempSync(join(folder, 'named-'))
  const { writeAddresses }: Packing = await import(new URL('../../../scripts/pack.mjs', import.meta.url).href)
  for (const name of ALL) {
    const tarball = join(named, basename(tarballOf(name)))
    copyFileSync(tarballOf(name), tarball)
    await writeAddresses(tarball, FOLDERS[name] ?? `packages/${name}`, 'https://git.example/ours/handrail')
    const { stdout } = await promisify(execFile)('tar', ['-xOzf', tarball, 'package/package.json'])
    expect(JSON.parse(stdout).repository.url).toBe('git+https://git.example/ours/handrail.git')
  }
  await expect(publish(named)).rejects.toMatchObject({ code: 1 })
  registry.limit = ALL.length
  const { stdout } = await publish(named)
  registry.close()
  expect(stdout.match(/already there|published/g)).toEqual([
    'already there',
    'already there',
    ...Array.from({ length: ALL.length - 2 }, () => 'published'),
  ])
  const scoped = ['core', 'http', 'console', 'client', 'mcp-bridge'].map((name) => `@handrail/${name}`)
  expect(registry.published).toEqual([...scoped, 'handrail'])
})

test('from the tarballs, npx starts the service, which is set up, called, and ends with npx', {
  timeout: 300_000,
}, async () => {
  const { stdout } = await node([join(root, 'scripts/try-packages.mjs'), folder])
  expect(stdout).toMatch(/installed[\s\S]*ready[\s\S]*first workspace[\s\S]*console[\s\S]*first request[\s\S]*stopped/)
})
