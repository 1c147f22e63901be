import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { createHandrail, operations } from '../src/index.ts'
import { ENGINES, type Instance, openInstance, publishedGuide, SECRET } from './instance.ts'
import { enroll, FROM } from './mail.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  getEmail,
  listEmails,
  listWebhookDeliveries,
  resendWebhookDelivery,
} = operations

const SENDER = fileURLToPath(new URL('./programs/writer-and-sender.ts', import.meta.url))
const MAIL_SENDER = fileURLToPath(new URL('./programs/mail-sender.ts', import.meta.url))
const OTHERS = 60
const GIVEN_UP = /^Not retried: the service ended 5 times while sending it/

let running: ChildProcess | undefined
let deaths = 0
let closing = false

/** Restarts a process whenever it has died. */
function keepRunning(program: string, args: string[]): void {
  running = spawn(process.execPath, [...conditions('packages/core'), program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.once('exit', () => {
    if (closing) return
    deaths++
    keepRunning(program, args)
  })
}

const kill = () => void running?.kill('SIGKILL')

describe.each(ENGINES)('an item that ends its process on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver | undefined
  let server: MailServer | undefined
  afterEach(async () => {
    closing = true
    if (running && running.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'exit')
      kill()
      await ended
    }
    await instance.close()
    await receiver?.close()
    await server?.close()
  })

  test('fails as a delivery after five deaths, and affects no other delivery', async () => {
    ;[deaths, closing] = [0, false]
    receiver = await startReceiver((response, { body }) => {
      if (body.includes('Deadly')) kill()
      else response.writeHead(204).end()
    })
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', now: undefined })
    const { acme, database } = instance
    const subscribe = async (path: string, url = receiver?.url(path) ?? '') =>
      (await acme.invoke(createWebhookEndpoint, { url, events: ['organisation.created'] })).data.id
    const endpoints = [await subscribe('/a'), await subscribe('/b')]
    for (let i = 0; i < OTHERS; i++) await acme.invoke(createOrganisation, { name: i === 3 ? 'Deadly' : `Other ${i}` })
    keepRunning(SENDER, [database, SECRET, acme.context.caller.workspace_id, '0'])
    const outcomes = async () =>
      (await Promise.all(endpoints.map((id) => acme.invoke(listWebhookDeliveries, { id, per_page: 100 })))).flatMap(
        ({ data }) => data,
      )
    const count = async (status: string) => (await outcomes()).filter((one) => one.status === status).length
    await expect.poll(() => count('pending'), { timeout: 300_000, interval: 200 }).toBe(0)
    const failed = (await outcomes()).filter((one) => one.status === 'failed')
    expect(failed.map(({ error }) => error)).toEqual([expect.stringMatching(GIVEN_UP), expect.stringMatching(GIVEN_UP)])
    expect(await count('succeeded')).toBe(2 * (OTHERS - 1))
    // Each of the two deliveries five times, unless both were under way together.
    expect(deaths).toBeGreaterThanOrEqual(5)
    expect(deaths).toBeLessThanOrEqual(10)
    const [id = ''] = endpoints
    const [given] = (await acme.invoke(listWebhookDeliveries, { id, status: 'failed' })).data
    const { data } = await acme.invoke(resendWebhookDelivery, { id, delivery_id: given?.id ?? '' })
    expect(data).toMatchObject({ status: 'pending', attempts: 0 })
  }, 360_000)

  test('fails as a mail after five deaths, and is reported as undelivered', async () => {
    ;[deaths, closing] = [0, false]
    server = await startMailServer()
    const { url } = server
    instance = await openInstance(engine, { mail: { url, from: FROM, send: false }, now: undefined })
    const { acme, database } = instance
    const { id: guide_id } = await publishedGuide(acme)
    const people: string[] = []
    for (let i = 0; i < 8; i++) people.push((await enroll(acme, { guide_id, send_invitation: true })).contact.email)
    server.onRecipient = (address) => {
      if (address === people[0]) kill()
    }
    keepRunning(MAIL_SENDER, [database, SECRET, url])
    const outbox = async () => (await acme.invoke(listEmails, {})).data
    const left = async () => (await outbox()).filter(({ status }) => status === 'waiting').length
    await expect.poll(left, { timeout: 300_000, interval: 200 }).toBe(0)
    const failed = (await outbox()).filter(({ status }) => status === 'failed')
    expect(failed).toMatchObject([{ recipient: people[0], error: expect.stringMatching(GIVEN_UP) }])
    expect(deaths).toBe(5)
    expect((await acme.invoke(getEmail, { id: failed[0]?.id ?? '' })).data.link).toContain('/g/')
  }, 360_000)

  test('is not assumed for items under way when a service is stopped, however often', async () => {
    let answers = false
    receiver = await startReceiver((response) => {
      if (answers) response.writeHead(204).end()
    })
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', now: undefined })
    const { acme, database } = instance
    const { data } = await acme.invoke(createWebhookEndpoint, { url: receiver.url(), events: ['organisation.created'] })
    await acme.invoke(createOrganisation, { name: 'Acme' })
    const options = { database, secret: SECRET, publicUrl: 'http://localhost:3000', upkeep: false, imports: false }
    for (let stop = 1; stop <= 5; stop++) {
      const sending = await createHandrail(options)
      await expect.poll(() => receiver?.received.length, { timeout: 20_000 }).toBe(stop)
      await sending.close()
    }
    answers = true
    const last = await createHandrail(options)
    const status = async () => (await acme.invoke(listWebhookDeliveries, { id: data.id })).data[0]?.status
    await expect.poll(status, { timeout: 20_000 }).toBe('succeeded')
    await last.close()
  }, 120_000)
})
