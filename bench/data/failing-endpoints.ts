import { randomUUID } from 'node:crypto'
import type { Handrail } from '@handrail/core'
import { workspaceWith } from './senders.ts'

const BATCH = 500
const EVENT = 'organisation.updated'
const LONG_AGO = '2020-01-01T00:00:00.000Z'

interface Place {
  workspace_id: string
  id: string
}

interface Filling {
  /** Number of endpoints to create, or an existing endpoint. */
  endpoints?: number
  endpoint?: Place
  url?: string
  /** Number of deliveries per endpoint. */
  each: number
  status?: 'pending' | 'succeeded' | 'skipped'
  /** Whether the deliveries are on hold because their endpoint is closed. */
  isHeld?: boolean
}

/** Inserts deliveries directly into the database, each with an event of its own. */
export async function fillWaiting(
  handrail: Handrail,
  { endpoints = 1, endpoint, url = '', each, status = 'pending', isHeld = false }: Filling,
) {
  const places = endpoint ? [endpoint] : await endpointsAt(handrail, endpoints, url)
  const wanted = places.flatMap((key) => Array.from({ length: each }, () => key))
  for (let from = 0; from < wanted.length; from += BATCH)
    await writeDeliveries(handrail, wanted.slice(from, from + BATCH), { status, isHeld })
  return places
}

/** Inserts due deliveries for the endpoints of a workspace in turn. */
export async function fillInTurn(
  handrail: Handrail,
  workspace_id: string,
  endpoints: readonly string[],
  count: number,
) {
  const wanted = Array.from({ length: count }, (_, i) => ({ workspace_id, id: endpoints[i % endpoints.length] ?? '' }))
  for (let from = 0; from < count; from += BATCH)
    await writeDeliveries(handrail, wanted.slice(from, from + BATCH), { status: 'pending', isHeld: false })
}

/** Endpoints in separate workspaces, copied from the first. */
async function endpointsAt(handrail: Handrail, count: number, url: string): Promise<Place[]> {
  const { bound } = await workspaceWith(handrail, [url], EVENT)
  const { workspace_id } = bound.context.caller
  const { database } = handrail
  const [first] = await database.read(async ({ db, tables: { webhook_endpoints: t } }) =>
    (await db.select().from(t)).filter((row) => row.workspace_id === workspace_id),
  )
  if (!first) return []
  const others = Array.from({ length: count - 1 }, () => ({ ...first, id: randomUUID() }))
  for (let from = 0; from < others.length; from += BATCH)
    await database.write(({ db, tables }) =>
      db.insert(tables.webhook_endpoints).values(others.slice(from, from + BATCH)),
    )
  return [first, ...others].map(({ id }) => ({ workspace_id, id }))
}

async function writeDeliveries(
  { database }: Handrail,
  places: readonly Place[],
  { status, isHeld }: Required<Pick<Filling, 'status' | 'isHeld'>>,
) {
  await database.write(async ({ db, stamp: at, time, tables }) => {
    const events = places.map(({ workspace_id }) => ({
      workspace_id,
      id: `evt_${randomUUID()}`,
      type: EVENT,
      occurred_at: at,
      data: JSON.stringify({ name: 'x'.repeat(300) }),
    }))
    await db.insert(tables.events).values(events)
    await db.insert(tables.webhook_deliveries).values(
      places.map(({ workspace_id, id }, i) => ({
        workspace_id,
        id: randomUUID(),
        endpoint_id: id,
        event_id: events[i]?.id ?? '',
        event: EVENT,
        status,
        attempts: status === 'pending' ? 0 : 1,
        created_at: at,
        updated_at: at,
        next_attempt_at: status === 'pending' ? time : null,
        waiting_for: isHeld ? ('endpoint' as const) : null,
      })),
    )
  })
}

/** Workspaces whose events are all past their retention. */
export async function workspacesWithOldEvents(
  { database }: Handrail,
  { workspaces, each }: { workspaces: number; each: number },
) {
  const ids = Array.from({ length: workspaces }, () => randomUUID())
  const events = Array.from({ length: workspaces * each }, (_, i) => ({
    workspace_id: ids[i % workspaces] ?? '',
    id: `evt_${randomUUID()}`,
    type: EVENT,
    occurred_at: LONG_AGO,
    data: '{}',
  }))
  for (let from = 0; from < events.length; from += BATCH)
    await database.write(({ db, tables }) => db.insert(tables.events).values(events.slice(from, from + BATCH)))
}
