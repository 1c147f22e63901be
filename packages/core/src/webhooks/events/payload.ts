import type { Payload } from '../contract.ts'
import type { DueEvent } from '../delivery.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The sequence number of events stored by an earlier release: lower than any new one. */
const FORMER = 0

/** The sequence number in the payload of an event. */
export function sequenceOf({ sequence }: Pick<DueEvent, 'sequence'>): number {
  return sequence ?? FORMER
}

/**
 * The bytes of a delivery: fixed at the time of the event, except for the id of the endpoint, the payload format, and
 * its version, of which there is one so far.
 */
export function bodyOf(event: DueEvent, webhook_id: string, payload: Payload): string {
  const { id, type, occurred_at: timestamp } = event
  const sequence = sequenceOf(event)
  const data = payload === 'full' ? event.data : JSON.stringify(idsOf(JSON.parse(event.data)))
  return `${JSON.stringify({ id, event: type, timestamp, webhook_id, sequence }).slice(0, -1)},"data":${data}}`
}

/** The ids of a record and of the records in it, with which the rest can be fetched. */
function idsOf(record: unknown): Record<string, unknown> {
  const ids: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record ?? {}))
    if (typeof value === 'string') {
      if (/^(id|.+_id)$/.test(key) && UUID.test(value)) ids[key] = value
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const within = idsOf(value)
      if (key !== 'metadata' && Object.keys(within).length > 0) ids[key] = within
    }
  return ids
}
