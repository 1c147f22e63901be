import pg from 'pg'

const RECONNECT_MS = 1000

/**
 * Listens on a connection of its own, and connects again when it breaks.
 * @returns stops listening
 */
export function listenOnPostgres(url: string, channel: string, wake: () => void): () => void {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function connect(): void {
    const fresh = new pg.Client({ connectionString: url, application_name: 'handrail listen' })
    client = fresh
    const again = () => {
      if (stopped || client !== fresh) return
      client = undefined
      fresh.end().catch(() => undefined)
      timer = setTimeout(connect, RECONNECT_MS)
    }
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', wake)
    // What was missed while there was no connection is found by whoever polls.
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(wake, again)
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    client?.end().catch(() => undefined)
  }
}
