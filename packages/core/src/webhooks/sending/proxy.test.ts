import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { createGuard } from '../../outbound/guard.ts'
import { createSender, type Sender } from './send.ts'

const CREDENTIALS = `Basic ${Buffer.from('handrail:s3cret').toString('base64')}`

let receiver: Receiver
let proxy: Server
let asked: string[]
let sender: Sender | undefined
const open = new Set<Socket>()

beforeEach(async () => {
  asked = []
  receiver = await startReceiver()
  proxy = createServer()
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? '')
    if (request.headers['proxy-authorization'] !== CREDENTIALS)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    // The names that the proxy resolves in its network.
    const [, port = ''] = (request.url ?? '').split(':')
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const one of [socket, onward]) {
      open.add(one)
      one.on('error', () => one.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await sender?.close()
  for (const socket of open) socket.destroy()
  await receiver.close()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

function send(url: string, credentials = 'handrail:s3cret@') {
  const guard = createGuard({ allowedRanges: [], allowLoopback: false, httpsOnly: false })
  sender = createSender({ guard, connections: 2, proxy: `http://${credentials}127.0.0.1:${portOf(proxy)}` })
  const kept = { url, headers: {}, payload: 'full' as const }
  return sender.send({ endpoint_id: 'e', url, headers: { 'x-of': 'ours' }, body: '{"a":1}', kept })
}

test('all requests go through a tunnel of the proxy, which alone resolves names', async () => {
  const { port } = new URL(receiver.url())
  const url = `http://hooks.receiver.example:${port}/path?a=b`
  expect(await send(url)).toMatchObject({ error: undefined, response_status: 204, address: '127.0.0.1' })
  expect(asked).toEqual([`hooks.receiver.example:${port}`])
  expect(receiver.received).toMatchObject([
    { path: '/path?a=b', body: '{"a":1}', headers: { 'x-of': 'ours', host: `hooks.receiver.example:${port}` } },
  ])
  // Headers for the proxy are not sent to receivers.
  expect(receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization')
})

test('the certificate of an https receiver is verified through the tunnel', async () => {
  const secure = createSecureServer(await newCertificate('hooks.receiver.example'), (_request, response) =>
    response.end(),
  )
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  const attempt = await send(`https://hooks.receiver.example:${portOf(secure)}/`)
  expect(attempt).toMatchObject({ error: 'tls_error', response_status: null })
  expect(asked).toEqual([`hooks.receiver.example:${portOf(secure)}`])
  await new Promise((resolve) => secure.close(resolve))
})

test('a proxy that refuses or is unreachable is reported as the cause', async () => {
  const refused = { error: 'proxy_error', explanation: 'The proxy answered 407', response_status: null }
  expect(await send('http://hooks.receiver.example/', '')).toMatchObject(refused)
  await sender?.close()
  const { port } = new URL(receiver.url())
  await receiver.close()
  const guard = createGuard({ allowedRanges: [], allowLoopback: false, httpsOnly: false })
  sender = createSender({ guard, connections: 2, proxy: `http://127.0.0.1:${port}` })
  const url = 'http://hooks.receiver.example/'
  const message = {
    endpoint_id: 'f',
    url,
    headers: {},
    body: '{}',
    kept: { url, headers: {}, payload: 'full' as const },
  }
  expect(await sender.send(message)).toMatchObject({
    error: 'proxy_error',
    explanation: 'The proxy could not be reached',
  })
})

test('private IP addresses are never sent to the proxy', async () => {
  expect(await send(receiver.url())).toMatchObject({ error: 'blocked_address' })
  expect(asked).toEqual([])
})
