import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver } from '../../../../../test/receiver.ts'
import { openInstance } from '../../../test/instance.ts'
import { type NameServer, startNameServer } from '../../../test/servers/name-server.ts'
import { operations } from '../../index.ts'
import { createResolver, type Resolver } from './resolver.ts'

const { createOrganisation, createWebhookEndpoint, getWebhookEndpoint } = operations

let server: NameServer
let resolve: Resolver
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-names-'))
  const hostsFile = join(folder, 'hosts')
  writeFileSync(
    hostsFile,
    '# of this machine\n192.0.2.7\tbuild.example.com Alias.Example.com # both\n2001:db8::7 build.example.com\n',
  )
  server = await startNameServer({ 'receiver.example.com': '127.0.0.1' })
  resolve = createResolver({ servers: [server.address], hostsFile })
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const lookUp = (name: string) =>
  new Promise((settle) => {
    resolve(name, { all: true }, (error, addresses) => settle(error ? error.code : addresses.map((one) => one.address)))
  })

test.each([
  ['receiver.example.com', ['127.0.0.1']],
  ['receiver.example.com.', ['127.0.0.1']],
  ['build.example.com', ['192.0.2.7', '2001:db8::7']],
  ['alias.example.com', ['192.0.2.7']],
  ['localhost', ['127.0.0.1', '::1']],
  ['absent.example.com', 'ENOTFOUND'],
])('%s resolves to %j', async (name, found) => {
  expect(await lookUp(name)).toEqual(found)
})

test('unresponsive name servers do not delay other names', async () => {
  const waiting = Array.from({ length: 50 }, (_, i) => lookUp(`silent-${i}.example.com`))
  await expect.poll(() => new Set(server.unanswered).size, { timeout: 10_000 }).toBe(50)
  // The others wait for at least a second.
  expect(await Promise.race([lookUp('receiver.example.com'), ...waiting])).toEqual(['127.0.0.1'])
  expect(await Promise.all(waiting)).toEqual(Array(50).fill('EAI_AGAIN'))
}, 30_000)

test('an unknown host name fails its delivery only, with a reason', async () => {
  const receiver = await startReceiver()
  const webhooks = { deliver: true, resolve }
  const instance = await openInstance('sqlite', { publicUrl: 'http://localhost:3000', webhooks })
  const { acme } = instance
  const { port } = new URL(receiver.url())
  const subscribe = async (host: string) =>
    (await acme.invoke(createWebhookEndpoint, { url: `http://${host}:${port}/`, events: ['organisation.created'] }))
      .data
  const absent = await subscribe('absent.example.com')
  const silent = await subscribe('silent.example.com')
  await subscribe('receiver.example.com')
  await acme.invoke(createOrganisation, { name: 'Acme' })
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
  const errorOf = async ({ id }: { id: string }) =>
    (await acme.invoke(getWebhookEndpoint, { id })).data.deliveries[0]?.error
  await expect
    .poll(() => errorOf(absent), { timeout: 10_000 })
    .toBe('dns_error: The host name of the receiver could not be found')
  await expect
    .poll(() => errorOf(silent), { timeout: 20_000 })
    .toBe('dns_error: The host name of the receiver could not be resolved: its name servers did not answer')
  await instance.close()
  await receiver.close()
}, 60_000)
