import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { newCertificate } from '../../../../test/certificate.ts'
import { fetchOver } from '../../src/network/fetch.ts'
import { openNetwork } from '../../src/network/network.ts'
import { proxyFor } from '../../src/network/proxy.ts'
import { VERSION } from '../../src/version.ts'
import { LEGACY_HOST, PROGRAM, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { fetchNode } from '../support/nodes.ts'

const bridges = useBridges()
const stopping: (() => void)[] = []
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
})

async function portOf(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stopping.push(
    () => void server.close(),
    () => 'closeAllConnections' in server && server.closeAllConnections(),
  )
  return (server.address() as AddressInfo).port
}

test('https uses the tunnel of a proxy with its password, and the certificate of --ca', async () => {
  const { key, cert } = await newCertificate('elsewhere.example')
  const secure = createSecureServer({ key, cert }, (request, response) => void response.end(`hello ${request.url}`))
  const port = await portOf(secure)
  const asked: unknown[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    asked.push([request.url, request.headers['proxy-authorization']])
    // The name means something to the proxy alone.
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    for (const end of [socket, through]) end.on('error', () => undefined)
  })
  const environment = { HTTPS_PROXY: `http://me:se%40cret@127.0.0.1:${await portOf(proxy)}` }
  writeFileSync(bridges.path('ca.pem'), cert)
  const network = openNetwork({ environment, ca: bridges.path('ca.pem') })
  stopping.push(network.close)
  const get = fetchOver(network)
  for (const path of ['/x', '/y'])
    expect(await (await get(`https://elsewhere.example:8443${path}`)).text()).toBe(`hello ${path}`)
  // The second went through the tunnel of the first.
  expect(asked).toEqual([['elsewhere.example:8443', `Basic ${btoa('me:se@cret')}`]])
  await expect(get('https://other.example')).rejects.toThrow(
    /certificate at https:\/\/other\.example is for another name/,
  )
})

test('https uses a proxy that is reached over TLS', async () => {
  const { key, cert } = await newCertificate('localhost')
  const secure = createSecureServer({ key, cert }, (_, response) => void response.end('through'))
  const port = await portOf(secure)
  const asked: unknown[] = []
  const proxy = createSecureServer({ key, cert })
  proxy.on('connect', (request, socket) => {
    asked.push(request.url)
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    for (const end of [socket, through]) end.on('error', () => undefined)
  })
  writeFileSync(bridges.path('ca.pem'), cert)
  const environment = { https_proxy: `https://localhost:${await portOf(proxy)}` }
  const network = openNetwork({ environment, ca: bridges.path('ca.pem') })
  stopping.push(network.close)
  const wrong = fetchOver(network)('https://elsewhere.example')
  await expect(wrong).rejects.toThrow(/certificate at https:\/\/elsewhere\.example is for another name/)
  expect(asked).toEqual(['elsewhere.example:443'])
})

test('https uses a SOCKS proxy, which resolves the name', async () => {
  const { key, cert } = await newCertificate('elsewhere.example')
  const secure = createSecureServer({ key, cert }, (_, response) => void response.end('through'))
  const port = await portOf(secure)
  const asked: string[] = []
  const proxy = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      // RFC 1928: version 5, no authentication.
      socket.write(Buffer.from([5, 0]))
      socket.once('data', (request: Buffer) => {
        asked.push(request.subarray(5, 5 + (request[4] ?? 0)).toString())
        const through = connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
          socket.pipe(through).pipe(socket)
        })
        through.on('error', () => undefined)
      })
    })
  })
  writeFileSync(bridges.path('ca.pem'), cert)
  const environment = { all_proxy: `socks5h://127.0.0.1:${await portOf(proxy)}` }
  const network = openNetwork({ environment, ca: bridges.path('ca.pem') })
  stopping.push(network.close)
  expect(await (await fetchOver(network)('https://elsewhere.example/x')).text()).toBe('through')
  expect(asked).toEqual(['elsewhere.example'])
})

test('every request has a User-Agent', async () => {
  const agents: unknown[] = []
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent'])
    response.writeHead(404).end()
  })
  const bridge = bridges.start([`http://127.0.0.1:${await portOf(server)}/mcp`])
  await bridge.request('initialize', LEGACY_HOST)
  await bridge.request('tools/call', { name: 'x' })
  expect(agents.length).toBeGreaterThan(0)
  expect(new Set(agents)).toEqual(new Set([`handrail-mcp-bridge/${VERSION}`]))
})

describe.each(['22', '24.4.0'])('on Node %s', (version) => {
  test('--ca and the certificates of the system work', { timeout: 120_000 }, async ({ skip }) => {
    const node = await fetchNode(version)
    if (typeof node !== 'string') return skip(node.reason)
    skip(!PROGRAM.endsWith('.js'), 'only what is built runs on every Node')
    const { key, cert } = await newCertificate()
    const server = createSecureServer({ key, cert }, (_, response) => void response.writeHead(404).end())
    const url = `https://localhost:${await portOf(server)}/mcp`
    writeFileSync(bridges.path('ca.pem'), cert)
    for (const [args, own] of [
      [['--ca', bridges.path('ca.pem')], {}],
      [[], { SSL_CERT_FILE: bridges.path('ca.pem') }],
    ] as const) {
      const bridge = bridges.start([url, ...args], own, node)
      await bridge.request('initialize', LEGACY_HOST)
      expect(textOf(await bridge.request('tools/call', { name: 'x' }))).toContain(
        'There is no MCP server at this address',
      )
    }
  })
})

test('plain http is sent to the proxy with its complete address', async () => {
  const seen: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    seen.push(request.url, request.headers.host)
    response.end('from the proxy')
  })
  const network = openNetwork({ environment: { http_proxy: `127.0.0.1:${await portOf(proxy)}` } })
  stopping.push(network.close)
  expect(await (await fetchOver(network)('http://elsewhere.example/x?y')).text()).toBe('from the proxy')
  expect(seen).toEqual(['http://elsewhere.example/x?y', 'elsewhere.example'])
})

test('errors distinguish a refusing proxy, a missing proxy, and the server', async () => {
  const proxy = createServer()
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const get = (address: string) =>
    fetchOver(openNetwork({ environment: { https_proxy: address } }))('https://elsewhere.example')
  await expect(get(`http://127.0.0.1:${await portOf(proxy)}`)).rejects.toThrow(/proxy .* asks for a name and password/)
  await expect(get('http://127.0.0.1:9')).rejects.toThrow(
    /proxy 127\.0\.0\.1:9 cannot be reached .*: check https_proxy\./,
  )
  await expect(get('socks5://127.0.0.1:9')).rejects.toThrow(/proxy 127\.0\.0\.1:9 cannot be reached/)
  await expect(get('ftp://127.0.0.1:9')).rejects.toThrow(/not an http, https or socks address: correct https_proxy/)
})

test.each([
  ['https://a.example/mcp', {}, undefined],
  ['https://a.example/mcp', { https_proxy: 'http://p:1' }, 'http://p:1/'],
  ['https://a.example/mcp', { HTTPS_PROXY: 'p:1' }, 'http://p:1/'],
  ['https://a.example/mcp', { http_proxy: 'http://p:1' }, undefined],
  ['https://a.example/mcp', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.example/mcp', { https_proxy: 'http://p:1', no_proxy: 'b.example, a.example' }, undefined],
  ['https://x.a.example/mcp', { https_proxy: 'http://p:1', NO_PROXY: '.a.example' }, undefined],
  ['https://xa.example/mcp', { https_proxy: 'http://p:1', NO_PROXY: 'a.example' }, 'http://p:1/'],
  ['https://a.example/mcp', { https_proxy: 'http://p:1', NO_PROXY: 'a.example:444' }, 'http://p:1/'],
  ['https://a.example/mcp', { https_proxy: 'http://p:1', NO_PROXY: '*' }, undefined],
  ['http://localhost:3000/mcp', { http_proxy: 'http://p:1' }, undefined],
])('%s with %j uses %s', (url, environment, proxy) => {
  expect(proxyFor(new URL(url), environment)?.href).toBe(proxy)
})

test('fetch sends forms, follows redirects of reads only, and returns the answer unchanged', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/from') return void response.writeHead(302, { location: '/to' }).end()
    if (request.url === '/empty') return void response.writeHead(204).end()
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-type': request.headers['content-type'] ?? 'none' })
    request.pipe(response)
  })
  const origin = `http://127.0.0.1:${await portOf(server)}`
  const network = openNetwork({ environment: {} })
  stopping.push(network.close)
  const get = fetchOver(network)
  const posted = await get(`${origin}/to`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  expect([posted.status, posted.headers.get('x-type'), await posted.text()]).toEqual([
    201,
    'application/x-www-form-urlencoded;charset=UTF-8',
    'a=b+c',
  ])
  expect(posted.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect((await get(`${origin}/from`)).status).toBe(201)
  expect((await get(`${origin}/from`, { redirect: 'manual' })).status).toBe(302)
  await expect(get(`${origin}/from`, { method: 'POST', body: 'x' })).rejects.toThrow('redirect')
  expect((await get(`${origin}/empty`)).body).toBe(null)
  await expect(get(origin, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})
