import { covers } from './catalogue.ts'
import type { Subscriber } from './event-row.ts'
import type { EventType } from './types.ts'

/** The guide and organisation of an event; undefined if it has none. */
interface Concern {
  guide_id: string | undefined
  organisation_id: string | undefined
}

/**
 * Whether an endpoint gets an event: it subscribes to its type, and the event matches its guides and organisations.
 * @param data of the event, called only if there are such filters
 */
export function isSubscribedTo(
  { events, guide_ids, organisation_ids }: Subscriber,
  type: string,
  data: () => unknown,
): boolean {
  // Only types of the catalogue are stored.
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
    // The record of `guide.viewed` is an enrollment, which contains its guide.
    guide_id: textAt(data, 'guide_id') ?? ownId('guide'),
    organisation_id: textAt(data, 'organisation_id') ?? ownId('organisation'),
  }
}

function textAt(data: unknown, key: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const value: unknown = Reflect.get(data, key)
  return typeof value === 'string' ? value : undefined
}
