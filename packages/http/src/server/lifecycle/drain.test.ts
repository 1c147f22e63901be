import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'

let instance: Instance
let url: URL
let agent: Agent
beforeEach(async () => {
  instance = await openInstance('sqlite')
  url = new URL(await instance.app.listen({ host: '127.0.0.1', port: 0 }))
  agent = new Agent({ keepAlive: true, maxSockets: 64 })
})
afterEach(async () => {
  agent.destroy()
  await instance.close()
})

interface Ended {
  status: number
  connection: string | undefined
}

/** Creates a contact on a connection that is kept alive. */
function create(email: string): Promise<Ended> {
  const headers = { authorization: `Bearer ${instance.acme.token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(new URL('/api/v1/contacts', url), { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }))
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ contact: { email, first_name: 'A' } }))
  })
}

test('stopping: no connection is refused before the last answer is sent', async () => {
  const { port, hostname } = url
  const body = JSON.stringify({ contact: { email: 'slow@example.com', first_name: 'A' } })
  const head = `POST /api/v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${instance.acme.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const slow = connect(Number(port), hostname)
  let answer = ''
  slow.on('data', (chunk) => {
    answer += chunk
  })
  slow.write(head + body.slice(0, 10))
  const healthy = () =>
    fetch(new URL('/healthz', url)).then(
      ({ status }) => status,
      () => 'refused',
    )
  // The half of it is there before the other is asked for.
  expect(await healthy()).toBe(200)
  const closed = instance.app.close()
  await expect.poll(healthy, { timeout: 5000 }).toBe(503)
  // Longer than connections in constant use are waited for.
  for (const until = performance.now() + 2500; performance.now() < until; ) expect(await healthy()).toBe(503)
  slow.write(body.slice(10))
  await closed
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await healthy()).toBe('refused')
})

test('stopping: busy clients are answered with Connection: close', async () => {
  let stopped = false
  const answers: Ended[] = []
  let failure: unknown
  const client = async (number: number) => {
    // A client that is told that the connection ends does not use the next one: it would be refused.
    for (let i = 0; !stopped; i++) {
      const answer = await create(`${number}-${i}@example.com`)
      answers.push(answer)
      if (answer.connection === 'close') return
    }
  }
  const clients = Promise.all(Array.from({ length: 64 }, (_, number) => client(number))).catch((error) => {
    failure = error
  })
  await expect.poll(() => answers.length).toBeGreaterThan(500)
  await instance.app.close()
  stopped = true
  await clients
  expect(failure).toBe(undefined)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(answers.filter(({ connection }) => connection === 'close')).toHaveLength(64)
  const stored = await instance.handrail.database.read(async ({ db, tables: { contacts } }) =>
    db.select().from(contacts),
  )
  expect(stored).toHaveLength(answers.length)
}, 30_000)

/** Sends the head of a request and the beginning of its body, on a connection of its own. */
function begin(email: string) {
  const socket = connect(Number(url.port), url.hostname)
  const body = JSON.stringify({ contact: { email, first_name: 'Late' } })
  const head = [
    'POST /api/v1/contacts HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${instance.acme.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const read = once(instance.app.server, 'request')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const answer = once(socket, 'close').then(() => text)
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  return { read, answer, rest: () => socket.write(body.slice(10)) }
}

test('stopping: a started request is not cut, however slowly its body arrives', async () => {
  const begun = begin('late@example.com')
  await begun.read
  const closed = instance.app.close()
  await expect.poll(() => instance.app.server.listening).toBe(false)
  begun.rest()
  const answer = await begun.answer
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 201 Created/)
  expect(answer).toMatch(/connection: close/i)
})

test('stopping: idle connections are closed before those with a request', async () => {
  await create('once@example.com')
  await create('twice@example.com')
  const [socket] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])
  if (!socket) throw new Error('The connection was not kept')
  const begun = begin('late@example.com')
  await begun.read
  const closed = instance.app.close()
  await once(socket, 'close')
  begun.rest()
  expect(await begun.answer).toMatch(/^HTTP\/1\.1 201 Created/)
  await closed
})

test('stopping: connections without a request are not waited for', async () => {
  const silent = connect(Number(url.port), url.hostname)
  await once(instance.app.server, 'connection')
  const cut = once(silent, 'close')
  await instance.app.close()
  await cut
})
