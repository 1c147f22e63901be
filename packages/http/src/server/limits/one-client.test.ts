import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { MOST_PIPELINED } from './pipelining.ts'

let instance: Instance
let url: URL
beforeEach(async () => {
  instance = await openInstance('sqlite')
  url = new URL(await instance.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterEach(() => instance.close())

const open = () => connect(Number(url.port), url.hostname)

/** All that a connection answers, until the server ends it or it has answered so often. */
async function answersOf(
  socket: Socket,
  count = Number.POSITIVE_INFINITY,
): Promise<{ statuses: string[]; text: string }> {
  let text = ''
  const statuses = () => text.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []
  socket.on('data', (chunk) => {
    text += chunk
    if (statuses().length >= count) socket.end()
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return { statuses: statuses(), text }
}

test('pipelining: more than a hundred concurrent requests on one connection are refused, and the connection ends', async () => {
  const socket = open()
  // It is closed on while it writes.
  socket.on('error', () => undefined)
  const answered = answersOf(socket)
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000))
  const { statuses, text } = await answered
  expect(statuses).toEqual([...Array(MOST_PIPELINED).fill('200'), '429'])
  expect(text).toContain(`up to ${MOST_PIPELINED} may be under way`)
  expect((await fetch(new URL('/healthz', url))).status).toBe(200)
})

test('pipelining: a few concurrent requests are all answered, however many there are in total', async () => {
  const socket = open()
  const answered = answersOf(socket, 5 * MOST_PIPELINED)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  for (let round = 1; round <= 5; round++) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(MOST_PIPELINED))
    await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(round * MOST_PIPELINED)
  }
  expect((await answered).statuses).toEqual(Array(5 * MOST_PIPELINED).fill('200'))
})

test.each([
  ['a dead link', '/g/none/steps/none', 'multipart/form-data; boundary=x'],
  ['an address that takes nothing', '/api/v1/none', 'application/json'],
  ['a body beyond the limit', '/oauth/token', 'application/x-www-form-urlencoded'],
])('a refused body is read to a limit only: %s', async (_name, path, type) => {
  const socket = open()
  socket.on('error', () => undefined)
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const length = 300 * 1024 * 1024
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n--x\r\n`)
  const piece = Buffer.alloc(64 * 1024, 'a')
  const send = () => {
    while (!socket.destroyed && socket.bytesWritten < length && socket.write(piece));
  }
  socket.on('drain', send)
  send()
  await closed
  expect(told).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024)
})

test('a request without Host is refused with an explanation; one of HTTP/1.0 is answered', async () => {
  const ask = async (text: string) => {
    const socket = open()
    const answered = answersOf(socket, 1)
    socket.write(text)
    return (await answered).text
  }
  const refused = await ask('GET /healthz HTTP/1.1\r\n\r\n')
  expect(refused).toMatch(/^HTTP\/1\.1 400 /)
  expect(refused).toMatch(/"type":"invalid_request","message":"Send the Host header \(RFC 9112\)".*"request_id"/)
  expect(await ask('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})
