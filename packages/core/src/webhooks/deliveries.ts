import type { KeyObject } from 'node:crypto'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Sealer } from '../seal.ts'
import { prepared, preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { ClaimedDelivery } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables.ts'
import type { Message } from './send.ts'
import { signatureHeaders, signingKey } from './sign.ts'

type EndpointRow = Tables['webhook_endpoints']['$inferSelect']

/** A delivery that is leased, and what is to be sent. */
export interface Job {
  delivery: ClaimedDelivery & { lease_until: string }
  endpoint: EndpointRow
  message: Message
}

interface Event {
  id: string
  type: string
  occurred_at: string
  data: string
}

/** The bytes of a delivery: fixed when the event happened, but for the endpoint's own id. */
function bodyOf(event: Event, webhook_id: string): string {
  const { id, type, occurred_at: timestamp, data } = event
  return `${JSON.stringify({ id, event: type, timestamp, webhook_id }).slice(0, -1)},"data":${data}}`
}

/** The keys that deliveries to an endpoint are signed with: while one is rotated, the former too. */
function keysOf(sealer: Sealer, endpoint: EndpointRow, now: string): KeyObject[] {
  const { former_sealed_secret: former, former_secret_until: until } = endpoint
  const both = former !== null && until !== null && until > now
  return (both ? [endpoint.sealed_secret, former] : [endpoint.sealed_secret]).map((sealed) =>
    signingKey(sealer.open(sealed)),
  )
}

function messageWith(keys: readonly KeyObject[], { id, url }: EndpointRow, event: Event, now: string): Message {
  const body = bodyOf(event, id)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Handrail-Webhooks/1',
    ...signatureHeaders(event.id, Math.floor(Date.parse(now) / 1000), body, keys),
  }
  return { endpoint_id: id, url, headers, body }
}

/** What is sent for an event to an endpoint, signed as of a time. */
export function messageOf(sealer: Sealer, endpoint: EndpointRow, event: Event, now: string): Message {
  return messageWith(keysOf(sealer, endpoint, now), endpoint, event, now)
}

interface Claim {
  claimed: readonly ClaimedDelivery[]
  lease_until: string
  now: string
}

/** The jobs for what was claimed. An event that retention took meanwhile leaves none. */
export async function jobsOf(reader: Reader, sealer: Sealer, { claimed, lease_until, now }: Claim): Promise<Job[]> {
  const jobs: Job[] = []
  const endpoints = new Map<string, { endpoint: EndpointRow; keys: KeyObject[] } | undefined>()
  for (const delivery of claimed) {
    const { workspace_id, endpoint_id, event_id } = delivery
    if (!endpoints.has(endpoint_id)) {
      const endpoint = await findEndpointRow(reader, workspace_id, endpoint_id)
      endpoints.set(endpoint_id, endpoint && { endpoint, keys: keysOf(sealer, endpoint, now) })
    }
    const to = endpoints.get(endpoint_id)
    const event = await findEvent(reader, workspace_id, event_id)
    if (!to || !event) continue
    const message = messageWith(to.keys, to.endpoint, event, now)
    jobs.push({ delivery: { ...delivery, lease_until }, endpoint: to.endpoint, message })
  }
  return jobs
}

async function findEndpointRow(reader: Reader, workspace_id: string, id: string): Promise<EndpointRow | undefined> {
  const [endpoint] = await prepared(
    reader,
    'webhook_endpoints.find_row',
    ({ db, tables: { webhook_endpoints: endpoints } }) =>
      db
        .select()
        .from(endpoints)
        .where(
          and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), eq(endpoints.id, sql.placeholder('id'))),
        ),
    { workspace_id, id },
  )
  return endpoint
}

async function findEvent(reader: Reader, workspace_id: string, id: string): Promise<Event | undefined> {
  const [event] = await preparedRows(
    reader,
    'events.find',
    ({ tables: { events } }) => ({
      id: events.id,
      type: events.type,
      occurred_at: events.occurred_at,
      data: events.data,
    }),
    ({ db, tables: { events } }, columns) =>
      db
        .select(columns)
        .from(events)
        .where(and(eq(events.workspace_id, sql.placeholder('workspace_id')), eq(events.id, sql.placeholder('id')))),
    { workspace_id, id },
  )
  return event
}

/** Gives up for lost what was under way past its lease: its process died. @returns how many */
export async function releaseLost(tx: Tx, now: string): Promise<void> {
  const { webhook_deliveries: deliveries } = tx.tables
  await tx.db
    .update(deliveries)
    .set({ lease_until: null, error: 'The attempt was lost with its process' })
    .where(and(isNotNull(deliveries.lease_until), lt(deliveries.lease_until, now)))
}

/** At the start of the one process of an SQLite file, nothing is under way. */
export async function releaseAll(tx: Tx): Promise<void> {
  const { webhook_deliveries: deliveries } = tx.tables
  await tx.db
    .update(deliveries)
    .set({ lease_until: null, error: 'The attempt was lost with its process' })
    .where(isNotNull(deliveries.lease_until))
}
