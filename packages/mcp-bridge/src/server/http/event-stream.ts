import { createParser } from 'eventsource-parser'
import { Failure } from '../../errors/failure.ts'

/** One event of a stream of server-sent events. */
interface ServerEvent {
  /** Its name; MCP gives none but to the events of 2024-11-05. */
  event?: string | undefined
  data: string
}

export interface EventReader {
  /** @returns the events that this part completes */
  push(part: Uint8Array): ServerEvent[]
  /** The id of the last event, with which a stream is taken up again. */
  lastId(): string | undefined
  /** How long the server asks to wait before taking it up again. */
  retryMs(): number | undefined
}

/** Parses server-sent events. @throws Failure when one event is longer than `limit` characters */
export function readEvents(limit: number): EventReader {
  const decoder = new TextDecoder()
  const found: ServerEvent[] = []
  let lastId: string | undefined
  let retryMs: number | undefined
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ event, data }) => void found.push({ event, data }),
    onId: (id) => {
      lastId = id === '' ? undefined : id
    },
    onRetry: (ms) => {
      retryMs = ms
    },
    // Unknown fields are ignored (HTML standard, 9.2.6).
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
  })

  return {
    push(part) {
      parser.feed(decoder.decode(part, { stream: true }))
      if (isTooLong)
        throw new Failure(
          `The server's answer is longer than ${Math.floor(limit / 1_000_000)} MB: ask for less at once.`,
        )
      return found.splice(0)
    },
    lastId: () => lastId,
    retryMs: () => retryMs,
  }
}
