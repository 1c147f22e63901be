import type { KeyObject } from 'node:crypto'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { preparedRows, type Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { unixTime } from '../../times.ts'
import { dueEvents } from './claims.ts'
import type { ClaimedDelivery, DueEvent } from './delivery.ts'
import type { Message } from './send.ts'
import { type Keyring, signatureHeaders } from './sign.ts'

type EndpointRow = Tables['webhook_endpoints']['$inferSelect']

/** A delivery that is leased, and what is to be sent. */
export interface Job {
  delivery: ClaimedDelivery
  endpoint: EndpointRow
  message: Message
}

/** The bytes of a delivery: fixed when the event happened, but for the endpoint's own id. */
function bodyOf(event: DueEvent, webhook_id: string): string {
  const { id, type, occurred_at: timestamp, data } = event
  return `${JSON.stringify({ id, event: type, timestamp, webhook_id }).slice(0, -1)},"data":${data}}`
}

/**
 * The keys that deliveries to an endpoint are signed with: those that were rotated too, until the end of their grace.
 * @returns undefined when the secret cannot be opened; a former one that cannot is left out
 */
function keysOf(keyring: Keyring, endpoint: EndpointRow, now: string): KeyObject[] | undefined {
  const present = keyring(endpoint.sealed_secret)
  const former = endpoint.former_secrets.filter(({ until }) => until > now).map(({ sealed }) => keyring(sealed))
  return present && [present, ...former.filter((key) => key !== undefined)]
}

function messageWith(keys: readonly KeyObject[], { id, url }: EndpointRow, event: DueEvent, now: string): Message {
  const body = bodyOf(event, id)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Handrail-Webhooks/1',
    ...signatureHeaders(event.id, unixTime(now), body, keys),
  }
  return { endpoint_id: id, url, headers, body }
}

/** What is sent for an event to an endpoint, signed as of a time. @throws AppError when its secret cannot be opened */
export function messageOf(keyring: Keyring, endpoint: EndpointRow, event: DueEvent, now: string): Message {
  const keys = keysOf(keyring, endpoint, now)
  if (keys) return messageWith(keys, endpoint, event, now)
  throw validationError({ secret: fieldError('wrong_state', 'cannot be read: rotate it, and enable the endpoint') })
}

/** What was claimed: what is to be sent, and the endpoints whose secret cannot be opened. */
interface Jobs {
  jobs: Job[]
  unreadable: EndpointRow[]
}

/** The jobs for what was claimed. An event that retention took meanwhile leaves none. */
export async function jobsOf(
  reader: Reader,
  keyring: Keyring,
  claimed: readonly ClaimedDelivery[],
  now: string,
): Promise<Jobs> {
  const jobs: Job[] = []
  const unreadable: EndpointRow[] = []
  const events = await dueEvents(reader, claimed)
  const endpoints = new Map<string, { endpoint: EndpointRow; keys: KeyObject[] | undefined } | undefined>()
  for (const delivery of claimed) {
    const { workspace_id, endpoint_id, event_id } = delivery
    if (!endpoints.has(endpoint_id)) {
      const endpoint = await findEndpointRow(reader, workspace_id, endpoint_id)
      const keys = endpoint && keysOf(keyring, endpoint, now)
      endpoints.set(endpoint_id, endpoint && { endpoint, keys })
      if (endpoint && !keys) unreadable.push(endpoint)
    }
    const to = endpoints.get(endpoint_id)
    const event = events.get(event_id)
    if (!to?.keys || !event) continue
    const message = messageWith(to.keys, to.endpoint, event, now)
    jobs.push({ delivery, endpoint: to.endpoint, message })
  }
  return { jobs, unreadable }
}

async function findEndpointRow(reader: Reader, workspace_id: string, id: string): Promise<EndpointRow | undefined> {
  const [endpoint] = await preparedRows(
    reader,
    'webhook_endpoints.find_row',
    ({ tables }) => getTableColumns(tables.webhook_endpoints),
    ({ db, tables: { webhook_endpoints: endpoints } }, columns) =>
      db
        .select(columns)
        .from(endpoints)
        .where(
          and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), eq(endpoints.id, sql.placeholder('id'))),
        ),
    { workspace_id, id },
  )
  return endpoint
}
