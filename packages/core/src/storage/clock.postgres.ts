import type pg from 'pg'

/** A begin whose answer arrives later than this after the last may be one of a clock that was set back. */
const TOLERANCE_MS = 100
const FLOOR = 'select floor(extract(epoch from max(occurred_at)) * 1000)::text as time from events'

/**
 * The beginning of the oldest transaction of this program's that is open, or now: no later one can be stamped before. Read
 * before what it bounds, so that whatever has ended meanwhile is seen there. Where the clock was set back, all stamps are
 * that of the newest event until it has caught up. A newest event that is later than now shows that too, but only while
 * nothing is open: it may also have begun and ended while this was asked, beside an older one that goes on.
 */
const SETTLED = `select floor(extract(epoch from case when newest > now() and min(xact_start) is null then newest
    else least(now(), min(xact_start)) end) * 1000)::text as until
  from (select max(occurred_at) as newest from events) as committed left join pg_stat_activity on datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and application_name = current_setting('application_name')
  group by newest`

export type SettledTime = (client: pg.Pool | pg.PoolClient) => Promise<string>

interface Times {
  time: string
  stamp: string
}

export interface PostgresClock {
  /** The statement that begins a transaction and asks for the time, in one trip. */
  begin(lasting: boolean): string
  /** See `Connection`. */
  settled: SettledTime
  /** The times of a transaction that has begun. */
  timesOf(client: pg.PoolClient, begun: unknown): Promise<Times>
}

/**
 * The time by the clock of the database, which all processes share. Stamps never go back, also where that clock does: then
 * they begin from the newest that is committed, which every change leaves in its event.
 * @param now a clock to use instead, for tests
 */
export function createClock(now?: () => Date): PostgresClock {
  let newest = 0
  let seenAt = Number.NEGATIVE_INFINITY

  async function floorOf(client: pg.PoolClient): Promise<number> {
    return Number((await client.query<{ time: string | null }>(FLOOR)).rows[0]?.time ?? 0)
  }

  return {
    async settled(client) {
      const until = now
        ? Math.max(newest, now().getTime())
        : (await client.query<{ until: string }>(SETTLED)).rows[0]?.until
      return new Date(Number(until)).toISOString()
    },
    begin(lasting) {
      const passing = lasting ? [] : ['set local synchronous_commit = off']
      const asking = now ? [] : ["select date_part('epoch', clock_timestamp()) as time"]
      return ['begin', ...passing, ...asking].join('; ')
    },
    async timesOf(client, begun) {
      const time = now?.().getTime() ?? timeOf(begun)
      const expected = newest + (performance.now() - seenAt)
      // Also at the first, since an infinite time has passed.
      if (time < expected - TOLERANCE_MS) newest = Math.max(newest, await floorOf(client))
      newest = Math.max(newest, time)
      seenAt = performance.now()
      return { time: new Date(time).toISOString(), stamp: new Date(newest).toISOString() }
    },
  }
}

/** Several statements in one string have a result each; the time is in the last. */
function timeOf(begun: unknown): number {
  // The type of the driver knows one result alone.
  const results = begun as pg.QueryResult<{ time: number }>[]
  // Whole milliseconds, and not one less for want of exactness.
  return Math.floor(Number(results.at(-1)?.rows[0]?.time) * 1000 + 0.001)
}
