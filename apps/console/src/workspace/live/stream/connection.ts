import { CallError } from '../../../api/error.ts'
import { ANYTHING, messagesIn, type Told } from './changes.ts'

/** The server gives a sign every fifteen seconds: a line that gives none is dead, as after a laptop has slept. */
const SILENT_MS = 40_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

interface LineOptions {
  /** Opens a line, from where a former one broke off. @throws CallError */
  open(from: {
    after: string | undefined
    signal: AbortSignal
  }): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  /** Where a former line broke off, now. */
  cursor(): string | undefined
  onTold(told: Told): void
  /** Whether the line is there. */
  onState(isOpen: boolean): void
  /** It broke off, or was refused: what the person may do may have changed. */
  onEnd(): void
  signal: AbortSignal
  /** After how long without a sign it is given up. */
  silentMs?: number
}

/** Keeps a line to the server, and opens another where one breaks off, after ever longer pauses. */
export async function keepLine(options: LineOptions): Promise<void> {
  const { signal, onState, onTold, onEnd } = options
  let failures = 0
  while (!signal.aborted) {
    // What happened before the first line was there, nobody tells.
    let isMissed = failures > 0 && options.cursor() === undefined
    const error = await hold(options, () => {
      failures = 0
      if (isMissed) onTold(ANYTHING)
      isMissed = false
    })
    if (signal.aborted) return
    onState(false)
    onEnd()
    const status = error instanceof CallError ? error.status : 0
    // Whoever has been signed out, or is no member any more, is told by what the page asks next.
    if (status === 401 || status === 403 || status === 404) return
    // It does not know where the last line broke off.
    if (status === 422) onTold(ANYTHING)
    const asked = error instanceof CallError ? (error.body.retry_after ?? 0) * 1000 : 0
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random())
    failures++
    await wait(Math.max(asked, pause), signal)
  }
}

/** Listens until the line breaks off. @returns why */
async function hold(options: LineOptions, onLife: () => void): Promise<unknown> {
  const { open, cursor, onTold, onState, signal, silentMs = SILENT_MS } = options
  const line = new AbortController()
  const end = () => line.abort()
  signal.addEventListener('abort', end)
  let silence = setTimeout(end, silentMs)
  try {
    const body = await open({ after: cursor(), signal: line.signal })
    if (!body) return undefined
    for await (const told of messagesIn(body)) {
      clearTimeout(silence)
      silence = setTimeout(end, silentMs)
      onLife()
      onState(true)
      if (told) onTold(told)
    }
    return undefined
  } catch (error) {
    return error
  } finally {
    clearTimeout(silence)
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
