import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

const SLOWEST_MS = 28_000

describe('the socket', () => {
  let instance: Instance
  let port: number
  beforeAll(async () => {
    instance = await openInstance('sqlite')
    const address = await instance.app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(address).port)
  })
  afterAll(() => instance.close())

  /** Sends text as it is; resolves to all that came back once the server ends the connection, and after how long. */
  function send(text: string, drip?: string): Promise<{ text: string; after: number }> {
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      const dripping = drip === undefined ? undefined : setInterval(() => socket.writable && socket.write(drip), 500)
      let received = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('error', reject)
      socket.on('close', () => {
        clearInterval(dripping)
        resolve({ text: received, after: performance.now() - began })
      })
    })
  }

  const head = (...lines: string[]) => `${['GET /healthz HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`
  const post = (...lines: string[]) => `${['POST /api/v1/contacts HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`

  test.each([
    ['both lengths', `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
    ['two lengths', `${post('Content-Length: 4', 'Content-Length: 5')}abcde`, 400],
    ['lines that end in LF alone', 'GET /healthz HTTP/1.1\nHost: a\n\n', 400],
    ['a folded header', head('X-A: b', ' c', 'Connection: close'), 400],
    ['a space before the colon', head('X-A : b', 'Connection: close'), 400],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an unknown expectation', head('Expect: wonders', 'Connection: close'), 417],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['40 kB of headers', head(`X-A: ${'b'.repeat(40_000)}`), 431],
  ])('%s', async (_name, text, status) => {
    const answer = await send(text)
    expect(answer.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (_name === 'no host') return
    const [headers = '', body = ''] = answer.text.split('\r\n\r\n')
    const [, id] = /^x-request-id: ([\w-]+)$/im.exec(headers) ?? []
    expect(headers).toMatch(/^content-type: application\/json; charset=utf-8$/im)
    expect(JSON.parse(body)).toEqual({
      error: { type: 'invalid_request', message: expect.any(String), request_id: id },
    })
  })

  test('a header in a request id is not copied to the answer', async () => {
    const answer = await send(head('X-Request-Id: a\rX-Evil: b', 'Connection: close'))
    expect(answer.text).not.toMatch(/^x-evil/im)
  })

  test.each(['/api/v1/contacts', '/mcp'])(
    'a body of 3 MB to %s is refused, also for a client that reads only after writing',
    async (path) => {
      const sender = connect(port, '127.0.0.1')
      await once(sender, 'connect')
      const authorization = `Authorization: Bearer ${instance.acme.token}`
      const rest = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 3000000', authorization]
      sender.write([`POST ${path} HTTP/1.1`, ...rest, '', ''].join('\r\n'))
      for (let piece = 0; piece < 30; piece++) {
        if (!sender.write('x'.repeat(100_000))) await once(sender, 'drain')
        await new Promise((resolve) => setImmediate(resolve))
      }
      const [answer] = await once(sender.setEncoding('utf8'), 'data')
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s)
      // The connection is as good as before.
      sender.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const [next] = await once(sender, 'data')
      expect(next).toMatch(/^HTTP\/1\.1 200 /)
      sender.destroy()
    },
  )

  test('a slow request is cut off', { timeout: SLOWEST_MS + 5000 }, async () => {
    const slow = [
      send('GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n'),
      send(
        post(`Authorization: Bearer ${instance.acme.token}`, 'Content-Type: application/json', 'Content-Length: 1000'),
        'x',
      ),
    ]
    for (const { after, text } of await Promise.all(slow)) {
      expect(after).toBeLessThan(SLOWEST_MS)
      expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"type":"invalid_request"/)
    }
  })

  test('requests in progress are answered when the server closes, with Connection: close', async () => {
    const closing = await openInstance('sqlite')
    const address = new URL(await closing.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(address.port), '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    const begun = new Promise((resolve) => closing.app.server.once('connection', resolve))
    const body = '{"contact":{"email":"a@b.example","first_name":"A"}}'
    const headers = [`Authorization: Bearer ${closing.acme.token}`, 'Content-Type: application/json']
    socket.write(post(...headers, `Content-Length: ${body.length}`))
    await begun
    await sleep(50)
    const closed = closing.close()
    await sleep(50)
    socket.write(body + head())
    await closed
    const answers = received.split(/(?=HTTP\/1\.1 )/)
    expect(answers).toEqual([expect.stringMatching(/^HTTP\/1.1 201 /)])
    expect(answers[0]).toMatch(/^connection: close\r$/im)
  })
})
