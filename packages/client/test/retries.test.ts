import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../http/test/support/instance.ts'
import { listen } from '../../http/test/support/mcp.ts'
import {
  type Client,
  ConflictError,
  ConnectionError,
  createClient,
  HandrailError,
  ServerError,
  TimeoutError,
} from '../src/index.ts'
import { type FaultyProxy, startProxy } from './support/proxy.ts'

let instance: Instance
let proxy: FaultyProxy
let client: Client
beforeAll(async () => {
  instance = await openInstance('sqlite')
  proxy = await startProxy((await listen(instance)).origin)
  client = createClient({ baseUrl: proxy.url, token: instance.acme.token })
})
afterEach(() => {
  proxy.faults = []
  proxy.seen = []
})
afterAll(async () => {
  proxy.close()
  await instance.close()
})

const contact = (name: string) => ({ email: `${name}@b.example`, first_name: name })
const NOW = { retryAfter: '0' }

test('the client repeats a GET after 5xx, with a token of the time', async () => {
  proxy.faults = [
    { status: 502, ...NOW },
    { status: 503, retryAfter: new Date().toUTCString() },
    { status: 500, ...NOW },
  ]
  let count = 0
  const token = () => `${count++ === 3 ? instance.acme.token : 'expired'}`
  await createClient({ baseUrl: proxy.url, token }).getMe()
  expect(new Set(proxy.seen.map((one) => one.token)).size).toBe(2)
})

test('the client repeats a POST with one key, and the server answers a second time as the first', async () => {
  proxy.faults = ['cut', { status: 504, ...NOW }]
  const { data } = await client.createContact(contact('cut'))
  expect(data.email).toBe('cut@b.example')
  expect(proxy.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST'])
  expect(new Set(proxy.seen.map(({ key }) => key)).size).toBe(1)
  const { data: other } = await client.createContact(contact('other'))
  expect(proxy.seen.at(-1)?.key).not.toBe(proxy.seen[0]?.key)
  expect(other.id).not.toBe(data.id)
})

test('the client sends a POST again whose first attempt is still running', async () => {
  const error = {
    type: 'conflict',
    code: 'idempotency_key_in_use',
    message: 'A request with this key is still running',
  }
  const body = JSON.stringify({ error })
  proxy.faults = ['cut', { status: 409, body }]
  expect((await client.createContact(contact('running'))).data.first_name).toBe('running')
})

test('the client does not repeat a POST that conflicts with the state of a record', async () => {
  const { data: draft } = await client.createGuide({ title: 'Changed since' })
  proxy.seen = []
  const published = client.publishGuideDraft({ id: draft.id, revision: 'an earlier one' })
  await expect(published).rejects.toBeInstanceOf(ConflictError)
  await expect(published).rejects.toMatchObject({ code: 'conflict', status: 409 })
  expect(proxy.seen).toHaveLength(1)
})

test('the client waits for a request with the same key that still runs, and gets its answer', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ action: 'create' as const, data: { name: `Both ${i}` } }))
  const batch = () => client.batchOrganisations({ items }, { idempotencyKey: 'both' })
  const [one, other] = await Promise.all([batch(), batch()])
  expect(one).toEqual(other)
  expect(one.data.succeeded).toBe(300)
})

test('the client does not repeat a PATCH or DELETE that may have been carried out', async () => {
  const { data } = await client.createContact(contact('patch'))
  for (const fault of ['cut', { status: 503, ...NOW }] as const) {
    proxy.faults = [fault, fault]
    proxy.seen = []
    await expect(client.updateContact({ id: data.id, first_name: 'P' })).rejects.toBeInstanceOf(HandrailError)
    await expect(client.deleteContact({ id: data.id })).rejects.toBeInstanceOf(HandrailError)
    expect(proxy.seen.map(({ method }) => method)).toEqual(['PATCH', 'DELETE'])
    await client.upsertAll('contacts', [contact('patch')]).next()
  }
})

test('the client repeats every request that was refused by a rate limit', async () => {
  const { data } = await client.createContact(contact('limited'))
  proxy.faults = [{ status: 429, ...NOW }]
  expect((await client.updateContact({ id: data.id, first_name: 'L' })).data.first_name).toBe('L')
})

test('the client gives up after its retries, and does not repeat other errors', async () => {
  proxy.faults = Array.from({ length: 3 }, () => ({ status: 502, ...NOW }))
  const failing = client.getMe(undefined, { retries: 2 })
  await expect(failing).rejects.toBeInstanceOf(ServerError)
  await expect(failing).rejects.toMatchObject({ code: 'unexpected_answer', status: 502, retryAfter: 0 })
  proxy.seen = []
  await expect(client.getContact({ id: 'nobody' })).rejects.toMatchObject({ status: 404 })
  expect(proxy.seen).toHaveLength(1)
  proxy.faults = [{ status: 200 }]
  await expect(client.getMe()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
})

test('the client ends an attempt after the timeout, and reports a server that is not there', async () => {
  proxy.faults = ['hang']
  const { data } = await client.getMe(undefined, { timeout: 300 })
  expect(data).toMatchObject({ workspace: { name: 'Acme' } })
  proxy.faults = ['hang']
  await expect(client.getMe(undefined, { timeout: 100, retries: 0 })).rejects.toBeInstanceOf(TimeoutError)
  const gone = await startProxy('')
  gone.close()
  const call = createClient({ baseUrl: gone.url, token: 'any', retries: 0 }).getMe()
  await expect(call).rejects.toBeInstanceOf(ConnectionError)
  await expect(call).rejects.toMatchObject({ code: 'connection_failed', cause: expect.anything() })
  expect(() => createClient({ baseUrl: 'nowhere', token: 'any' })).toThrow(TypeError)
})

test('a signal ends a call of the client while it sends and while it waits', async () => {
  const reason = new Error('enough')
  for (const fault of ['hang', { status: 503, retryAfter: '50' }] as const) {
    proxy.faults = [fault]
    proxy.seen = []
    const controller = new AbortController()
    const call = client.getMe(undefined, { signal: controller.signal })
    call.catch(() => undefined)
    await expect.poll(() => proxy.seen.length).toBe(1)
    // The answer has to have arrived before the wait is interrupted.
    if (fault !== 'hang') await expect.poll(() => proxy.faults.length).toBe(0)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  }
  await expect(client.getMe(undefined, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
