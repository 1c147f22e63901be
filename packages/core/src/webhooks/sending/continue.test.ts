import { createServer, type Server } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createGuard } from '../../outbound/guard.ts'
import { createSender, type Sender } from './send.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine'

let server: Server
let sender: Sender
let connections: number
afterEach(async () => {
  await sender.close()
  await new Promise((resolve) => server.close(resolve))
})

/** A receiver that answers each request with these packets. */
async function startRaw(...packets: string[]): Promise<string> {
  connections = 0
  server = createServer({ noDelay: true }, (socket) => {
    connections++
    socket.on('error', () => socket.destroy())
    socket.on('data', async (request) => {
      if (!request.includes('POST')) return
      for (const packet of packets) {
        await new Promise((resolve) => socket.write(packet, resolve))
        for (let turns = 0; turns < 20; turns++) await turn()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const guard = createGuard({ allowedRanges: [], allowLoopback: true, httpsOnly: false })
  sender = createSender({ guard, connections: 1 })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

const send = (url: string) =>
  sender.send(
    { endpoint_id: 'e', url, headers: {}, body: '{}', kept: { url, headers: {}, payload: 'full' } },
    { milliseconds: 5000 },
  )

test.each<[string, string[]]>([
  ['with the answer', [CONTINUE + OK]],
  ['before the answer', [CONTINUE, OK]],
  ['in pieces', ['HTTP/1', '.1 100 Continue\r', '\n\r', '\nHTTP/1.1 200 OK\r\n', 'content-length: 4\r\n\r\nfine']],
  ['with headers, and twice', ['HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n', CONTINUE, OK]],
])('a receiver that sends an unrequested 100 Continue, %s, gets the delivery', async (_when, packets) => {
  const url = await startRaw(...packets)
  for (let round = 0; round < 3; round++)
    expect(await send(url)).toMatchObject({ error: undefined, response_status: 200, response_body: 'fine' })
  expect(connections).toBe(1)
})

test('other responses are unchanged, also with 100 Continue in a body', async () => {
  const length = `content-length: ${CONTINUE.length}\r\n\r\n`
  const url = await startRaw(`HTTP/1.1 500 No\r\n${length}`, CONTINUE)
  for (let round = 0; round < 2; round++)
    expect(await send(url)).toMatchObject({ error: 'http_status', response_status: 500, response_body: CONTINUE })
})

test('an endless 100 Continue fails and is not buffered', async () => {
  const url = await startRaw(
    'HTTP/1.1 100 Continue\r\n',
    ...Array.from({ length: 40 }, () => `x: ${'y'.repeat(1000)}\r\n`),
  )
  expect(await send(url)).toMatchObject({ error: expect.any(String), response_status: null })
})
