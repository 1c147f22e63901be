import { createClient } from '@handrail/client'
import type { Databases } from '../data/databases.ts'
import { startService } from '../servers/server.ts'
import { print } from '../table.ts'

/** Contacts that are there before. */
const BEFORE = 10_000
/** Of a sync that follows another one: every tenth record has changed. */
const CHANGED_EVERY = 10

async function* crm(count: number, changed: string) {
  for (let i = 0; i < count; i++)
    yield {
      external_id: `sync-${i}`,
      email: `person-${i}@sync.example`,
      first_name: `Person ${i}`,
      last_name: i % CHANGED_EVERY === 0 ? changed : 'Newman',
      metadata: { plan: i % 2 === 0 ? 'free' : 'pro', seats: i % 50 },
    }
}

/** Seconds in which a program with the client copies the contacts of a CRM, and copies them again after some have changed. */
export async function measureSync(databases: Databases, count: number): Promise<void> {
  const rows = []
  for (const concurrency of [1, 2]) {
    const { database, token } = databases.copy(await databases.prepare(BEFORE))
    // On two processors: the client has the other one.
    const server = await startService(database)
    const client = createClient({ baseUrl: server.url, token })
    for (const what of ['new', 'changed']) {
      const began = performance.now()
      const statuses = new Map<number, number>()
      for await (const { result } of client.upsertAll('contacts', crm(count, what), { concurrency }))
        statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1)
      const answers = [...statuses].map(([status, times]) => `${times} of ${status}`).join(', ')
      rows.push({ what, concurrency, seconds: (performance.now() - began) / 1000, answers })
    }
    await server.stop()
  }
  print(`A sync of ${count} contacts by the client`, rows)
}
