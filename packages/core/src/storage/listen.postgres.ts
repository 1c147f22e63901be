import pg from 'pg'

/** The most of a notification is 8,000 bytes. */
const MOST_TOLD = 150
const EVERYTHING = ''

const RECONNECT_MS = 250
/** How often a listening connection is probed: one that was cut silently answers nothing. */
const HEARTBEAT_MS = 5000
const PATIENCE_MS = 3000

/**
 * Listens on a connection of its own, and connects again when it breaks.
 * @returns stops listening
 */
export function listenOnPostgres(
  url: string,
  channel: string,
  wake: (about?: ReadonlySet<string>) => void,
): () => void {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function connect(): void {
    const limits = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true }
    const fresh = new pg.Client({ connectionString: url, application_name: 'handrail listen', ...limits })
    client = fresh
    const again = () => {
      if (stopped || client !== fresh) return
      client = undefined
      fresh.end().catch(() => undefined)
      clearTimeout(timer)
      timer = setTimeout(connect, RECONNECT_MS)
    }
    const beat = () => {
      timer = setTimeout(() => {
        fresh.query('select 1').then(() => client === fresh && !stopped && beat(), again)
      }, HEARTBEAT_MS)
    }
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', ({ payload }) => wake(payload ? new Set(payload.split(' ')) : undefined))
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(() => {
        if (client !== fresh || stopped) return
        // What was missed while there was no connection is found by whoever polls.
        wake()
        beat()
      }, again)
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    client?.end().catch(() => undefined)
  }
}

/**
 * Tells every process what has changed. Apart from the changes, and without the disk: transactions that notify commit one after
 * the other, so a change that did would wait for all others.
 */
export async function tellOnPostgres(pool: pg.Pool, channel: string, about: ReadonlySet<string>): Promise<void> {
  const payload = about.size > MOST_TOLD ? EVERYTHING : [...about].join(' ')
  const client = await pool.connect()
  try {
    await client.query('begin; set local synchronous_commit = off')
    await client.query('select pg_notify($1, $2)', [channel, payload])
    await client.query('commit')
    client.release()
  } catch (error) {
    // The connection goes, and the transaction with it.
    client.release(true)
    throw error
  }
}
