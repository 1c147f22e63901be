import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import type { AppOptions } from '../../index.ts'
import { boundConnections } from './connections.ts'
import { MOST_HELD, MOST_PIPELINED } from './pipelining.ts'

let instance: Instance
let url: URL
let sockets: Socket[]
/** Lets the requests to `/held` go on. */
let release: () => void

async function listen(options: Partial<AppOptions>): Promise<void> {
  instance = await openInstance('sqlite', options)
  sockets = []
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  instance.app.get('/held', async () => {
    await released
    return 'held'
  })
  url = new URL(await instance.app.listen({ host: '127.0.0.1', port: 0 }))
}

afterEach(async () => {
  release()
  for (const socket of sockets) socket.destroy()
  await instance.close()
})

/** A connection with all that it was told. */
async function open(): Promise<{ socket: Socket; told: () => string; closed: Promise<unknown> }> {
  const socket = connect(Number(url.port), url.hostname)
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, told: () => text, closed }
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Opens connections one after the other, each accepted before the next. */
async function several(count: number) {
  const opened: Awaited<ReturnType<typeof open>>[] = []
  for (let time = 0; time < count; time++) {
    const accepted = once(instance.app.server, 'connection')
    opened.push(await open())
    await accepted
  }
  return opened
}

async function metricOf(metric: string): Promise<number> {
  const { text } = await instance.call({ path: '/metrics', token: null })
  return Number(new RegExp(`^${metric} (\\d+)`, 'm').exec(text)?.[1])
}

test('connections of an address: one too many takes the place of the oldest that waits for a request', async () => {
  await listen({ connectionsPerAddress: 3 })
  const [busy, idle, newer] = await several(3)
  const begun = once(instance.app.server, 'request')
  busy?.socket.write(asking('/held'))
  await begun
  const fourth = await open()
  fourth.socket.write(asking('/healthz'))
  await expect.poll(fourth.told).toMatch(/^HTTP\/1\.1 200 /)
  await idle?.closed
  release()
  await expect.poll(() => busy?.told()).toMatch(/^HTTP\/1\.1 200 /)
  newer?.socket.write(asking('/healthz'))
  await expect.poll(() => newer?.told()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await metricOf('handrail_connections_refused_total')).toBe(0)
})

test('connections of an address: where all are in use, one more is told so, counted, and closed', async () => {
  await listen({ connectionsPerAddress: 3 })
  for (const { socket } of await several(3)) {
    const begun = once(instance.app.server, 'request')
    socket.write(asking('/held'))
    await begun
  }
  for (let time = 0; time < 2; time++) {
    const refused = await open()
    await refused.closed
    expect(refused.told()).toMatch(/^HTTP\/1\.1 429 .*Retry-After: \d+.*"type":"rate_limited".*up to 3 can be open/s)
  }
  expect(await metricOf('handrail_connections_refused_total')).toBe(2)
  const told = instance.logged.filter((line) => line.includes('HANDRAIL_TRUST_PROXY=127.0.0.1'))
  expect(told).toHaveLength(1)
  sockets[0]?.destroy()
  await expect
    .poll(async () => {
      const again = await open()
      again.socket.write(asking('/healthz'))
      await Promise.race([once(again.socket, 'data'), again.closed])
      return again.told()
    })
    .toMatch(/^HTTP\/1\.1 200 /)
})

test.each<[string, Partial<AppOptions>]>([
  ['of a declared proxy', { connectionsPerAddress: 3, trustProxy: '127.0.0.0/8' }],
  ['without a limit', { connectionsPerAddress: 0 }],
  ['of a private network, with the limit that is set by default', {}],
])('connections %s are not counted', async (_name, options) => {
  await listen(options)
  const opened = await Promise.all(Array.from({ length: 300 }, open))
  for (const { socket } of opened) socket.write(asking('/healthz'))
  for (const { told } of opened) await expect.poll(told).toMatch(/^HTTP\/1\.1 200 /)
})

test('pipelining on many connections of an address: beyond a thousand that wait, connections are refused', async () => {
  await listen({ connectionsPerAddress: 100 })
  const connections = Math.ceil(MOST_HELD / (MOST_PIPELINED - 10)) + 3
  for (const { socket } of await several(connections)) socket.write(asking('/held').repeat(MOST_PIPELINED))
  // Others on other connections are served.
  const other = await open()
  other.socket.write(asking('/healthz'))
  await expect.poll(other.told).toMatch(/^HTTP\/1\.1 200 /)
  const opened = sockets.slice(0, connections)
  const texts = opened.map((socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    return () => text
  })
  release()
  const answers = () => texts.reduce((sum, text) => sum + text().split('HTTP/1.1 200').length - 1, 0)
  const refusals = () => texts.filter((text) => text().includes('HTTP/1.1 429')).length
  await expect.poll(refusals).toBeGreaterThanOrEqual(2)
  await expect.poll(answers).toBeGreaterThanOrEqual(MOST_HELD)
  expect(answers()).toBeLessThan(connections * MOST_PIPELINED)
  // What was held has gone: a connection can pipeline again.
  for (const socket of opened) socket.destroy()
  const again = await open()
  again.socket.write(asking('/healthz').repeat(MOST_PIPELINED))
  await expect.poll(() => again.told().split('HTTP/1.1 200').length - 1).toBe(MOST_PIPELINED)
})

test('connections of IPv6 addresses are counted by their network of 56 bits, those of mapped IPv4 addresses by the address', () => {
  const server = createServer()
  boundConnections(server, { most: 1, isExempt: () => false, refuse: () => undefined, reached: () => undefined })
  const from = (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read: () => undefined, write: () => undefined }), { remoteAddress })
    server.emit('connection', socket)
    return socket
  }
  const first = from('2001:db8:0:ff01::1')
  const [neighbour, mapped] = [from('2001:db8:0:fe01::1'), from('::ffff:203.0.113.1')]
  expect([first.destroyed, neighbour.destroyed, mapped.destroyed]).toEqual([false, false, false])
  const [second, plain] = [from('2001:db8:0:ff02::2'), from('203.0.113.1')]
  expect([first.destroyed, neighbour.destroyed, mapped.destroyed]).toEqual([true, false, true])
  for (const socket of [neighbour, second, plain]) socket.destroy()
})
