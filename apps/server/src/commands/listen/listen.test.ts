import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'

const { runHere: run, serve, begin } = useCommands()
const receivers: Receiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

async function setUp() {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
  const { url } = await serve()
  const token = (await run(['create-key', '--name', 'x', '--scopes', 'all'])).stdout.trim()
  const add = async (name: string) => {
    const body = { organisation: { name } }
    expect((await call(`${url}/api/v1/organisations`, token, { method: 'POST', body })).status).toBe(201)
  }
  const listen = (...args: string[]) =>
    begin(['listen', ...args, '--public-url', url], { environment: { HANDRAIL_API_KEY: token } })
  return { url, token, add, listen }
}

const GOING = /Forwarding events of \S+ to \S+, signed with (whsec_\S+)/

test('listen: forwards each event once and in order, also while the receiver restarts', async () => {
  const { url, add, listen } = await setUp()
  await add('Before')
  let failures = 2
  const receiver = await startReceiver((response) => {
    response.writeHead(failures-- > 0 ? 503 : 204).end()
  })
  receivers.push(receiver)
  const listening = listen(receiver.url('/hook'), '--events', 'organisation.*')
  await expect.poll(listening.stdout, { timeout: 20_000 }).toMatch(GOING)
  for (const name of ['One', 'Two', 'Three']) await add(name)
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(5)
  const [, secret = ''] = GOING.exec(listening.stdout()) ?? []
  const told = receiver.received.map(({ body, headers }) => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    const event = JSON.parse(body)
    expect(headers['webhook-id']).toBe(event.id)
    expect(Object.keys(event)).toEqual(['id', 'event', 'timestamp', 'webhook_id', 'sequence', 'data'])
    return event.data.name
  })
  expect(told).toEqual(['One', 'One', 'One', 'Two', 'Three'])
  await expect.poll(listening.stdout).toMatch(/organisation\.created evt_\w+ 204\n.*204\n.*204\n/)
  listening.kill('SIGINT')
  expect(await listening.ended).toMatchObject({ code: 0, stderr: '' })
  expect(url).toMatch(/^http/)
}, 60_000)

test('listen: forwards events since a time, and only the requested types; a key without the scope is reported', async () => {
  const { url, add, listen } = await setUp()
  await add('Before')
  const receiver = await startReceiver()
  receivers.push(receiver)
  const listening = listen(receiver.url(), '--since', '2020-01-01T00:00:00Z', '--events', 'organisation.created')
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { name: 'Before' } })
  listening.kill('SIGTERM')
  expect(await listening.ended).toMatchObject({ code: 0 })

  const key = (await run(['create-key', '--name', 'x', '--scopes', 'contacts:read'])).stdout.trim()
  const refused = await run(['listen', 'http://localhost:1', '--public-url', url], {
    environment: { HANDRAIL_API_KEY: key },
  })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('lacks the scope webhooks:manage') })
}, 60_000)

test.each<[string[], Record<string, string>, number, string]>([
  [['not-an-address'], { HANDRAIL_API_KEY: 'hr_key_x' }, 2, 'Give the address to forward to: handrail listen http://'],
  [['http://localhost:1'], {}, 2, 'Set HANDRAIL_API_KEY to an API key with the scope webhooks:manage'],
  [
    ['http://localhost:1', '--public-url', 'http://127.0.0.1:9'],
    { HANDRAIL_API_KEY: 'hr_key_x' },
    1,
    'http://127.0.0.1:9 cannot be reached: set its address with --public-url',
  ],
])('listen %j is refused', async (args, environment, code, sentence) => {
  const refused = await run(['listen', ...args], { environment })
  expect(refused).toMatchObject({ code, stdout: '' })
  expect(refused.stderr).toContain(sentence)
  expect(refused.stderr).not.toContain('hr_key_x')
})
