import { expect, test, vi } from 'vitest'
import { freshPostgresDatabase } from '../../../test/postgres/databases.ts'
import { call, type Server, useProgram } from '../../../test/program.ts'

const { serve, run, path } = useProgram()

/** In the program: prints what is loaded, and at SIGUSR2 the modules of Node. */
const WATCH = `import { registerHooks } from 'node:module'
const say = (text) => process.stderr.write(text + '\\n')
registerHooks({ load(url, context, next) {
  say('loaded ' + url)
  return next(url, context)
} })
for (const [of, name] of [[Intl, 'DateTimeFormat'], [Number.prototype, 'toLocaleString']]) {
  const own = of[name]
  of[name] = function (...given) {
    say('loaded Intl')
    return new.target ? new own(...given) : own.apply(this, given)
  }
}
process.on('SIGUSR2', () => say('modules ' + process.moduleLoadList.join()))`
const WATCHED = ['--import', `data:text/javascript,${encodeURIComponent(WATCH)}`]

/** Large parts of the program that a service without traffic does not need, by what is in the addresses of their files. */
const LATER: Record<string, RegExp> = {
  'the driver of PostgreSQL': /\/pg\/lib|\/open\.postgres/,
  'the SDK of MCP': /@modelcontextprotocol|\/sdk-\w+\.js/,
  'Markdown of the player': /\/markdown-it\//,
  pages: /\/preact\//,
  archives: /\/yazl\//,
  'compilers of schemas': /\/(?:ajv-compiler|fast-json-stringify-compiler)\//,
  'files of rows': /\/csv-parse\//,
  SVG: /\/htmlparser2\//,
  images: /\/(?:sharp|image-size)\//,
  'types of files': /\/file-type\//,
  mail: /\/(?:nodemailer|imapflow|smtp-server|postal-mime)\//,
  buckets: /client-s3|\/bucket-\w+\.js/,
  traces: /sdk-trace|export-traces/,
  'formats of languages': /^Intl$/,
}

function loadedBy(log: string): string[] {
  const names = [...log.matchAll(/^loaded (.*)$/gm)].map(([, name = '']) => name)
  return Object.entries(LATER).flatMap(([what, pattern]) => (names.some((name) => pattern.test(name)) ? [what] : []))
}

/** A service with the sample, started again, and a key of it. */
async function sampleService(): Promise<{ server: Server; key: string }> {
  const filled = await serve(['--demo'])
  const [key = ''] = /hr_key_[\w-]+/.exec(filled.stdout()) ?? []
  filled.kill('SIGTERM')
  await filled.ended
  return { server: await serve([], { node: WATCHED }), key }
}

const together = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, work))

test('a service has loaded no large part that it does not need, and each works when many want it at first', async () => {
  const { server, key } = await sampleService()
  expect(loadedBy(server.stderr())).toEqual([])

  const { json } = await call(`${server.url}/api/v1/enrollments?per_page=1`, key)
  for (const page of await together(() => fetch(json.data[0].url))) {
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
  }
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const ask = () => fetch(`${server.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })
  for (const answer of await together(ask)) expect(await answer.json()).toMatchObject({ result: { serverInfo: {} } })
  expect(loadedBy(server.stderr())).toEqual(
    expect.arrayContaining(['the SDK of MCP', 'Markdown of the player', 'pages', 'formats of languages']),
  )
}, 60_000)

test('a service has not loaded the client for fetch and WebSocket', async () => {
  const server = await serve([], { node: WATCHED })
  server.kill('SIGUSR2')
  await vi.waitFor(() => expect(server.stderr()).toContain('modules '), { timeout: 30_000 })
  expect(/^modules (.*)$/m.exec(server.stderr())?.[1]).not.toContain('undici/undici')
}, 60_000)

test('archives are loaded by the command that writes one, and the driver of PostgreSQL with its first database', async () => {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Engines'])
  const exported = await run(['export', path('all.zip')], { node: WATCHED })
  expect([exported.code, loadedBy(exported.stderr)]).toEqual([0, expect.arrayContaining(['archives'])])

  const environment = { DATABASE_URL: await freshPostgresDatabase(), HANDRAIL_SECRET: 'x'.repeat(40) }
  const server = await serve([], { node: WATCHED, environment })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(loadedBy(server.stderr())).toEqual(['the driver of PostgreSQL'])
}, 60_000)
