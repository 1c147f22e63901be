import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { adviceFor, systemSentence } from '../../src/errors/system-sentence.ts'
import { useBridges, useServers } from '../support/bridges.ts'
import { type Handle, listen } from '../support/servers.ts'

const bridges = useBridges()
const using = useServers()
const JSON_TYPE = { 'content-type': 'application/json' }

async function run(args: string[], environment: Record<string, string> = {}) {
  const bridge = bridges.start(args, environment)
  let stdout = ''
  bridge.child.stdout.on('data', (chunk) => (stdout += chunk))
  bridge.endInput()
  const { code } = await bridge.ended
  return { code, stdout, stderr: bridge.stderr() }
}

const open: Handle = (request, response, body) => {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const { id } = JSON.parse(body)
  if (id === undefined) return void response.writeHead(202).end()
  const serverInfo = { name: 'open', version: '1' }
  const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo, tools: [] }
  response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

const status =
  (code: number, headers = {}): Handle =>
  (_, response) =>
    void response.writeHead(code, headers).end()

describe.each<[string, Handle, RegExp, RegExp, RegExp]>([
  ['without OAuth', open, /asks for no sign-in: there is nothing/, /^ok +MCP/m, /^ok +OAuth +not needed/m],
  [
    'that answers 404',
    status(404),
    /There is no MCP server at .* \(HTTP 404\)/,
    /^WRONG +MCP/m,
    /^\? +OAuth +not known/m,
  ],
  [
    'that answers 429',
    status(429, { 'retry-after': '30' }),
    /refuses further requests for now: try again in 30 s/,
    /^WRONG +MCP/m,
    /^\? +OAuth +not known/m,
  ],
  ['that answers 500', status(500), /failing \(HTTP 500\)/, /^WRONG +MCP/m, /^\? +OAuth +not known/m],
  ['that answers 502', status(502), /failing \(HTTP 502\)/, /^WRONG +MCP/m, /^\? +OAuth +not known/m],
  [
    'that answers nonsense',
    (_, response) => void response.writeHead(200, JSON_TYPE).end('{"hello'),
    /There is no MCP server/,
    /^WRONG +MCP/m,
    /^\? +OAuth +not known/m,
  ],
  [
    'that breaks off',
    (_, response) => void response.destroy(),
    /connection to \S+ broke/,
    /^\? +MCP +not known without a connection/m,
    /^\? +OAuth +not known/m,
  ],
  [
    'that hangs',
    () => undefined,
    /did not answer within 15 s/,
    /^\? +MCP +not known without a connection/m,
    /^\? +OAuth +not known/m,
  ],
])('at a server %s', (_, handle, sentence, mcp, oauth) => {
  test('login and doctor explain the error', { timeout: 40_000 }, async () => {
    const server = await using(listen(handle))
    const [login, doctor] = await Promise.all([run(['login', server.url]), run(['doctor', server.url])])
    expect(login.code).toBe(1)
    expect(login.stderr).toMatch(sentence)
    expect(login.stderr.trim().split('\n')).toHaveLength(1)
    expect(doctor.stdout).toMatch(mcp)
    expect(doctor.stdout).toMatch(oauth)
    expect(login.stderr + doctor.stdout + doctor.stderr).not.toContain('mcp-bridge failed with an internal error')
  })
})

test.each([
  [['login', 'http://127.0.0.1:99999/mcp'], /port in .* is too high: ports go up to 65535/],
  [['login', 'http://127.0.0.1:0/mcp'], /Port 0 cannot be used/],
  [['login', 'http://127.0.0.1:9/mcp', '--callback-port', '70000'], /--callback-port may be at most 65535/],
  [['http://127.0.0.1:9/mcp', '--tool-timeout', '9999999'], /--tool-timeout may be at most 2147483/],
])('%j is refused with the reason', async (args, sentence) => {
  expect((await run(args)).stderr).toMatch(sentence)
})

test.each([['status'], ['clear-cache'], ['logout', 'http://127.0.0.1:9/mcp'], ['login', 'http://127.0.0.1:9/mcp']])(
  '%s explains a file in place of the folder',
  async (...args) => {
    writeFileSync(bridges.path('file'), '')
    const { code, stderr } = await run(args, { MCP_BRIDGE_HOME: bridges.path('file') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/\/file cannot be (used|written to|read or written)/)
    expect(stderr).not.toContain('mcp-bridge failed with an internal error')
  },
)

test('a full disk is reported as such', () => {
  expect(adviceFor('ENOSPC')).toContain('the disk is full')
  const error = Object.assign(new Error('x'), { code: 'ENOSPC', path: '/a/b' })
  expect(systemSentence(error)).toBe('/a/b cannot be used (ENOSPC): the disk is full, so free some space.')
  expect(systemSentence(new TypeError('x is not a function'))).toBeUndefined()
})
