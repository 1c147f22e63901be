/** Maximum count of each figure: an exact count of more would take too long. */
const COUNTED_DELIVERIES = 10_000

/** Figures of webhook deliveries from the database. */
export interface DeliveryFigures {
  /** Deliveries that are ready, scheduled for later, on hold with their endpoint, and under way. */
  ready: number
  later: number
  held: number
  under_way: number
  /** Seconds since the oldest ready delivery became due; 0 if there is none. */
  oldest_due_seconds: number
  /** Endpoints by state. */
  endpoints: Record<EndpointState, number>
}

export const ENDPOINT_STATES = ['healthy', 'failing', 'open', 'paused', 'disabled'] as const
/** `open`: after many failures deliveries are on hold, except for occasional probes. */
type EndpointState = (typeof ENDPOINT_STATES)[number]

/** Ready deliveries that are sent alone. */
const ALONE = "waiting_for = 'alone'"
const READY = "status = 'pending' and lease_until is null and waiting_for is null"
const counted = (name: string, condition: string, index = 'next_attempt_at') =>
  `(select count(*) from (select ${index} from webhook_deliveries where ${condition} limit ${COUNTED_DELIVERIES}) as ${name}) as ${name}`

/** The query of the figures, in SQL of both engines; each part uses an index that contains only its rows. */
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

/** Counts are text if the engine counts in bigint. */
export type FiguresRow = Record<'ready' | 'alone' | 'later' | 'held' | 'under_way' | EndpointState, number | string> & {
  oldest_due: string | Date | null
}

/** @param now milliseconds of the clock that sets the times of rows */
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
