import { and, asc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Sealer } from '../seal.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { ClaimedDelivery } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables.ts'
import type { Message } from './send.ts'
import { signatureHeaders } from './sign.ts'

type DeliveryRow = Tables['webhook_deliveries']['$inferSelect']
type EndpointRow = Tables['webhook_endpoints']['$inferSelect']

/** A delivery that is leased, and what is to be sent. */
export interface Job {
  delivery: DeliveryRow
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

/** What is sent for an event to an endpoint, signed as of a time. */
export function messageOf(sealer: Sealer, endpoint: EndpointRow, event: Event, now: string): Message {
  const secrets = [sealer.open(endpoint.sealed_secret)]
  const { former_sealed_secret: former, former_secret_until: until } = endpoint
  if (former !== null && until !== null && until > now) secrets.push(sealer.open(former))
  const body = bodyOf(event, endpoint.id)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Handrail-Webhooks/1',
    ...signatureHeaders(event.id, Math.floor(Date.parse(now) / 1000), body, secrets),
  }
  return { endpoint_id: endpoint.id, url: endpoint.url, headers, body }
}

/** The jobs for what was claimed. An event that retention took meanwhile leaves no job. */
export async function jobsOf(reader: Reader, sealer: Sealer, claimed: ClaimedDelivery[], now: string): Promise<Job[]> {
  if (claimed.length === 0) return []
  const { webhook_deliveries: deliveries, webhook_endpoints: endpoints, events } = reader.tables
  const rows = await reader.db
    .select({ delivery: deliveries, endpoint: endpoints, event: events })
    .from(deliveries)
    .innerJoin(
      endpoints,
      and(eq(endpoints.workspace_id, deliveries.workspace_id), eq(endpoints.id, deliveries.endpoint_id)),
    )
    .innerJoin(events, and(eq(events.workspace_id, deliveries.workspace_id), eq(events.id, deliveries.event_id)))
    .where(
      and(
        inArray(deliveries.workspace_id, [...new Set(claimed.map(({ workspace_id }) => workspace_id))]),
        inArray(
          deliveries.id,
          claimed.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(deliveries.created_at), asc(deliveries.id))
  return rows.map(({ delivery, endpoint, event }) => ({
    delivery,
    endpoint,
    message: messageOf(sealer, endpoint, event, now),
  }))
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
