import pg from 'pg'
import { connectionTo, type Place } from './place.postgres.ts'

const RECONNECT_MS = 250
/** How often a connection is probed: one that was cut silently answers nothing. */
const HEARTBEAT_MS = 5000
const PATIENCE_MS = 3000

interface ConnectionOptions {
  /** What the server shows it as. */
  name: string
  /** What is done with each connection at first. */
  begin(client: pg.Client): Promise<void>
  /** Called when a connection has broken. */
  lost?(): void
}

/**
 * Keeps a connection of its own, and connects again when it breaks.
 * @returns ends it
 */
export function stayConnected(place: Place, { name, begin, lost = () => undefined }: ConnectionOptions): () => void {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function connect(): void {
    const limits = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true }
    const fresh = new pg.Client({ ...connectionTo(place), application_name: name, ...limits })
    client = fresh
    const again = () => {
      if (stopped || client !== fresh) return
      client = undefined
      lost()
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
    fresh
      .connect()
      .then(() => begin(fresh))
      .then(() => client === fresh && !stopped && beat(), again)
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    client?.end().catch(() => undefined)
  }
}
