import { afterEach, expect, test } from 'vitest'
import { type Answer, type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { createGuard } from '../../outbound/guard.ts'
import { createSender, type Sender } from './send.ts'

const LIMIT_MS = 400

let receiver: Receiver
let sender: Sender
afterEach(async () => {
  await sender.close()
  await receiver.close()
})

const messageTo = (url: string, endpoint_id = 'e') => {
  const kept = { url, headers: {}, payload: 'full' as const }
  return { endpoint_id, url, headers: {}, body: '{}', kept }
}

async function send(answer: Answer, url = '/', allowLoopback = true) {
  receiver = await startReceiver(answer)
  const guard = createGuard({ allowedRanges: [], allowLoopback, httpsOnly: false })
  sender = createSender({ guard, connections: 2 })
  const began = performance.now()
  const target = url.startsWith('/') ? receiver.url(url) : url.replace('PORT', new URL(receiver.url()).port)
  const attempt = await sender.send(messageTo(target), { milliseconds: LIMIT_MS })
  return { attempt, took: performance.now() - began }
}

test.each<[string, Answer]>([
  ['never answers', () => undefined],
  [
    'drips its headers',
    ({ socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket?.write('x-drip: 1\r\n'), 50)
      socket?.once('close', () => clearInterval(timer))
    },
  ],
  [
    'drips its body',
    (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 50)
      response.once('close', () => clearInterval(timer))
    },
  ],
])('a receiver that %s is subject to one time limit for the whole exchange', async (_what, answer) => {
  const { attempt, took } = await send(answer)
  expect(attempt).toMatchObject({ error: 'timeout', response_status: null })
  expect(took).toBeLessThan(LIMIT_MS * 5)
})

test('an endless response is cut off at the size limit', async () => {
  const open = new Set<unknown>()
  const { attempt, took } = await send((response) => {
    open.add(response)
    const timer = setInterval(() => response.write('x'.repeat(8192)), 1)
    response.once('close', () => {
      clearInterval(timer)
      open.delete(response)
    })
  })
  expect(attempt).toMatchObject({ error: undefined, response_status: 200, response_body: 'x'.repeat(4096) })
  expect(took).toBeLessThan(LIMIT_MS)
  await expect.poll(() => open.size).toBe(0)
})

test('a request that waits for a connection until its time limit is not sent', async () => {
  receiver = await startReceiver(() => undefined)
  const guard = createGuard({ allowedRanges: [], allowLoopback: true, httpsOnly: false })
  sender = createSender({ guard, connections: 1 })
  const message = messageTo(receiver.url())
  const first = sender.send(message, { milliseconds: LIMIT_MS })
  const second = sender.send(message, { milliseconds: LIMIT_MS / 2 })
  expect((await second).error).toBe('timeout')
  expect((await first).error).toBe('timeout')
  await new Promise((resolve) => setTimeout(resolve, LIMIT_MS / 2))
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that closes the connection and one that is unreachable are reported', async () => {
  const { attempt } = await send((response) => void response.destroy())
  expect(attempt.error).toBe('connection_reset')
  await receiver.close()
  const gone = await sender.send(messageTo(receiver.url(), 'f'))
  expect(gone).toMatchObject({ error: 'connection_refused', explanation: 'The receiver refused the connection' })
})

test.each(['http://127.0.0.1:PORT/', 'http://[::ffff:127.0.0.1]:PORT/', 'http://localhost:PORT/'])(
  'an address stored under older rules is rejected when sending: %s',
  async (url) => {
    const { attempt } = await send((response) => void response.end(), url, false)
    expect(attempt.error).toBe('blocked_address')
    expect(receiver.received).toEqual([])
  },
)

test('the response of a receiver is stored as valid text', async () => {
  const { attempt } = await send((response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0xc3])))
  expect(attempt).toMatchObject({ error: undefined, response_status: 200, response_body: 'a\ufffd\ufffd\ufffd' })
})
