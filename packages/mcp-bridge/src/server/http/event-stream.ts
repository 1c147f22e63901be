import { Failure } from '../../errors/failure.ts'

/** One event of a stream of server-sent events. */
interface ServerEvent {
  id: string | undefined
  data: string
}

export interface EventReader {
  /** @returns the events that this part completes */
  push(part: Buffer): ServerEvent[]
  /** The id of the last event, with which a stream is taken up again. */
  lastId(): string | undefined
  /** How long the server asks to wait before taking it up again. */
  retryMs(): number | undefined
}

/**
 * Parses server-sent events as the HTML standard says (9.2.6), without the names of events: MCP has but one kind.
 * @throws Failure when one event is longer than `limit` bytes
 */
export function readEvents(limit: number): EventReader {
  let unread: Buffer[] = []
  let length = 0
  let lastId: string | undefined
  let retryMs: number | undefined
  let id: string | undefined
  let data: string[] = []
  let size = 0

  function lineEnded(line: string): ServerEvent | undefined {
    if (line === '') return dispatch()
    if (line.startsWith(':')) return undefined
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) id = value
    if (field === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value)
    return undefined
  }

  function dispatch(): ServerEvent | undefined {
    lastId = id ?? lastId
    const event = data.length > 0 ? { id, data: data.join('\n') } : undefined
    id = undefined
    data = []
    size = 0
    return event
  }

  return {
    push(part) {
      const found: ServerEvent[] = []
      let from = 0
      for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, from)) {
        unread.push(part.subarray(from, at))
        from = at + 1
        const line = Buffer.concat(unread).toString('utf8').replace(/\r$/, '')
        unread = []
        length = 0
        size += line.length
        const event = lineEnded(line)
        if (event) found.push(event)
      }
      unread.push(part.subarray(from))
      length += part.length - from
      if (length + size > limit)
        throw new Failure(
          `The server's answer is longer than ${Math.floor(limit / 1_000_000)} MB: ask for less at once.`,
        )
      return found
    },
    lastId: () => lastId,
    retryMs: () => retryMs,
  }
}
