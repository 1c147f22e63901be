import pg from 'pg'

const RECONNECT_MS = 250
/** How often a listening connection is probed: one that was cut silently answers nothing. */
const HEARTBEAT_MS = 5000
const PATIENCE_MS = 3000

/**
 * Listens on a connection of its own, and connects again when it breaks.
 * @returns stops listening
 */
export function listenOnPostgres(url: string, channel: string, wake: () => void): () => void {
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
    fresh.on('notification', wake)
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
