import { covers } from './catalogue.ts'
import type { Subscriber } from './event-row.ts'
import type { EventType } from './types.ts'

/** Which guide and which organisation an event is about; undefined where it is about none. */
interface Concern {
  guide_id: string | undefined
  organisation_id: string | undefined
}

/**
 * Whether an endpoint is told of an event: it subscribes to its type, and the event is about one of the guides and one of
 * the organisations that it names.
 * @param data of the event, asked for only where there is something to look for in it
 */
export function isSubscribedTo(
  { events, guide_ids, organisation_ids }: Subscriber,
  type: string,
  data: () => unknown,
): boolean {
  // Only types of the catalogue are recorded.
  if (!events.some((subscription) => covers(subscription, type as EventType))) return false
  if (guide_ids === null && organisation_ids === null) return true
  const { guide_id, organisation_id } = concernOf(type, data())
  return isAmong(guide_ids, guide_id) && isAmong(organisation_ids, organisation_id)
}

function isAmong(ids: readonly string[] | null, id: string | undefined): boolean {
  return ids === null || (id !== undefined && ids.includes(id))
}

function concernOf(type: string, data: unknown): Concern {
  const ownId = (resource: string) => (type.startsWith(`${resource}.`) ? textAt(data, 'id') : undefined)
  return {
    // Of `guide.viewed` the record is an enrollment, which names its guide.
    guide_id: textAt(data, 'guide_id') ?? ownId('guide'),
    organisation_id: textAt(data, 'organisation_id') ?? ownId('organisation'),
  }
}

function textAt(data: unknown, key: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const value: unknown = Reflect.get(data, key)
  return typeof value === 'string' ? value : undefined
}
