import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../../../../../test/receiver.ts'
import { FAILURE } from '../../../test/data/attempts.ts'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { waitingFor } from '../../../test/waiting.ts'
import { operations } from '../../index.ts'
import { startWorker } from '../../queue/worker.ts'
import { createSealer } from '../../secret/seal.ts'
import { deliveryQueue } from './deliver.ts'
import type { Job } from './jobs.ts'
import type { CompletedAttempt } from './record-outcomes.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const ROOM = { limit: 384, slow: 384 }
const NOBODY = 'https://receiver.example.com/'
const PLANNED = { planned: 'anew' } as const

// Processes share a database on PostgreSQL alone.
let instance: Instance
beforeEach(async () => {
  instance = await openInstance('postgres', { poolSize: 8, publicUrl: 'http://localhost:3000' })
})
afterEach(() => instance.close())

const queue = (onError: (error: unknown) => void = (error) => expect.unreachable(String(error))) =>
  deliveryQueue(instance.acme.context, onError)
const write = () => instance.handrail.database.write

async function subscribe(url: string, bound = instance.acme) {
  const endpoint = { url, events: ['organisation.created'] }
  return (await bound.invoke(createWebhookEndpoint, endpoint)).data
}

const change = (name: string, bound = instance.acme) => bound.invoke(createOrganisation, { name })

const claim = () => write()((tx) => queue().claim(tx, ROOM, 'a worker'), PLANNED)

const endpoints = () =>
  instance.handrail.database.read(async ({ db, tables: { webhook_endpoints: t } }) =>
    db.select({ id: t.id, status: t.status, answer_ms: t.answer_ms }).from(t).orderBy(t.url),
  )

/** Something to do while another transaction has locked an endpoint. */
async function whileLocked<T>(id: string, work: () => Promise<T>): Promise<T> {
  return write()(async ({ connection }) => {
    await connection.dialect.lockRecord(connection, id)
    return work()
  })
}

test('two processes record failures of the same endpoints, in any order, without a deadlock', async () => {
  for (const bound of [instance.acme, instance.other]) {
    await Promise.all(Array.from({ length: 64 }, () => subscribe(NOBODY, bound)))
    for (const name of ['one', 'other']) await change(name, bound)
  }
  for (let more = true; more; ) more = (await queue().maintain?.()) ?? false
  const jobs: Job[] = []
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) jobs.push(...claimed)
  const isFirst = (job: Job) => jobs.find(({ endpoint }) => endpoint.id === job.endpoint.id) === job
  const [some, others] = [jobs.filter(isFirst), jobs.filter((job) => !isFirst(job))]
  expect([some, others]).toMatchObject([{ length: 128 }, { length: 128 }])
  const sameOrder = (a: Job, b: Job) => (a.endpoint.id < b.endpoint.id ? -1 : 1)

  const answered = Promise.withResolvers<void>()
  const recorded: number[] = []
  const workers = [some.toSorted(sameOrder), others.toSorted(sameOrder).toReversed()].map((ofOne) => {
    const left = [ofOne]
    const real = queue()
    const worker = startWorker<Job, CompletedAttempt>(
      {
        ...real,
        maintain: async () => false,
        claim: async () => left.pop() ?? [],
        async send(job) {
          await answered.promise
          return { job, attempt: FAILURE }
        },
        async recordOutcomes(tx, ended) {
          await real.recordOutcomes(tx, ended)
          recorded.push(ended.length)
          // Until the other has recorded its first ones too, or waits.
          await expect.poll(async () => recorded.length > 1 || (await waitingFor(tx)) > 0).toBe(true)
        },
      },
      { database: instance.handrail.database, onError: (error) => expect.unreachable(String(error)) },
    )
    return { worker, hasBegun: () => left.length === 0 }
  })
  await expect.poll(() => workers.every(({ hasBegun }) => hasBegun())).toBe(true)
  const stopped = workers.map(({ worker }) => worker.stop())
  answered.resolve()
  await Promise.all(stopped)
  // After a deadlock, the transaction is repeated.
  expect(recorded).toEqual([64, 64, 64, 64])
})

test('what is held for other endpoints is released while one is locked', async () => {
  const [locked, free] = [await subscribe(`${NOBODY}locked`), await subscribe(`${NOBODY}free`)]
  await change('one')
  await write()(async ({ db, time, tables: t }) => {
    await db.update(t.webhook_deliveries).set({ waiting_for: 'endpoint' })
    await db.update(t.webhook_endpoints).set({ release_at: time })
  })
  const ready = () =>
    instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
      (await db.select({ id: t.endpoint_id }).from(t).where(sql`${t.waiting_for} is null`)).map(({ id }) => id),
    )
  await whileLocked(locked.id, async () => queue().maintain?.())
  expect(await ready()).toEqual([free.id])
  await queue().maintain?.()
  expect((await ready()).toSorted()).toEqual([free.id, locked.id].toSorted())
})

test('the response time of an endpoint that is locked is stored after a later delivery', async () => {
  const receiver = await startReceiver()
  const { id } = await subscribe(receiver.url())
  const worker = queue()
  const deliver = async () => {
    await change('one')
    const jobs = await write()((tx) => worker.claim(tx, ROOM, 'a worker'), PLANNED)
    expect(jobs).toHaveLength(1)
    const ended = await Promise.all(jobs.map((job) => worker.send(job)))
    await write()((tx) => worker.recordOutcomes(tx, ended), PLANNED)
  }
  await whileLocked(id, deliver)
  expect(await endpoints()).toMatchObject([{ answer_ms: null }])
  await deliver()
  expect(await endpoints()).toMatchObject([{ answer_ms: expect.any(Number) }])
  await receiver.close()
})

test('an endpoint that is locked and cannot be read is disabled by a later claim', async () => {
  const { id } = await subscribe(NOBODY)
  await change('one')
  const sealed_secret = createSealer(Buffer.from('a secret that nobody has any more')).seal('whsec_eA==')
  await write()(({ db, tables: { webhook_endpoints: t } }) => db.update(t).set({ sealed_secret }).where(eq(t.id, id)))
  const look = () => write()((tx) => queue(() => undefined).claim(tx, ROOM, 'a worker'), PLANNED)
  expect(await whileLocked(id, look)).toEqual([])
  expect(await endpoints()).toMatchObject([{ status: 'enabled' }])
  expect(await look()).toEqual([])
  expect(await endpoints()).toMatchObject([{ status: 'disabled' }])
})
