import { CallError } from '../../../api/error.ts'
import { type ChangeBatch, readMessages, UNKNOWN_CHANGES } from './changes.ts'

/** The server sends a heartbeat every 15 seconds: without one the connection is dead, as after a laptop has slept. */
const HEARTBEAT_TIMEOUT_MS = 40_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000

interface ConnectionOptions {
  /** Connects, continuing after a cursor. @throws CallError */
  open(from: {
    after: string | undefined
    signal: AbortSignal
  }): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  /** The cursor of the last message received. */
  cursor(): string | undefined
  onChanges(changes: ChangeBatch): void
  /** Called when it connects and when it disconnects. */
  onState(isOpen: boolean): void
  /** Called when it ends or is refused: the person's rights may have changed. */
  onEnd(): void
  signal: AbortSignal
  heartbeatTimeoutMs?: number
}

/** Stays connected to the server's changes, and reconnects with exponential backoff. */
export async function keepConnected(options: ConnectionOptions): Promise<void> {
  const { signal, onState, onChanges, onEnd } = options
  let failures = 0
  while (!signal.aborted) {
    // Nothing reports the changes from before the first connection.
    let hasMissed = failures > 0 && options.cursor() === undefined
    const error = await receive(options, () => {
      failures = 0
      if (hasMissed) onChanges(UNKNOWN_CHANGES)
      hasMissed = false
    })
    if (signal.aborted) return
    onState(false)
    onEnd()
    const status = error instanceof CallError ? error.status : 0
    // Signed out, or no longer a member: the next request of the page handles it.
    if (status === 401 || status === 403 || status === 404) return
    // The server does not know the cursor.
    if (status === 422) onChanges(UNKNOWN_CHANGES)
    const asked = error instanceof CallError ? (error.body.retry_after ?? 0) * 1000 : 0
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random())
    failures++
    await wait(Math.max(asked, pause), signal)
  }
}

/** Receives messages until the connection ends. @returns the error that ended it */
async function receive(options: ConnectionOptions, onMessage: () => void): Promise<unknown> {
  const { open, cursor, onChanges, onState, signal, heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS } = options
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end)
  let timeout = setTimeout(end, heartbeatTimeoutMs)
  try {
    const body = await open({ after: cursor(), signal: connection.signal })
    if (!body) return undefined
    for await (const changes of readMessages(body)) {
      clearTimeout(timeout)
      timeout = setTimeout(end, heartbeatTimeoutMs)
      onMessage()
      onState(true)
      if (changes) onChanges(changes)
    }
    return undefined
  } catch (error) {
    return error
  } finally {
    clearTimeout(timeout)
    signal.removeEventListener('abort', end)
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
