import type { Readable, Writable } from 'node:stream'
import { CODE, type Fields, type Id, isFields, isId, isMessage, type Message, RpcError } from '../protocol.ts'

/** The longest message that is taken from the host. */
const LONGEST_LINE = 64_000_000

export interface HostLine {
  send(message: Message): void
  /** Asks the host. @throws RpcError when it answers with an error */
  ask(method: string, params: Fields): Promise<Fields>
  /** Settles when the host has gone: its end of the input, or nobody reads the output any more. */
  gone: Promise<void>
}

export interface HostLineOptions {
  input: Readable
  output: Writable
  /** Handles a request or a notification. @returns the answer to a request */
  receive(message: Message): Promise<Message | undefined>
}

/** JSON-RPC with the host: a message a line. What is no message is answered as an error, and reading goes on. */
export function openHostLine({ input, output, receive }: HostLineOptions): HostLine {
  const asked = new Map<Id, { resolve(result: Fields): void; reject(error: Error): void }>()
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  let nextId = 1

  const write = (value: Message | Message[]) => void output.write(`${JSON.stringify(value)}\n`)
  output.on('error', () => leave())
  input.on('error', () => leave())
  input.on('end', () => leave())
  input.on('close', () => leave())

  async function lineEnded(line: string): Promise<void> {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return write(fault(null, CODE.parse, 'Parse error: a line has to be one JSON message'))
    }
    if (!Array.isArray(value)) {
      const answer = await handle(value)
      return answer && write(answer)
    }
    if (value.length === 0) return write(fault(null, CODE.invalidRequest, 'Invalid request: an empty batch'))
    const answers = (await Promise.all(value.map(handle))).filter((answer) => answer !== undefined)
    if (answers.length > 0) write(answers)
  }

  async function handle(value: unknown): Promise<Message | undefined> {
    const message = messageOf(value)
    if (!message) {
      const id = isFields(value) && isId(value.id) ? value.id : null
      return fault(id, CODE.invalidRequest, 'Invalid request: not a JSON-RPC 2.0 message')
    }
    if (message.method !== undefined) return receive(message)
    const waiting = isId(message.id) ? asked.get(message.id) : undefined
    if (!waiting || !isId(message.id)) return undefined
    asked.delete(message.id)
    const { error, result = {} } = message
    if (error) waiting.reject(new RpcError(error.code, String(error.message), error.data))
    else waiting.resolve(result)
    return undefined
  }

  readLines(
    input,
    (line) => void lineEnded(line),
    () => write(fault(null, CODE.invalidRequest, `Invalid request: longer than ${LONGEST_LINE / 1_000_000} MB`)),
  )

  return {
    gone,
    send: write,
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = `mcp-bridge-${nextId++}`
        asked.set(id, { resolve, reject })
        write({ jsonrpc: '2.0', id, method, params })
      }),
  }
}

export function fault(id: Id | null, code: number, message: string, data?: unknown): Message {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

function messageOf(value: unknown): Message | undefined {
  if (!isMessage(value)) return undefined
  const { id, method, params } = value
  if (method === undefined) return isId(id) ? value : undefined
  return (id === undefined || isId(id)) && (params === undefined || isFields(params)) ? value : undefined
}

/** Calls for each line that is not empty; a line over the limit is skipped to its end. */
function readLines(input: Readable, onLine: (line: string) => void, onTooLong: () => void): void {
  let parts: Buffer[] = []
  let length = 0
  let skipping = false

  function take(part: Buffer) {
    length += part.length
    if (length > LONGEST_LINE && !skipping) {
      skipping = true
      parts = []
      onTooLong()
    }
    if (!skipping) parts.push(part)
  }

  input.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
      const line = skipping ? '' : Buffer.concat(parts).toString('utf8').trim()
      parts = []
      length = 0
      skipping = false
      if (line !== '') onLine(line)
    }
    if (from < chunk.length) take(chunk.subarray(from))
  })
}
