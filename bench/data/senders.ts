import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bound, createHandrail, type Handrail, type HandrailOptions, operations } from '@handrail/core'
import { SECRET } from './seed.ts'

const { createWebhookEndpoint, createWorkspace } = operations

const PLANS = { bench: { entitlements: ['webhooks' as const], limits: { webhook_endpoints: 100_000 } } }

/** A receiver in a separate process: see receiver.ts. */
export interface Receiver {
  url: string
  count(): number
  /** Arrival times of the deliveries about an organisation, by its id. */
  arrivals: Map<string, number[]>
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('../servers/receiver.ts', import.meta.url)))
  let count = 0
  const arrivals = new Map<string, number[]>()
  const url = await new Promise<string>((resolve) => {
    child.on('message', (message: { url?: string; count?: number; arrivals?: [string, number][] }) => {
      if (message.url) resolve(message.url)
      count = message.count ?? count
      for (const [id, at] of message.arrivals ?? []) arrivals.set(id, [...(arrivals.get(id) ?? []), at])
    })
  })
  return { url, count: () => count, arrivals, stop: () => void child.kill() }
}

/**
 * A temporary database, opened with or without deliveries.
 * @param url of an empty PostgreSQL database; an SQLite file by default
 */
export async function withInstance<T>(
  work: (
    database: string,
    open: (deliver: boolean, options?: Partial<HandrailOptions>) => Promise<Handrail>,
  ) => Promise<T>,
  url?: string,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-bench-'))
  const database = url ?? join(folder, 'handrail.db')
  const files = join(folder, 'files')
  mkdirSync(files)
  const open = (deliver: boolean, options: Partial<HandrailOptions> = {}) =>
    createHandrail({
      database,
      files,
      secret: SECRET,
      publicUrl: 'http://localhost:3000',
      plans: PLANS,
      webhooks: { deliver },
      upkeep: false,
      ...options,
    })
  try {
    return await work(database, open)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens so many instances of one database: at least one. */
export async function openEach(count: number, open: () => Promise<Handrail>): Promise<[Handrail, ...Handrail[]]> {
  const first = await open()
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, open)))]
}

/** A workspace with endpoints that subscribe to one type of event. */
export async function workspaceWith(
  handrail: Handrail,
  urls: string[],
  event: string,
): Promise<{ bound: Bound; ids: string[] }> {
  const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Bench', plan: 'bench' })
  const bound = await handrail.asSystem(data.id)
  const ids = []
  for (const url of urls) ids.push((await bound.invoke(createWebhookEndpoint, { url, events: [event] })).data.id)
  return { bound, ids }
}
