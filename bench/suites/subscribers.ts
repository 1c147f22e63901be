import { createHandrail, operations } from '@handrail/core'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { startReceiver, withInstance } from '../data/senders.ts'
import { creations, loopDelay } from '../load.ts'
import { startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const { createApiKey, createWebhookEndpoint, createWorkspace } = operations

const ROUNDS = 3
const ENDPOINTS = 50
const SECONDS = 4

const NONE = 'no endpoint'
const OTHERS = `${ENDPOINTS} endpoints of other events`
const SUBSCRIBED = `${ENDPOINTS} subscribed endpoints`

/** What the endpoints subscribe to; the creates are of contacts. */
const KINDS = { [NONE]: undefined, [OTHERS]: 'guide.published', [SUBSCRIBED]: 'contact.created' }

/** Creates per second beside webhook endpoints, processor time of each, deliveries included, and how long the event loop was held. */
export async function measureSubscribers(databases: Databases, note: Note): Promise<void> {
  const receiver = await startReceiver()
  const rates = new Map<string, number[]>()
  const times = new Map<string, number[]>()
  const delays = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, event] of Object.entries(KINDS)) {
      const { perSecond, processorMicroseconds, delay } = await createdBeside(databases, receiver.url, event)
      rates.set(kind, [...(rates.get(kind) ?? []), perSecond])
      times.set(kind, [...(times.get(kind) ?? []), processorMicroseconds])
      delays.set(kind, [...(delays.get(kind) ?? []), delay])
    }
  const of = (kind: string, figures: Map<string, number[]>) => median(figures.get(kind) ?? [])
  const slower = (kind: string) => of(NONE, rates) / of(kind, rates)
  note('createSubscribed', slower(SUBSCRIBED))
  note('createBeside', slower(OTHERS))
  note('loopDelay', of(NONE, delays))
  note('loopDelayBeside', of(SUBSCRIBED, delays))
  print(
    'Creates beside webhook endpoints, 64 connections',
    Object.keys(KINDS).map((what) => ({
      what,
      'creates/s': of(what, rates),
      slower: slower(what),
      'processor time (us)': of(what, times),
      'loop delay p99 (ms)': of(what, delays),
    })),
  )
  receiver.stop()
}

async function createdBeside(databases: Databases, url: string, event: string | undefined) {
  return withInstance(
    async (database) => {
      const handrail = await createHandrail({
        database,
        secret: SECRET,
        publicUrl: 'http://localhost:3000',
        upkeep: false,
      })
      const { data: workspace } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Bench' })
      const bound = await handrail.asSystem(workspace.id)
      for (let number = 0; event !== undefined && number < ENDPOINTS; number++)
        await bound.invoke(createWebhookEndpoint, { url: `${url}/${number}`, events: [event] })
      const { data } = await bound.invoke(createApiKey, { name: 'bench', scopes: ['contacts:write'] })
      await handrail.close()
      const server = await startService(database)
      const target = { url: server.url, token: data.token, seconds: SECONDS }
      await creations({ ...target, seconds: 1 })
      await loopDelay(server.url)
      const before = server.processorMs()
      const perSecond = await creations(target)
      const processorMicroseconds = ((server.processorMs() - before) * 1000) / (perSecond * SECONDS)
      const delay = await loopDelay(server.url)
      await server.stop()
      return { perSecond, processorMicroseconds, delay }
    },
    await databases.empty(),
  )
}
