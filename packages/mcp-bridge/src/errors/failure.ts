import { BridgeError, type BridgeErrorCode } from './bridge-error.ts'
import { systemSentence } from './system-sentence.ts'

/** A fault of the transport: what it means for the request, and a sentence for the person. */
export class Failure extends BridgeError {
  /** The request cannot have been carried out, so it may be sent again whatever it does. */
  readonly unsent: boolean
  /** Sending it again may help, perhaps after this many milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(sentence: string, { code = 'unreachable', cause, unsent = false, retryAfterMs }: FailureOptions = {}) {
    super(code, sentence, { cause })
    this.name = 'Failure'
    this.unsent = unsent
    this.retryAfterMs = retryAfterMs
  }
}

interface FailureOptions {
  code?: BridgeErrorCode
  cause?: unknown
  unsent?: boolean
  retryAfterMs?: number | undefined
}

/** The text of an error; internal errors are named as such, without the stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BridgeError) return error.message
  const sentence = systemSentence(error)
  if (sentence !== undefined) return sentence
  const message = error instanceof Error ? error.message : String(error)
  return `mcp-bridge failed with an internal error (${message}): please report it, with the log of --log-file and --log-level debug.`
}
