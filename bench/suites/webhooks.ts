import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '@handrail/core'
import { Agent, request } from 'undici'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { fillInTurn } from '../data/failing-endpoints.ts'
import { type Receiver, startReceiver, withInstance, workspaceWith } from '../data/senders.ts'
import { median, print } from '../table.ts'

const { createOrganisation } = operations

const DELIVERIES = 60_000
const ENDPOINTS = 128
const WAITING = 200_000
const HEALTHY = 50
const CHANGES = 120
const CHANGE_EVERY_MS = 80

/** Deliveries per second relative to a bare loop, and the delay of events beside an endpoint that hangs. @param part of the deliveries */
export async function measureWebhooks(databases: Databases, part: number, note: Note): Promise<void> {
  const [deliveries, waiting] = [Math.ceil(DELIVERIES * part), Math.ceil(WAITING * part)]
  const receiver = await startReceiver()
  const bare: number[] = []
  const ours: number[] = []
  for (let round = 0; round < 3; round++) {
    bare.push(await bareLoop(receiver, deliveries))
    ours.push(await drain(receiver, deliveries, await databases.empty()))
  }
  const ratio = median(ours) / median(bare)
  note('deliveries', ratio)
  print(`Sending ${deliveries} deliveries`, [
    { what: 'deliveries/s', service: median(ours), 'bare loop': median(bare), ratio },
  ])
  print(`From commit to arrival (ms), ${HEALTHY} endpoints, ${waiting} deliveries waiting for one that hangs`, [
    await besideOneThatHangs(receiver, waiting, await databases.empty()),
  ])
  receiver.stop()
}

/** The minimal work to send the same deliveries: 256 at once, each signed, without storage. */
async function bareLoop({ url }: Receiver, deliveries: number): Promise<number> {
  const agent = new Agent({ connections: 256, pipelining: 1 })
  const key = randomBytes(32)
  const body = JSON.stringify({ id: 'evt', event: 'organisation.updated', data: { name: 'x'.repeat(300) } })
  let left = deliveries
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
  return deliveries / ((performance.now() - began) / 1000)
}

/** Deliveries per second of one process. */
function drain(receiver: Receiver, deliveries: number, url: string | undefined): Promise<number> {
  return withInstance(async (_database, open) => {
    const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${receiver.url}/${i}`)
    const preparing = await open(false)
    const { bound, ids } = await workspaceWith(preparing, urls, 'organisation.updated')
    await fillInTurn(preparing, bound.context.caller.workspace_id, ids, deliveries)
    await preparing.close()
    const before = receiver.count()
    const began = performance.now()
    const sending = await open(true)
    while (receiver.count() < before + deliveries) await sleep(20)
    const rate = deliveries / ((performance.now() - began) / 1000)
    await sending.close()
    return rate
  }, url)
}

function besideOneThatHangs(
  receiver: Receiver,
  waiting: number,
  url: string | undefined,
): Promise<Record<string, number | string>> {
  return withInstance(async (_database, open) => {
    const handrail = await open(false)
    const hanging = await workspaceWith(handrail, [`${receiver.url}/hangs`], 'organisation.updated')
    await fillInTurn(handrail, hanging.bound.context.caller.workspace_id, hanging.ids, waiting)
    await handrail.close()
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
  }, url)
}
