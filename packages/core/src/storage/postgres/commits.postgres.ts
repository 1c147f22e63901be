import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { postgresDialect } from './dialect.postgres.ts'

/** How long a transaction is asked for whose commit got no answer: what was cut off is there again by then, or takes longer. */
const ASKED_FOR_MS = 10_000
const EVERY_MS = 100

/**
 * Which run of the server it is. After a crash it knows nothing of numbers that had not reached its disk, and gives them to others;
 * so does a server that takes over. A crash resets the statistics.
 */
const RUN = "concat(pg_postmaster_start_time(), ' ', (select stats_reset from pg_stat_bgwriter))"

/** A transaction of which it is not known whether it was committed: its number, in one run of the server. */
export interface UncertainCommit {
  number: string | undefined
  run: string | undefined
}

/** The runs of the server that connections are of: asked for once on each. */
export function runsOfServer() {
  const known = new WeakMap<pg.PoolClient, string>()
  return {
    async of(client: pg.PoolClient): Promise<string | undefined> {
      const run = known.get(client) ?? (await client.query<{ run: string }>(`select ${RUN} as run`)).rows[0]?.run
      if (run !== undefined) known.set(client, run)
      return run
    },
  }
}

/**
 * Asks what became of a transaction whose connection was lost at its commit. @returns whether it was committed
 * @throws AppError `unavailable` where nobody can tell, or not in time
 */
export async function isCommitted(pool: pg.Pool, { number, run }: UncertainCommit, lost: unknown): Promise<boolean> {
  const unknown = () => postgresDialect.translate(lost)
  if (number === undefined || run === undefined) throw unknown()
  for (const deadline = performance.now() + ASKED_FOR_MS; performance.now() < deadline; ) {
    // It cannot be reached yet, or is another one by the time.
    const outcome = await ask(pool, number).catch(() => undefined)
    if (outcome && outcome.run !== run) throw unknown()
    if (outcome?.status === 'committed' || outcome?.status === 'aborted') return outcome.status === 'committed'
    // It is still in progress while the server has not noticed that nobody is there any more.
    await sleep(EVERY_MS)
  }
  throw unknown()
}

async function ask(pool: pg.Pool, number: string) {
  const client = await pool.connect()
  let failure: unknown
  try {
    const [of] = (await client.query<{ run: string }>(`select ${RUN} as run`)).rows
    // On the same connection: it is of one run, which knows this number or fails.
    const asked = client.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [number])
    const status = await asked.then(
      ({ rows }) => rows[0]?.status,
      (error) => {
        failure = error
        return undefined
      },
    )
    return { run: of?.run, status }
  } finally {
    client.release(failure !== undefined)
  }
}
