import type pg from 'pg'
import type { WriteOptions } from '../database.ts'
import { CHECKED_BY_WORKERS, NEWEST_STAMP } from '../tables/webhooks.ts'

/** A begin whose answer arrives later than this after the last may be one of a clock that was set back. */
const TOLERANCE_MS = 100
const FLOOR = `select floor(extract(epoch from (${NEWEST_STAMP})) * 1000)::text as time`

/**
 * The beginning of the oldest transaction of this program's that is open, or now: no later one can be stamped before. Read
 * before what it bounds, so that whatever has ended meanwhile is seen there. Where the clock was set back, all stamps are
 * that of the newest event until it has caught up. A newest event that is later than now shows that too, but only while
 * nothing is open: it may also have begun and ended while this was asked, beside an older one that goes on.
 */
const SETTLED = `select floor(extract(epoch from case when newest > now() and min(xact_start) is null then newest
    else least(now(), min(xact_start)) end) * 1000)::text as until
  from (select (${NEWEST_STAMP}) as newest) as committed left join pg_stat_activity on datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and application_name = current_setting('application_name')
  group by newest`

/** @param ask asks the database on a connection of its pool or of a transaction */
export type SettledTime = (ask: Ask) => Promise<string>

type Ask = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

interface Times {
  time: string
  stamp: string
}

export interface PostgresClock {
  /** The statement that begins a transaction and asks for the time, in one trip. */
  begin(options: WriteOptions): string
  /** See `Connection`. */
  settled: SettledTime
  /** The times of a transaction that has begun. */
  timesOf(ask: Ask, begun: unknown): Promise<Times>
}

/**
 * Statistics may say of a table that was filled a moment ago that few rows match: a bitmap of these few, and a sort or a join that
 * reads them all, would then be the plan for hundreds of thousands. An index that has the order reads no more than the limit,
 * whatever they say.
 *
 * The statements have no names and are planned each time, but the server keeps the checks of foreign keys. Planned for a workspace
 * that the statistics have not counted, these take any index that begins with the workspace for as good as the primary key, and
 * read all of its rows; so they do, whichever the workspace, in plans that were kept before there were statistics. They are
 * planned each time as long as there are none of the table that they read.
 */
const PLANNED_ANEW = [
  ...['bitmapscan', 'hashjoin', 'mergejoin'].map((method) => `set local enable_${method} = off`),
  `select set_config('plan_cache_mode', case when reltuples > 0 then 'auto' else 'force_custom_plan' end, true)
    from pg_class where oid = to_regclass('${CHECKED_BY_WORKERS}')`,
]

/**
 * The time by the clock of the database, which all processes share. Stamps never go back, also where that clock does: then
 * they begin from the newest that is committed, which every change leaves in its event.
 * @param now a clock to use instead, for tests
 * @param settings statements that each transaction begins with
 */
export function createClock(now?: () => Date, settings: readonly string[] = []): PostgresClock {
  let newest = 0
  let seenAt = Number.NEGATIVE_INFINITY

  async function floorOf(ask: Ask): Promise<number> {
    return Number((await ask({ text: FLOOR })).rows[0]?.time ?? 0)
  }

  return {
    async settled(ask) {
      const until = now ? Math.max(newest, now().getTime()) : (await ask({ text: SETTLED })).rows[0]?.until
      return new Date(Number(until)).toISOString()
    },
    begin({ lasting = true, planned }) {
      const planning = planned ? PLANNED_ANEW : []
      const time = "date_part('epoch', clock_timestamp()) as time"
      // What is merely done again when it was lost need not be known by a number.
      return lasting
        ? ['begin', ...settings, ...planning, `select ${time}, pg_current_xact_id()::text as number`].join('; ')
        : ['begin', ...settings, 'set local synchronous_commit = off', ...planning, `select ${time}`].join('; ')
    },
    async timesOf(ask, begun) {
      const time = now?.().getTime() ?? timeOf(begun)
      const expected = newest + (performance.now() - seenAt)
      // Also at the first, since an infinite time has passed.
      if (time < expected - TOLERANCE_MS) newest = Math.max(newest, await floorOf(ask))
      newest = Math.max(newest, time)
      seenAt = performance.now()
      return { time: new Date(time).toISOString(), stamp: new Date(newest).toISOString() }
    },
  }
}

function timeOf(begun: unknown): number {
  // Whole milliseconds, and not one less for want of exactness.
  return Math.floor(Number(toldOf(begun)?.time) * 1000 + 0.001)
}

/** The number by which a lasting transaction can be asked for. */
export function numberOf(begun: unknown): string | undefined {
  return toldOf(begun)?.number
}

/** Several statements in one string have a result each; what was asked for is in the last. */
function toldOf(begun: unknown) {
  // The type of the driver knows one result alone.
  const results = begun as pg.QueryResult<{ time: number; number?: string }>[]
  return results.at(-1)?.rows[0]
}
