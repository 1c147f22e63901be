import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { type Bound, createHandrail, type Handrail, operations } from '../src/index.ts'
import { addDeadEndpoints } from './data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance, publishedGuide, SECRET } from './instance.ts'

const {
  archiveGuide,
  createContact,
  createOrganisation,
  createWebhookEndpoint,
  deleteOrganisation,
  enableWebhookEndpoint,
  getGuideDraft,
  getOrganisation,
  pauseWebhookEndpoint,
  publishGuide,
  recoverWebhookEndpoint,
  updateContact,
  updateOrganisation,
  updateWebhookEndpoint,
} = operations

const BURSTS = Number(process.env.HANDRAIL_TEST_BURSTS ?? 40)
const AT_ONCE = 8
/** After each of these rounds, the last deliveries are checked. */
const ROUNDS = Math.ceil(BURSTS / 4)
/** So many that fan-out follows the commit: see `MAX_IN_TRANSACTION`. */
const MANY = 120
/** Endpoints without subscriptions, whose deliveries are delayed. */
const UNTOLD = {
  url: 'https://receiver.example.com/',
  status: 'disabled',
  open_until: null,
  waiting_for: 'time',
  next_attempt_at: '2099-01-01T00:00:00.000Z',
} as const

describe.each(ENGINES)(
  `the last ordered delivery after simultaneous writes contains the current record, on %s`,
  (engine) => {
    let receiver: Receiver
    let instance: Instance
    let sending: Handrail
    let acme: Bound
    let other: Bound
    beforeEach(async () => {
      receiver = await startReceiver()
      instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', now: undefined })
      const { database } = instance
      const options = { database, secret: SECRET, publicUrl: 'http://localhost:3000', upkeep: false, imports: false }
      sending = await createHandrail(options)
      acme = instance.acme
      // Only one process can open an SQLite file.
      other = engine === 'sqlite' ? acme : await sending.asSystem(acme.context.caller.workspace_id)
    })
    afterEach(async () => {
      await sending.close()
      await instance.close()
      await receiver.close()
    })

    const subscribe = async (path = '/') => {
      const endpoint = { url: receiver.url(path), events: ['organisation.updated'], max_concurrency: 1 }
      return (await acme.invoke(createWebhookEndpoint, endpoint)).data.id
    }
    const create = async (name: string) => (await acme.invoke(createOrganisation, { name })).data.id
    const burst = (id: string, name: string) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) =>
          (i % 2 === 0 ? acme : other).invoke(updateOrganisation, { id, name: `${name}, ${i}` }),
        ),
      )
    const nameOf = async (id: string) => (await acme.invoke(getOrganisation, { id })).data.name
    const arrived = (count: number, path = '/') =>
      expect
        .poll(() => receiver.received.filter((one) => one.path === path).length, { interval: 5, timeout: 60_000 })
        .toBe(count)
    /** The last delivered name of each record. */
    function lastTold(path = '/'): Map<string, string> {
      const bodies = receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
      return new Map(bodies.map(({ data }) => [data.id, data.name]))
    }
    /** The records whose last delivery is stale. */
    async function stale(ids: readonly string[]): Promise<string[]> {
      const told = lastTold()
      const names = await Promise.all(ids.map(nameOf))
      return names.filter((name, i) => told.get(ids[i] ?? '') !== name)
    }

    test(
      `with immediate deliveries, ${BURSTS} times`,
      async () => {
        await subscribe()
        const id = await create('Acme')
        const wrong: string[] = []
        for (let i = 1; i <= BURSTS; i++) {
          await burst(id, `Burst ${i}`)
          await arrived(i * AT_ONCE)
          wrong.push(...(await stale([id])))
        }
        expect(wrong).toEqual([])
      },
      60_000 + BURSTS * 2000,
    )

    test(
      'with a recovery, for existing and missing deliveries, and concurrent writes',
      async () => {
        const id = await subscribe()
        const since = new Date(Date.now() - 1000).toISOString()
        const records = await Promise.all(Array.from({ length: ROUNDS }, (_, i) => create(`Organisation ${i}`)))
        for (const record of records) {
          await acme.invoke(pauseWebhookEndpoint, { id })
          await burst(record, 'skipped')
          await acme.invoke(updateWebhookEndpoint, { id, events: ['contact.created'] })
          await burst(record, 'absent')
          await acme.invoke(updateWebhookEndpoint, { id, events: ['organisation.updated'] })
          await burst(record, 'skipped again')
        }
        await acme.invoke(enableWebhookEndpoint, { id })
        await acme.invoke(recoverWebhookEndpoint, { id, since })
        const [first = ''] = records
        await burst(first, 'meanwhile')
        await arrived((ROUNDS * 3 + 1) * AT_ONCE)
        expect(await stale(records)).toEqual([])
      },
      60_000 + ROUNDS * 2000,
    )

    test(
      'with fan-out after the commit, beside very many endpoints',
      async () => {
        await subscribe()
        await addDeadEndpoints(instance, acme, { ...UNTOLD, count: MANY })
        const records = await Promise.all(Array.from({ length: ROUNDS }, (_, i) => create(`Organisation ${i}`)))
        for (const record of records) await burst(record, 'Burst')
        await arrived(ROUNDS * AT_ONCE)
        expect(await stale(records)).toEqual([])
      },
      60_000 + ROUNDS * 2000,
    )

    test(
      'for a guide that is published and archived',
      async () => {
        const endpoint = { url: receiver.url(), events: ['guide.*'], max_concurrency: 1 }
        await acme.invoke(createWebhookEndpoint, endpoint)
        const { id } = await publishedGuide(acme)
        const wrong: string[] = []
        let count = 1
        for (let i = 0; i < ROUNDS; i++) {
          const acts = Array.from({ length: AT_ONCE }, (_, key) => {
            const by = key % 4 < 2 ? acme : other
            return key % 2 === 0 ? by.invoke(archiveGuide, { id }) : by.invoke(publishGuide, { id })
          })
          // An archived guide cannot be archived again.
          count += (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled').length
          await arrived(count)
          const { status } = (await acme.invoke(getGuideDraft, { id })).data
          const last = JSON.parse(receiver.received.at(-1)?.body ?? '{}')
          if (last.event !== `guide.${status}` || last.data.status !== status) wrong.push(`${i}: ${status}`)
        }
        expect(wrong).toEqual([])
      },
      60_000 + ROUNDS * 2000,
    )

    test('for one of many contacts that all changed before', async () => {
      const endpoint = { url: receiver.url(), events: ['contact.updated'], max_concurrency: 1 }
      await acme.invoke(createWebhookEndpoint, endpoint)
      const organisation_id = await create('Acme')
      const ids: string[] = []
      for (let i = 0; i < MANY; i++) {
        const person = { email: `person${i}@example.com`, first_name: 'Pia', last_name: 'Roth', organisation_id }
        ids.push((await acme.invoke(createContact, person)).data.id)
      }
      await acme.invoke(deleteOrganisation, { id: organisation_id })
      const id = ids.at(-1) ?? ''
      await acme.invoke(updateContact, { id, first_name: 'Ada' })
      await arrived(MANY + 1)
      const told = receiver.received.map(({ body }) => JSON.parse(body).data).findLast((data) => data.id === id)
      expect(told.first_name).toBe('Ada')
    })
  },
)
