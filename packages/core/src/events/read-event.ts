import type { Sealer } from '../secret/seal.ts'
import type { StoredEvent } from '../storage/database.ts'
import { revealed } from '../webhooks/events/sealed-fields.ts'
import type { HandrailEvent } from './event.ts'

/** An event as listeners get it. */
export function readEvent(sealer: Sealer, { id, type, occurred_at, workspace_id, data }: StoredEvent): HandrailEvent {
  const event = { id, event: type, timestamp: occurred_at, workspace_id, data: JSON.parse(revealed(sealer, data)) }
  // The schema of the type was that of the data when it was stored.
  return event as HandrailEvent
}
