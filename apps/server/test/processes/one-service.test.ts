import { expect, test } from 'vitest'
import { AGREED, begin, CLIENT } from '../../../../packages/http/test/support/asking.ts'
import { useCommands } from '../../../../test/in-process.ts'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { type Connection, connectToBoth, hasStarted } from './connection.ts'

const SECRET = 'a secret of the tests, long enough for anybody'
const WAIT = { timeout: 20_000, interval: 100 }
const SECOND = { timeout: 1000, interval: 10 }
const { run, runHere, serve } = useCommands()

async function inDatabase() {
  return { DATABASE_URL: await freshPostgresDatabase(), HANDRAIL_SECRET: SECRET }
}

/** The count of a metric, from the process that is asked. */
async function metric(connection: Connection, name: string): Promise<number> {
  const { text } = await connection.call('/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

/** An application that acts alone, and a token of it. */
async function tokenOf(connection: Connection, environment: Record<string, string>) {
  const args = ['--name', 'Sync', '--scopes', 'contacts:read', '--client-credentials-role', 'viewer']
  const { stdout } = await runHere(['create-app', ...args], { environment })
  const [, id = '', secret = ''] = /client_id: (\S+)\nclient_secret: (\S+)/.exec(stdout) ?? []
  const client = `client_id=${id}&client_secret=${secret}`
  const sent = { method: 'POST', body: `grant_type=client_credentials&${client}` }
  const { json } = await connection.call('/oauth/token', sent)
  const token = String(json.access_token)
  const revoke = (where: Connection) =>
    where.call('/oauth/revoke', { method: 'POST', body: `token=${token}&${client}` })
  return { token, revoke }
}

test('two processes: one banner, one log, one count of requests, one end of a token, one answer to a question', async () => {
  const environment = await inDatabase()
  const server = await serve(['--processes', '2', '--demo'], { environment })
  expect(await hasStarted(server, 2)).toHaveLength(2)
  const key = /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''
  expect(server.stdout().match(/^Handrail \S+ is ready\./gm)).toHaveLength(1)

  const [one, other] = await connectToBoth(server)
  for (const connection of [one, other]) {
    expect((await connection.call('/readyz')).status).toBe(200)
    // A machine with much else to do may answer 503 at first, as it may to anybody.
    const list = () => connection.call('/api/v1/contacts', { token: key })
    await expect.poll(list, WAIT).toMatchObject({ status: 200, json: { meta: { total: 40 } } })
  }
  await expect.poll(server.stderr).toContain(`"pid":${other.pid}`)

  // Each has answered one, and either tells of both.
  const counted = 'handrail_http_request_duration_seconds_count{method="GET",route="/api/v1/contacts",status="200"}'
  for (const connection of [one, other]) {
    expect(await metric(connection, 'handrail_processes')).toBe(2)
    expect(await metric(connection, counted)).toBe(2)
    expect(await metric(connection, 'handrail_contacts')).toBe(40)
  }

  const { token, revoke } = await tokenOf(one, environment)
  const statusIn = async (connection: Connection) => (await connection.call('/api/v1/contacts', { token })).status
  expect([await statusIn(one), await statusIn(other)]).toEqual([200, 200])
  await revoke(one)
  expect(await statusIn(one)).toBe(401)
  await expect.poll(() => statusIn(other), SECOND).toBe(401)

  await asksInOneAndIsAnsweredInTheOther(new URL('/mcp', server.url), key, [one, other])
  server.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  for (const line of stderr.trim().split('\n')) expect(JSON.parse(line).pid, line).toEqual(expect.any(Number))
}, 60_000)

async function asksInOneAndIsAnsweredInTheOther(url: URL, token: string, [one, other]: [Connection, Connection]) {
  const session = (await begin(url, token)) ?? ''
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    'mcp-session-id': session,
  }
  const post = (connection: Connection, message: object) =>
    connection.open('/mcp', { method: 'POST', token, headers, body: { jsonrpc: '2.0', ...message } })
  const call = (connection: Connection, name: string, given: object) =>
    post(connection, { id: name, method: 'tools/call', params: { name, arguments: given } })

  const sections = [{ title: 'S', steps: [{ title: 'T' }] }]
  const drafted = await call(other, 'create_guide_draft', { title: `By ${CLIENT.name}`, sections })
  const { data } = JSON.parse((await drafted.toArray()).join('')).result.structuredContent
  const asking = await call(one, 'publish_guide', { id: data.id, revision: data.revision })
  const events = eventsOf(asking)
  const question = (await events.next()).value
  expect(question.method).toBe('elicitation/create')
  const answered = await post(other, { id: question.id, result: AGREED })
  expect(answered.statusCode).toBe(202)
  answered.resume()
  expect((await events.next()).value.result.structuredContent.data).toMatchObject({ published: true })
}

/** The messages of an event stream. */
async function* eventsOf(stream: AsyncIterable<Buffer>) {
  let text = ''
  for await (const part of stream) {
    text += part
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}

test('a limit of requests counts what both processes answer, and outlasts the end of one', async () => {
  const environment = await inDatabase()
  const limits = ['--rate-limit-minute', '0', '--rate-limit-hour', '30']
  const server = await serve(['--processes', '2', '--demo', ...limits], { environment })
  await hasStarted(server, 2)
  const key = /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''
  const limited = await runHere(['create-key', '--name', 'Limited', '--scopes', 'contacts:read'], { environment })
  const token = limited.stdout.trim()
  const both = await connectToBoth(server)
  for (const connection of both) expect(await statusOf(connection, key)).toBe(200)
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { status } = await (both[i % 2] as Connection).call('/api/v1/contacts', { token })
      return status
    }),
  )
  expect(statuses.toSorted()).toEqual([...Array(30).fill(200), ...Array(30).fill(429)])
  process.kill(both[0].pid, 'SIGKILL')
  await hasStarted(server, 3)
  for (const connection of await connectToBoth(server)) expect(await statusOf(connection, token)).toBe(429)
}, 60_000)

/** The first answer other than 503, which a busy machine may give at first. */
async function statusOf(connection: Connection, token: string): Promise<number> {
  for (;;) {
    const { status } = await connection.call('/api/v1/contacts', { token })
    if (status !== 503) return status
  }
}

test('two processes that cannot start end with one message, and the exit code of one', async () => {
  const url = new URL((await inDatabase()).DATABASE_URL)
  Object.assign(url, { username: 'nobody_there', password: 'hunter2' })
  const refused = await run(['serve', '--port', '0', '--processes', '2'], {
    environment: { DATABASE_URL: url.href, HANDRAIL_SECRET: SECRET },
  })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^Cannot use the PostgreSQL database \S+ \(DATABASE_URL\): .*nobody_there.*\n$/)
})
