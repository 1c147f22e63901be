import type { KeyObject } from 'node:crypto'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Reader } from '../../storage/database.ts'
import { unixTime } from '../../times.ts'
import type { ClaimedDelivery, DueEvent } from '../delivery.ts'
import { bodyOf } from '../events/payload.ts'
import { secretsOf } from '../sending/mask.ts'
import type { Message } from '../sending/send.ts'
import { type Keyring, signatureHeaders } from '../sending/sign.ts'
import { dueEvents } from './claims/claims.ts'
import type { EndpointRow } from './health/endpoint-row.ts'
import { endpointsOf } from './health/endpoints.ts'

/** A leased delivery with its message. */
export interface Job {
  delivery: ClaimedDelivery
  endpoint: EndpointRow
  message: Message
  /** The time of the claim, by the clock shared by all processes and by a monotonic one. */
  claimed: { at: string; monotonic: number }
  /** The time of the event. */
  happened_at: string
}

/** The undecryptable parts that prevent all deliveries to an endpoint. */
type UnreadablePart = 'secret_unreadable' | 'headers_unreadable'

/** The decrypted parts of an endpoint. */
interface Opened {
  /** The signing keys, including rotated ones until the end of their grace period. */
  keys: KeyObject[]
  headers: Record<string, string>
}

const MASKED = '•••'

/** @returns the undecryptable part, if there is one; undecryptable previous secrets are omitted instead */
function openedOf(keyring: Keyring, endpoint: EndpointRow, now: string): Opened | UnreadablePart {
  const present = keyring.key(endpoint.sealed_secret)
  const headers = keyring.headers(endpoint.sealed_headers)
  if (!present) return 'secret_unreadable'
  if (!headers) return 'headers_unreadable'
  const previous = endpoint.former_secrets.filter(({ until }) => until > now).map(({ sealed }) => keyring.key(sealed))
  return { keys: [present, ...previous.filter((key) => key !== undefined)], headers }
}

function messageWith({ keys, headers }: Opened, endpoint: EndpointRow, event: DueEvent, now: string): Message {
  const { id, url, payload, header_names } = endpoint
  const body = bodyOf(event, id, payload)
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Handrail-Webhooks/1',
    ...signatureHeaders(event.id, unixTime(now), body, keys),
  }
  if (header_names.length === 0)
    return { endpoint_id: id, url, headers: own, body, kept: { url, headers: own, payload } }
  const masked = { ...own, ...Object.fromEntries(header_names.map((name) => [name, MASKED])) }
  return {
    endpoint_id: id,
    url,
    headers: { ...headers, ...own },
    body,
    kept: { url, headers: masked, payload },
    secrets: secretsOf(headers),
  }
}

/** The signed message of an event to an endpoint. @throws AppError when a required part cannot be decrypted */
export function messageOf(keyring: Keyring, endpoint: EndpointRow, event: DueEvent, now: string): Message {
  const opened = openedOf(keyring, endpoint, now)
  if (typeof opened !== 'string') return messageWith(opened, endpoint, event, now)
  throw validationError(
    opened === 'secret_unreadable'
      ? { secret: fieldError('wrong_state', 'cannot be decrypted: rotate it, and enable the endpoint') }
      : { headers: fieldError('wrong_state', 'cannot be decrypted: set them again, and enable the endpoint') },
  )
}

/** An endpoint that cannot be decrypted. */
export interface Unreadable {
  endpoint: EndpointRow
  reason: UnreadablePart
}

/** The jobs of a claim, and the endpoints that cannot be decrypted. */
interface Jobs {
  jobs: Job[]
  unreadable: Unreadable[]
}

/** The jobs of a claim. An event that retention deleted meanwhile has none. */
export async function jobsOf(
  reader: Reader,
  keyring: Keyring,
  claimed: readonly ClaimedDelivery[],
  now: string,
): Promise<Jobs> {
  const jobs: Job[] = []
  const unreadable: Unreadable[] = []
  const events = await dueEvents(reader, claimed)
  const endpoints = new Map<string, { endpoint: EndpointRow; opened: Opened | UnreadablePart }>()
  const places = claimed.map(({ workspace_id, endpoint_id }) => ({ workspace_id, id: endpoint_id }))
  for (const endpoint of (await endpointsOf(reader, places)).values()) {
    const opened = openedOf(keyring, endpoint, now)
    endpoints.set(endpoint.id, { endpoint, opened })
    if (typeof opened === 'string') unreadable.push({ endpoint, reason: opened })
  }
  const began = { at: now, monotonic: performance.now() }
  for (const delivery of claimed) {
    const to = endpoints.get(delivery.endpoint_id)
    const kept = events.get(delivery.event_id)
    if (!to || typeof to.opened === 'string' || !kept) continue
    const event = { ...kept, data: keyring.dataOf(kept, to.endpoint) }
    const message = messageWith(to.opened, to.endpoint, event, now)
    jobs.push({ delivery, endpoint: to.endpoint, message, claimed: began, happened_at: event.occurred_at })
  }
  return { jobs, unreadable }
}
