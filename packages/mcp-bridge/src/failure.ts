/**
 * Something went wrong that is not a fault of this program. The message is one sentence for the person at the
 * assistant, and says what to do: it is shown as it stands, on stderr and as the answer of the request that waits.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** The request cannot have been carried out, so that it may be sent again whatever it does. */
  readonly unsent: boolean
  /** Sending it again may help, perhaps after this many milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(sentence: string, { cause, unsent = false, retryAfterMs }: FailureOptions = {}) {
    super(sentence, { cause })
    this.unsent = unsent
    this.retryAfterMs = retryAfterMs
  }
}

interface FailureOptions {
  cause?: unknown
  unsent?: boolean
  retryAfterMs?: number | undefined
}

/** What to show of an error: a fault of this program is named as such, never with its stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return `mcp-bridge has a fault (${message}): please report it, with the log of --log-file and --log-level debug.`
}
