import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '@handrail/core'
import Sqlite from 'better-sqlite3'
import { Agent, request } from 'undici'
import { type Receiver, startReceiver, withInstance, workspaceWith } from '../data/senders.ts'
import { median, print } from '../table.ts'

const { createOrganisation } = operations

const DELIVERIES = 60_000
const ENDPOINTS = 128
const WAITING = 200_000
const HEALTHY = 50
const CHANGES = 120
const CHANGE_EVERY_MS = 80

/** Deliveries per second relative to a bare loop, and the delay of events beside an endpoint that hangs. */
export async function measureWebhooks(): Promise<void> {
  const receiver = await startReceiver()
  const bare: number[] = []
  const ours: number[] = []
  for (let round = 0; round < 3; round++) {
    bare.push(await bareLoop(receiver))
    ours.push(await drain(receiver))
  }
  print(`Sending ${DELIVERIES} deliveries`, [
    { what: 'deliveries/s', service: median(ours), 'bare loop': median(bare), ratio: median(ours) / median(bare) },
  ])
  print(`From commit to arrival (ms), ${HEALTHY} endpoints, ${WAITING} deliveries waiting for one that hangs`, [
    await besideOneThatHangs(receiver),
  ])
  receiver.stop()
}

/** The minimal work to send the same deliveries: 256 at once, each signed, without storage. */
async function bareLoop({ url }: Receiver): Promise<number> {
  const agent = new Agent({ connections: 256, pipelining: 1 })
  const key = randomBytes(32)
  const body = JSON.stringify({ id: 'evt', event: 'organisation.updated', data: { name: 'x'.repeat(300) } })
  let left = DELIVERIES
  const began = performance.now()
  const loop = async () => {
    while (left-- > 0) {
      const id = `evt_${randomUUID()}`
      const at = Math.floor(Date.now() / 1000)
      const signature = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(at),
        'webhook-signature': signature,
      }
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: 256 }, loop))
  await agent.close()
  return DELIVERIES / ((performance.now() - began) / 1000)
}

/** Inserts due deliveries directly into the file, with ids ordered by time. */
function fill(file: string, workspace_id: string, endpoints: string[], count: number): void {
  const sqlite = new Sqlite(file)
  const at = new Date().toISOString()
  const event = sqlite.prepare('insert into events (workspace_id, id, type, occurred_at, data) values (?, ?, ?, ?, ?)')
  const delivery = sqlite.prepare(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts, created_at, updated_at, next_attempt_at)
     values (?, ?, ?, ?, 'organisation.updated', 'pending', 0, ?, ?, ?)`,
  )
  sqlite.transaction(() => {
    for (let i = 0; i < count; i++) {
      const id = `evt_${String(i).padStart(8, '0')}`
      event.run(workspace_id, id, 'organisation.updated', at, JSON.stringify({ name: 'x'.repeat(300) }))
      delivery.run(
        workspace_id,
        `01990000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`,
        endpoints[i % endpoints.length],
        id,
        at,
        at,
        at,
      )
    }
  })()
  sqlite.close()
}

/** Deliveries per second of one process. */
function drain(receiver: Receiver): Promise<number> {
  return withInstance(async (database, open) => {
    const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${receiver.url}/${i}`)
    const preparing = await open(false)
    const { bound, ids } = await workspaceWith(preparing, urls, 'organisation.updated')
    await preparing.close()
    fill(database, bound.context.caller.workspace_id, ids, DELIVERIES)
    const before = receiver.count()
    const began = performance.now()
    const sending = await open(true)
    while (receiver.count() < before + DELIVERIES) await sleep(20)
    const rate = DELIVERIES / ((performance.now() - began) / 1000)
    await sending.close()
    return rate
  })
}

function besideOneThatHangs(receiver: Receiver): Promise<Record<string, number | string>> {
  return withInstance(async (database, open) => {
    const handrail = await open(false)
    const hanging = await workspaceWith(handrail, [`${receiver.url}/hangs`], 'organisation.updated')
    await handrail.close()
    fill(database, hanging.bound.context.caller.workspace_id, hanging.ids, WAITING)
    const sending = await open(true)
    const urls = Array.from({ length: HEALTHY }, (_, i) => `${receiver.url}/healthy/${i}`)
    const { bound } = await workspaceWith(sending, urls, 'organisation.created')
    const committed = new Map<string, number>()
    for (let change = 0; change < CHANGES; change++) {
      const { data } = await bound.invoke(createOrganisation, { name: `Organisation ${change}` })
      committed.set(data.id, Date.now())
      await sleep(CHANGE_EVERY_MS)
    }
    await sleep(2000)
    const taken = [...committed].flatMap(([id, at]) => (receiver.arrivals.get(id) ?? []).map((arrived) => arrived - at))
    taken.sort((a, b) => a - b)
    await sending.close()
    return {
      what: `${taken.length} of ${CHANGES * HEALTHY} arrived`,
      median: median(taken),
      p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN,
      longest: taken.at(-1) ?? Number.NaN,
    }
  })
}
