import type { Tables } from '../../storage/tables/tables.ts'
import { covers } from './catalogue.ts'
import type { Subscriber } from './event-row.ts'
import type { EventType } from './types.ts'

/** The guide and organisation of an event; undefined if it has none. */
interface Concern {
  guide_id: string | undefined
  organisation_id: string | undefined
}

type Filters = Pick<Subscriber, 'guide_ids' | 'organisation_ids'>

/**
 * Whether an endpoint gets an event: it subscribes to its type, and the event matches its guides and organisations.
 * @param data as `isAbout`
 */
export function isSubscribedTo(
  { events, ...filters }: Filters & Pick<Tables['webhook_endpoints']['$inferSelect'], 'events'>,
  type: string,
  data: () => unknown,
): boolean {
  // Only types of the catalogue are stored.
  return events.some((subscription) => covers(subscription, type as EventType)) && isAbout(filters, type, data)
}

/**
 * Whether an event matches the guides and organisations that an endpoint is limited to.
 * @param data of the event, called only if there are such filters
 */
export function isAbout({ guide_ids, organisation_ids }: Filters, type: string, data: () => unknown): boolean {
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
