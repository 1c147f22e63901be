import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operations } from '@handrail/core'
import type { Databases } from '../data/databases.ts'
import { withInstance, workspaceWith } from '../data/senders.ts'
import { median, print } from '../table.ts'

const { createOrganisation, createWebhookEndpoint, getOrganisation, updateOrganisation } = operations

const BURSTS = 180
const AT_ONCE = 8

/**
 * The time that an ordered receiver (`max_concurrency: 1`) waits for the last of simultaneous writes to one record,
 * and how often the last delivery is stale. On PostgreSQL two instances write; an SQLite file has one.
 */
export async function measureOrder(databases: Databases): Promise<void> {
  const received: { name: string; at: number }[] = []
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    received.push({ name: data.name, at: Date.now() })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const database = await databases.empty()
  await withInstance(async (_database, open) => {
    const handrail = await open(true)
    const other = database === undefined ? handrail : await open(true)
    const { bound } = await workspaceWith(handrail, [], 'organisation.updated')
    const writers = [bound, await other.asSystem(bound.context.caller.workspace_id)]
    const events = ['organisation.updated']
    await bound.invoke(createWebhookEndpoint, { url: `http://127.0.0.1:${port}/`, events, max_concurrency: 1 })
    const { id } = (await bound.invoke(createOrganisation, { name: 'Acme' })).data
    const taken: number[] = []
    let stale = 0
    for (let burst = 1; burst <= BURSTS; burst++) {
      const writes = Array.from({ length: AT_ONCE }, (_, i) =>
        writers[i % writers.length]?.invoke(updateOrganisation, { id, name: `Burst ${burst}, ${i}` }),
      )
      await Promise.all(writes)
      const committed = Date.now()
      while (received.length < burst * AT_ONCE) await new Promise(setImmediate)
      taken.push((received.at(-1)?.at ?? Number.NaN) - committed)
      const { name } = (await bound.invoke(getOrganisation, { id })).data
      if (received.at(-1)?.name !== name) stale++
    }
    await handrail.close()
    if (other !== handrail) await other.close()
    taken.sort((a, b) => a - b)
    const p99 = taken[Math.floor(taken.length * 0.99)] ?? Number.NaN
    const longest = taken.at(-1) ?? Number.NaN
    const row = { stale: `${stale} of ${BURSTS}`, median: median(taken), p99, longest }
    print(`From the last commit of ${AT_ONCE} at once to the last delivery in order (ms)`, [row])
  }, database)
  server.close()
}
