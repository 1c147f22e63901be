import type { Readable, Writable } from 'node:stream'
import { isObject, type JsonObject } from '../json.ts'
import { CODE, type Id, isId, isMessage, type Message, RpcError } from '../protocol/messages.ts'
import { readLines } from './lines.ts'

/** The longest message that is taken from the host. */
const LONGEST_LINE = 64_000_000

export interface HostTransport {
  send(message: Message): void
  /** Asks the host. @throws RpcError when it answers with an error */
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject>
  /** Settles when the host has gone: the input has ended, or nobody reads the output any more. */
  closed: Promise<void>
}

export interface HostTransportOptions {
  input: Readable
  output: Writable
  /** Handles a request or a notification. @returns the answer to a request */
  receive(message: Message): Promise<Message | undefined>
}

/** JSON-RPC with the host: a message a line. What is no message is answered as an error, and reading goes on. */
export function openHostTransport({ input, output, receive }: HostTransportOptions): HostTransport {
  const pending = new Map<Id, { resolve(result: JsonObject): void; reject(error: Error): void }>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let nextId = 1

  const write = (value: Message | Message[]) => void output.write(`${JSON.stringify(value)}\n`)
  output.on('error', () => close())
  input.on('error', () => close())
  input.on('end', () => close())
  input.on('close', () => close())

  async function lineEnded(line: string): Promise<void> {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return write(errorResponse(null, CODE.parse, 'Parse error: a line must be one JSON message'))
    }
    if (!Array.isArray(value)) {
      const answer = await handle(value)
      return answer && write(answer)
    }
    if (value.length === 0) return write(errorResponse(null, CODE.invalidRequest, 'Invalid request: an empty batch'))
    const answers = (await Promise.all(value.map(handle))).filter((answer) => answer !== undefined)
    if (answers.length > 0) write(answers)
  }

  async function handle(value: unknown): Promise<Message | undefined> {
    const message = messageOf(value)
    if (!message) {
      const id = isObject(value) && isId(value.id) ? value.id : null
      const unanswered = id === null || (isObject(value) && 'method' in value) ? undefined : taken(id)
      unanswered?.reject(new RpcError(CODE.invalidRequest, 'the answer is no JSON-RPC 2.0 message'))
      if (unanswered) return undefined
      return errorResponse(id, CODE.invalidRequest, 'Invalid request: not a JSON-RPC 2.0 message')
    }
    if (message.method !== undefined) return receive(message)
    const waiting = isId(message.id) ? taken(message.id) : undefined
    const { error, result = {} } = message
    if (error) waiting?.reject(new RpcError(error.code, String(error.message), error.data))
    else waiting?.resolve(result)
    return undefined
  }

  /** Whoever waits for the answer to an id, and then no longer. */
  function taken(id: Id) {
    const waiting = pending.get(id)
    pending.delete(id)
    return waiting
  }

  readLines(
    input,
    LONGEST_LINE,
    (line) => void lineEnded(line),
    () =>
      write(errorResponse(null, CODE.invalidRequest, `Invalid request: longer than ${LONGEST_LINE / 1_000_000} MB`)),
  )

  return {
    closed,
    send: write,
    request: (method, params, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const id = `mcp-bridge-${nextId++}`
        pending.set(id, { resolve, reject })
        write({ jsonrpc: '2.0', id, method, params })
        signal?.addEventListener('abort', () => {
          if (!pending.delete(id)) return
          write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
          reject(new RpcError(CODE.internal, 'The server has withdrawn the question'))
        })
      }),
  }
}

export function errorResponse(id: Id | null, code: number, message: string, data?: unknown): Message {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

function messageOf(value: unknown): Message | undefined {
  if (!isMessage(value)) return undefined
  const { id, method, params } = value
  if (method === undefined) return isId(id) ? value : undefined
  return (id === undefined || isId(id)) && (params === undefined || isObject(params)) ? value : undefined
}
