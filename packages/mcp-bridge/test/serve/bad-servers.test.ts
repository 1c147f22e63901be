import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { newCertificate } from '../../../../test/certificate.ts'
import { type BridgeProcess, LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { type Handle, listen } from '../support/servers.ts'

const bridges = useBridges()
const stopping: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

const json = { 'content-type': 'application/json' }
const html: Handle = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')

/** One sentence, that says what to do, and nothing of the program's inside. */
async function expectSentence(bridge: BridgeProcess, sentence: RegExp) {
  await bridge.request('initialize', LEGACY_HOST)
  const began = performance.now()
  const listed = await bridge.request('tools/list')
  expect(listed.error?.message).toMatch(sentence)
  const called = await bridge.request('tools/call', { name: 'any', arguments: {} })
  expect(called.result?.isError).toBe(true)
  expect(textOf(called)).toMatch(sentence)
  expect(performance.now() - began).toBeLessThan(6000)
  await expect.poll(bridge.stderr).toMatch(sentence)
  expect(bridge.stderr()).not.toMatch(/\n\s+at |Error:/)
  expect(bridge.noise).toEqual([])
}

const NOT_MCP = /no MCP server at this address.*: check the address; it often ends in \/mcp\.$/m

const SERVERS: [string, Handle, RegExp][] = [
  ['a web page', html, NOT_MCP],
  ['no such page', (_, response) => void response.writeHead(404).end('nothing'), NOT_MCP],
  ['JSON that is none', (_, response) => void response.writeHead(200, json).end('{"a":'), NOT_MCP],
  ['other JSON', (_, response) => void response.writeHead(200, json).end('{"hello":"fixture"}'), NOT_MCP],
  [
    'another place',
    (_, response) => void response.writeHead(308, { location: 'https://example.com/mcp' }).end(),
    /refers to another address \(https:\/\/example\.com\/mcp\): give that one instead\.$/m,
  ],
  ['a refusal', (_, response) => void response.writeHead(403).end(), /does not allow this \(403\): ask .*\.$/m],
  [
    'a fault',
    (_, response) => void response.writeHead(500).end('Traceback'),
    /failed with an internal error \(500\): call again later.*\.$/m,
  ],
  ['a hurry', (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end(), /call again in 60 s\.$/m],
  ['a broken line', (_, response) => void response.destroy(), /connection to \S+ broke .*: call again.*\.$/m],
  [
    'too much',
    (_, response) => {
      response.writeHead(200, json)
      const part = Buffer.alloc(1_000_000, 32)
      const more = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    /longer than 64 MB: ask for less at once\.$/m,
  ],
  [
    'a stream of nonsense',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: nonsense\n\n'),
    NOT_MCP,
  ],
]

test.each(SERVERS)('a server that answers with %s is reported', async (_what, handle, sentence) => {
  const server = await listen(handle)
  stopping.push(server.stop)
  await expectSentence(bridges.start([server.url]), sentence)
})

test('an address that is not a web server is reported', async () => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stopping.push(() => void server.close())
  const { port } = server.address() as { port: number }
  await expectSentence(
    bridges.start([`http://127.0.0.1:${port}/mcp`]),
    /There is no web server .*: check the address and port\.$/m,
  )
})

test('an unknown certificate is refused, until --ca or the system trusts it', async () => {
  const { key, cert } = await newCertificate()
  const server = createSecureServer({ key, cert }, (_, response) => void response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stopping.push(() => void server.close())
  const { port } = server.address() as { port: number }
  const url = `https://localhost:${port}/mcp`
  await expectSentence(bridges.start([url]), /certificate of localhost is signed by an authority .*--ca FILE\.$/m)
  const { writeFileSync } = await import('node:fs')
  writeFileSync(bridges.path('ca.pem'), cert)
  await expectSentence(bridges.start([url, '--ca', bridges.path('ca.pem')]), NOT_MCP)
  // Where the system keeps its authorities, which OpenSSL lets this variable say.
  await expectSentence(bridges.start([url], { SSL_CERT_FILE: bridges.path('ca.pem') }), NOT_MCP)
})

test('http in place of https is reported, and the other way round', async () => {
  const server = await listen(html)
  stopping.push(server.stop)
  const url = server.url.replace('http:', 'https:')
  await expectSentence(bridges.start([url]), /There is no TLS at \S+ .*: check the port.*\.$/m)
})

test('a host name that does not exist is reported', async () => {
  await expectSentence(bridges.start(['https://nowhere.invalid/mcp']), /no server named|cannot be looked up/)
})

test.each([
  [[], /Give the address of the MCP server/],
  [['example.com'], /"example\.com" is not a web address: it must begin with https:\/\//],
  [['http://example.com/mcp'], /is not https.*--allow-http\.$/m],
  [['https://me:secret@example.com/mcp'], /must not contain a name or password/],
  [['https://example.com/mcp', '--nonsense'], /Unknown option '--nonsense'/],
  [['https://example.com/mcp', '--log-level', 'loud'], /--log-level must be one of debug/],
  [['https://example.com/mcp', '--header', 'nonsense'], /"Name: value"/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the person writes
  [['https://example.com/mcp', '--header', 'X-Key: ${NO_SUCH}'], /needs the environment variable NO_SUCH/],
  [['https://example.com/mcp', '--ca', '/nowhere'], undefined],
])('called with %j', async (args, sentence) => {
  const bridge = bridges.start(args)
  if (!sentence) return bridge.endInput()
  const { code } = await bridge.ended
  expect(code).toBeGreaterThan(0)
  expect(bridge.stderr()).toMatch(sentence)
  expect(bridge.stderr().trim().split('\n')).toHaveLength(1)
  expect(bridge.stderr()).not.toContain('secret')
})
