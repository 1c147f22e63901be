import type { Payload } from '../contract.ts'
import type { DueEvent } from '../delivery.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Before any that is taken now: that of events which a former release has recorded. */
const FORMER = 0

/** What an event is told with beside its type, time and data. */
export function sequenceOf({ sequence }: Pick<DueEvent, 'sequence'>): number {
  return sequence ?? FORMER
}

/**
 * The bytes of a delivery: fixed when the event happened, but for the endpoint's own id, the kind of its payload, and its version,
 * of which there is one so far.
 */
export function bodyOf(event: DueEvent, webhook_id: string, payload: Payload): string {
  const { id, type, occurred_at: timestamp } = event
  const sequence = sequenceOf(event)
  const data = payload === 'full' ? event.data : JSON.stringify(idsOf(JSON.parse(event.data)))
  return `${JSON.stringify({ id, event: type, timestamp, webhook_id, sequence }).slice(0, -1)},"data":${data}}`
}

/** Of a record, and of the records within it, the ids that this service gave: what is needed to ask for the rest. */
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
