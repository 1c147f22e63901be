import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { migratedPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { call, type Server, useProgram } from '../../../../test/program.ts'
import { connectToBoth, hasStarted, isRunning } from './connection.ts'

const SECRET = 'a secret of the tests, long enough for anybody'
const WRITERS = 16
const WAIT = { timeout: 20_000, interval: 20 }
const { serve } = useProgram()

async function serveByTwo() {
  const environment = { DATABASE_URL: await migratedPostgresDatabase(), HANDRAIL_SECRET: SECRET }
  const args = ['--processes', '2', '--demo', '--rate-limit-minute', '0', '--rate-limit-hour', '0']
  const server = await serve(args, { environment })
  const pids = await hasStarted(server, 2)
  return { server, pids, key: /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? '' }
}

/** Creates contacts, one after the other, until it is stopped. A connection that breaks is replaced. */
function write({ url }: Server, token: string, writer: number, answered: string[]) {
  let isStopped = false
  const running = (async () => {
    for (let count = 0; !isStopped; count++) {
      const email = `${writer}-${count}@durable.example`
      const body = { contact: { email, first_name: 'Durable' } }
      const sent = call(`${url}/api/v1/contacts`, token, { method: 'POST', body })
      const status = await sent.then((answer) => answer.status).catch(() => undefined)
      if (status === 201) answered.push(email)
    }
  })()
  return async () => {
    isStopped = true
    await running
  }
}

/** All addresses of contacts, by pages. */
async function emailsOf({ url }: Server, token: string): Promise<Set<string>> {
  const emails = new Set<string>()
  for (let page = 1; ; page++) {
    const { json } = await call(`${url}/api/v1/contacts?per_page=100&page=${page}`, token)
    for (const { email } of json.data) emails.add(email)
    if (json.data.length < 100) return emails
  }
}

test('a process that is killed amid writers loses nothing that was answered, is replaced, and its counts are kept', async () => {
  const { server, pids, key } = await serveByTwo()
  const [one, other] = await connectToBoth(server)
  const answered: string[] = []
  const stops = Array.from({ length: WRITERS }, (_, writer) => write(server, key, writer, answered))
  const grows = async () => {
    const before = answered.length
    await expect.poll(() => answered.length, WAIT).toBeGreaterThan(before + WRITERS)
  }
  await grows()
  const created = async () => {
    const { text } = await one.call('/metrics')
    const line =
      /^handrail_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/contacts",status="201"\} (\d+)$/m
    return Number(line.exec(text)?.[1])
  }
  const before = await created()
  process.kill(other.pid, 'SIGKILL')
  expect(await created()).toBeGreaterThanOrEqual(before)
  const [, , next] = await hasStarted(server, 3)
  expect(pids).not.toContain(next)
  await grows()
  for (const stop of stops) await stop()
  expect(await created()).toBeGreaterThanOrEqual(before)
  const emails = await emailsOf(server, key)
  expect(answered.filter((email) => !emails.has(email))).toEqual([])
  expect(server.stderr()).toContain(`"process":${other.pid},"code":null,"signal":"SIGKILL"`)
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}, 60_000)

/** A request whose head has arrived in a process, and whose body has not. */
async function beginRequest({ url }: Server, token: string) {
  const body = JSON.stringify({ contact: { email: 'late@example.com', first_name: 'Late' } })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  const head = [
    'POST /api/v1/contacts HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => answer, WAIT).toContain('100 Continue')
  return { finish: () => socket.write(body), closed }
}

test('SIGTERM, to all processes as from a terminal, answers requests in progress; then nothing is left', async () => {
  const { server, pids, key } = await serveByTwo()
  const requests = await Promise.all([beginRequest(server, key), beginRequest(server, key)])
  for (const pid of pids) process.kill(pid, 'SIGTERM')
  for (const pid of pids) process.kill(pid, 'SIGINT')
  server.kill('SIGTERM')
  const health = () => fetch(`${server.url}/healthz`).then(({ status }) => status)
  await expect.poll(health, WAIT).toBe(503)
  for (const { finish } of requests) finish()
  const [one, other] = await Promise.all(requests.map(({ closed }) => closed))
  // Both create a contact with one e-mail address: whichever comes second is refused.
  expect([one, other].filter((answer) => answer?.includes('201 Created'))).toHaveLength(1)
  expect([one, other].filter((answer) => answer?.includes('422 '))).toHaveLength(1)
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
  expect(pids.filter(isRunning)).toEqual([])
}, 60_000)

test('a second signal ends all processes at once', async () => {
  const { server, pids, key } = await serveByTwo()
  await beginRequest(server, key)
  server.kill('SIGINT')
  // The process without a request has ended or refuses, and the other refuses or listens no more.
  const answered = () =>
    fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status,
      () => 'nothing',
    )
  await expect.poll(answered, WAIT).not.toBe(200)
  server.kill('SIGINT')
  expect((await server.ended).code).toBe(130)
  await expect.poll(() => pids.filter(isRunning), WAIT).toEqual([])
}, 60_000)

test('processes end with their supervisor, even if it is killed, and leave the port', async () => {
  const { server, pids } = await serveByTwo()
  // Lines of the log that wait to be written keep none alive.
  await connectToBoth(server)
  await fetch(`${server.url}/healthz`)
  server.kill('SIGKILL')
  await server.ended
  await expect.poll(() => pids.filter(isRunning), WAIT).toEqual([])
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
}, 60_000)
