import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Handrail, operations } from '@handrail/core'
import type { Databases } from '../data/databases.ts'
import { fillWaiting, workspacesWithOldEvents } from '../data/failing-endpoints.ts'
import { openEach, type Receiver, startReceiver, withInstance, workspaceWith } from '../data/senders.ts'
import { median, printEach } from '../table.ts'

const { createOrganisation, deleteWebhookEndpoint, listWebhookDeliveries, recoverWebhookEndpoint } = operations

const HEALTHY = 50
const CHANGES = 100
const CHANGE_EVERY_MS = 80
/** Time for the last deliveries to arrive. */
const AFTER_MS = 2000
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const SEARCHES = 80
const SEARCH_EVERY_MS = 100
/** Marks healthy endpoints as fast, as after earlier deliveries. In SQL of both engines. */
const KNOWN = "update webhook_endpoints set answer_ms = 5 where url like '%/healthy/%'"

interface Crowd {
  what: string
  /** Creates the crowd before the measurement. @returns work that continues during the measurement */
  gather(
    handrail: Handrail,
    receiver: Receiver,
    part: number,
  ): Promise<((handrail: Handrail) => Promise<void>) | undefined>
}

/** A change in a workspace whose endpoints are part of the crowd. */
const urls = (count: number, url: (number: number) => string) =>
  Array.from({ length: Math.max(1, count) }, (_, i) => url(i))

const CROWDS: Crowd[] = [
  { what: 'nothing', gather: async () => undefined },
  {
    what: '10,000 dead endpoints',
    async gather(handrail, _receiver, part) {
      // The address refuses connections.
      await fillWaiting(handrail, { endpoints: Math.ceil(10_000 * part), each: 1, url: 'http://127.0.0.1:9999/' })
      return undefined
    },
  },
  {
    what: '200,000 waiting for one that hangs',
    async gather(handrail, receiver, part) {
      await fillWaiting(handrail, { endpoints: 1, each: Math.ceil(200_000 * part), url: `${receiver.url}/hangs` })
      return undefined
    },
  },
  {
    what: '500 that answer after 14 s',
    async gather(handrail, receiver, part) {
      await fillWaiting(handrail, { endpoints: Math.ceil(500 * part), each: 20, url: `${receiver.url}/slow` })
      return undefined
    },
  },
  {
    what: '100 whose names do not resolve',
    async gather(handrail, _receiver, part) {
      for (const url of urls(Math.ceil(100 * part), () => `http://${randomUUID()}.example.com/`))
        await fillWaiting(handrail, { endpoints: 1, each: 20, url })
      return undefined
    },
  },
  {
    what: 'the deletion of 1,000,000 deliveries',
    async gather(handrail, receiver, part) {
      const { bound, ids } = await workspaceWith(handrail, [`${receiver.url}/`], 'contact.created')
      const { workspace_id } = bound.context.caller
      const [id = ''] = ids
      await fillWaiting(handrail, {
        endpoint: { workspace_id, id },
        each: Math.ceil(1_000_000 * part),
        status: 'succeeded',
      })
      return async (sending) => {
        const deleting = await sending.asSystem(workspace_id)
        await deleting.invoke(deleteWebhookEndpoint, { id })
        await sending.upkeep()
      }
    },
  },
  {
    what: 'retention over 1,000 workspaces',
    async gather(handrail, _receiver, part) {
      await workspacesWithOldEvents(handrail, { workspaces: Math.ceil(1000 * part), each: 200 })
      return (sending) => sending.upkeep()
    },
  },
]

/** Crowds after an outage, and searches in the log: see also bench/data/failing-endpoints.ts. */
CROWDS.push(
  {
    what: '300,000 held for one that opens again',
    async gather(handrail, receiver, part) {
      await fillWaiting(handrail, { each: Math.ceil(300_000 * part), url: `${receiver.url}/back`, isHeld: true })
      await handrail.database.write(({ db, time, tables: { webhook_endpoints: t } }) =>
        db.update(t).set({ release_at: time }),
      )
      return undefined
    },
  },
  {
    what: 'ten recoveries of 20,000 events each',
    async gather(handrail, receiver, part) {
      const places: { workspace_id: string; id: string }[] = []
      for (let workspace = 0; workspace < 10; workspace++)
        places.push(
          ...(await fillWaiting(handrail, {
            each: Math.ceil(20_000 * part),
            url: `${receiver.url}/back`,
            status: 'skipped',
          })),
        )
      return async (sending) => {
        for (const { workspace_id, id } of places)
          await (await sending.asSystem(workspace_id)).invoke(recoverWebhookEndpoint, { id, since: LONG_AGO })
      }
    },
  },
  {
    what: 'searches in a log of 1,000,000 deliveries',
    async gather(handrail, receiver, part) {
      const [key] = await fillWaiting(handrail, {
        each: Math.ceil(1_000_000 * part),
        url: `${receiver.url}/`,
        status: 'succeeded',
      })
      return async (sending) => {
        if (!key) return
        const { workspace_id, id } = key
        const looking = await sending.asSystem(workspace_id)
        const updated_since = new Date(Date.now() + 60_000).toISOString()
        for (let search = 0; search < SEARCHES; search++) {
          for (const filter of [{ status: 'failed' as const }, { event: 'contact.deleted' }, { updated_since }])
            await looking.invoke(listWebhookDeliveries, { id, ...filter })
          await sleep(SEARCH_EVERY_MS)
        }
      }
    },
  },
)

export interface Measured {
  /** The size of each crowd, as a part of what it says. */
  part: number
  /** A part of the names of the crowds. */
  crowd: string
  /** How many instances send. */
  instances: number
}

/** The time from the commit of events to their arrival at healthy endpoints, beside each crowd. */
export async function measureFairness(databases: Databases, { part, crowd: name, instances }: Measured): Promise<void> {
  const crowds = CROWDS.filter(({ what }) => what.includes(name))
  if (crowds.length === 0) return
  const receiver = await startReceiver()
  const title = `From commit to arrival (ms), ${HEALTHY} healthy endpoints beside a crowd of ${part} of what it says, sent by ${instances}`
  await printEach(title, crowds, async (crowd) =>
    beside(crowd, receiver, { part, instances, url: await databases.empty() }),
  )
  receiver.stop()
}

export interface Setting extends Pick<Measured, 'part' | 'instances'> {
  /** Of an empty PostgreSQL database. */
  url: string | undefined
}

function beside({ what, gather }: Crowd, receiver: Receiver, { part, instances, url }: Setting) {
  return withInstance(async (_database, open) => {
    const preparing = await open(false)
    const work = await gather(preparing, receiver, part)
    const healthy = urls(HEALTHY, (i) => `${receiver.url}/healthy/${i}`)
    const { bound } = await workspaceWith(preparing, healthy, 'organisation.created')
    await preparing.database.write(async ({ connection }) => void (await connection.run(KNOWN, [])))
    // The crowd came over hours, and was written to the disk long ago.
    if (url !== undefined) await preparing.database.read(async ({ connection }) => connection.run('checkpoint', []))
    await preparing.close()
    const [sending, ...others] = await openEach(instances, () => open(true))
    const acting = await sending.asSystem(bound.context.caller.workspace_id)
    const working = work?.(sending)
    const committed = new Map<string, number>()
    for (let change = 0; change < CHANGES; change++) {
      const { data } = await acting.invoke(createOrganisation, { name: `Organisation ${change}` })
      committed.set(data.id, Date.now())
      await sleep(CHANGE_EVERY_MS)
    }
    await sleep(AFTER_MS)
    await working
    for (const one of [sending, ...others]) await one.close()
    const taken = [...committed].flatMap(([id, at]) => (receiver.arrivals.get(id) ?? []).map((arrived) => arrived - at))
    taken.sort((a, b) => a - b)
    return {
      what,
      arrived: `${taken.length} of ${CHANGES * HEALTHY}`,
      median: median(taken),
      p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN,
      longest: taken.at(-1) ?? Number.NaN,
    }
  }, url)
}
