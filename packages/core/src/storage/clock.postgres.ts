import type pg from 'pg'

/** A begin whose answer arrives later than this after the last may be one of a clock that was set back. */
const TOLERANCE_MS = 100
const FLOOR = 'select floor(extract(epoch from max(occurred_at)) * 1000)::text as time from events'

export interface Times {
  time: string
  stamp: string
}

export interface PostgresClock {
  /** The statement that begins a transaction and asks for the time, in one trip. */
  begin(lasting: boolean): string
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
    begin(lasting) {
      const passing = lasting ? [] : ['set local synchronous_commit = off']
      const asking = now ? [] : ['select floor(extract(epoch from clock_timestamp()) * 1000)::text as time']
      return ['begin', ...passing, ...asking].join('; ')
    },
    async timesOf(client, begun) {
      const time = now?.().getTime() ?? timeOf(begun)
      const expected = newest + (performance.now() - seenAt)
      // Also at the first, since an infinite time has passed.
      if (!now && time < expected - TOLERANCE_MS) newest = Math.max(newest, await floorOf(client))
      newest = Math.max(newest, time)
      seenAt = performance.now()
      return { time: new Date(time).toISOString(), stamp: new Date(newest).toISOString() }
    },
  }
}

/** Several statements in one string have a result each; the time is in the last. */
function timeOf(begun: unknown): number {
  // The type of the driver knows one result alone.
  const results = begun as pg.QueryResult<{ time: string }>[]
  return Number(results.at(-1)?.rows[0]?.time)
}
