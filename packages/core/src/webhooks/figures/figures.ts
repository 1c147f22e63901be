/** As many are counted of each: more are too many in any case, and to count them would hold others up. */
const COUNTED_DELIVERIES = 10_000

/** What becomes of webhook deliveries, as the database knows it. */
export interface DeliveryFigures {
  /** Deliveries: to be sent now, put off to a later attempt, held back with their endpoint, and under way. */
  ready: number
  later: number
  held: number
  under_way: number
  /** For how many seconds the oldest that is ready has been due; 0 where none is. */
  oldest_due_seconds: number
  /** Endpoints by their state. */
  endpoints: Record<EndpointState, number>
}

export const ENDPOINT_STATES = ['healthy', 'failing', 'open', 'paused', 'disabled'] as const
/** `open`: after many failures everything waits, but for a probe now and then. */
type EndpointState = (typeof ENDPOINT_STATES)[number]

/** Of what is ready, some is sent alone. */
const ALONE = "waiting_for = 'alone'"
const READY = "status = 'pending' and lease_until is null and waiting_for is null"
const counted = (name: string, condition: string, index = 'next_attempt_at') =>
  `(select count(*) from (select ${index} from webhook_deliveries where ${condition} limit ${COUNTED_DELIVERIES}) as ${name}) as ${name}`

/** In SQL of both engines, each along an index that holds nothing else. */
export const FIGURES = `select ${counted('ready', READY)}, ${counted('alone', ALONE)}, ${counted('later', "waiting_for = 'time'")},
  ${counted('held', "waiting_for = 'endpoint'")}, ${counted('under_way', 'lease_until is not null', 'lease_until')},
  (select min(next_attempt_at) from (select next_attempt_at from webhook_deliveries where ${READY}
    limit ${COUNTED_DELIVERIES}) as oldest) as oldest_due,
  healthy, failing, open, paused, disabled
  from (select count(case when status = 'enabled' and failing_since is null and open_until is null then 1 end) as healthy,
    count(case when status = 'enabled' and failing_since is not null and open_until is null then 1 end) as failing,
    count(case when status = 'enabled' and open_until is not null then 1 end) as open,
    count(case when status = 'paused' then 1 end) as paused,
    count(case when status = 'disabled' then 1 end) as disabled
    from webhook_endpoints where deleted_at is null) as endpoints`

/** Counts are text where the engine counts in bigint. */
export type FiguresRow = Record<'ready' | 'alone' | 'later' | 'held' | 'under_way' | EndpointState, number | string> & {
  oldest_due: string | Date | null
}

/** @param now milliseconds by the clock that rows have their times from */
export function figuresOf(row: FiguresRow, now: number): DeliveryFigures {
  const { ready, alone, later, held, under_way, oldest_due, ...endpoints } = row
  const count = (state: EndpointState) => Number(endpoints[state])
  return {
    ready: Number(ready) + Number(alone),
    later: Number(later),
    held: Number(held),
    under_way: Number(under_way),
    oldest_due_seconds: oldest_due === null ? 0 : Math.max(0, (now - new Date(oldest_due).getTime()) / 1000),
    endpoints: {
      healthy: count('healthy'),
      failing: count('failing'),
      open: count('open'),
      paused: count('paused'),
      disabled: count('disabled'),
    },
  }
}
