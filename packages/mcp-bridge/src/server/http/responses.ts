import { Failure } from '../../errors/failure.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { type Incoming, readText } from '../../network/network.ts'
import { CODE, isMessage, type Message, RpcError } from '../../protocol/messages.ts'
import { readEvents } from './event-stream.ts'

/** The longest message accepted from a server. */
export const LONGEST_ANSWER = 64_000_000

/** Takes the messages that come before the answer. */
export interface MessageListener {
  notification(method: string, params: JsonObject): void
  /** A request from the server; the listener sends the answer. */
  request(message: Message): void
}

/** Where a stream broke off, so that the rest can be fetched. */
export interface Broken {
  lastId: string | undefined
  retryMs: number | undefined
}

export function isEventStream({ headers }: Incoming): boolean {
  return (headers['content-type'] ?? '').startsWith('text/event-stream')
}

/**
 * Reads until the answer to request `id` has arrived, from JSON or from an event stream.
 * @returns the answer, or where the stream ended without it
 */
export async function readAnswer(incoming: Incoming, id: number, listener: MessageListener): Promise<Message | Broken> {
  if (!isEventStream(incoming)) return oneMessage(incoming, id, listener)
  const reader = readEvents(LONGEST_ANSWER)
  try {
    for await (const part of incoming.body) {
      for (const { data } of reader.push(part as Buffer)) {
        // The first event of a stream often carries an id and nothing else.
        if (data === '') continue
        const answer = takeMessages(messagesIn(data) ?? fail(notMcp(incoming)), id, listener)
        if (!answer) continue
        incoming.body.destroy()
        return answer
      }
    }
  } catch (error) {
    if (error instanceof Failure || isAbort(error)) throw error
  }
  return { lastId: reader.lastId(), retryMs: reader.retryMs() }
}

export function isBroken(answer: Message | Broken): answer is Broken {
  return !('jsonrpc' in answer)
}

/** Reads a stream that answers no request, until it ends. @returns where it ended */
export async function readStream(incoming: Incoming, listener: MessageListener): Promise<Broken> {
  const ended = await readAnswer(incoming, Number.NaN, listener)
  return isBroken(ended) ? ended : { lastId: undefined, retryMs: undefined }
}

/** Hands on what is not the answer to request `id`. @returns the answer, if it is among them */
function takeMessages(messages: readonly Message[], id: number, listener: MessageListener): Message | undefined {
  const isAnswer = (message: Message) => message.method === undefined && message.id === id
  for (const message of messages) if (!isAnswer(message)) tell(message, listener)
  return messages.find(isAnswer)
}

function fail(error: Error): never {
  throw error
}

async function oneMessage(incoming: Incoming, id: number, listener: MessageListener): Promise<Message> {
  const messages = messagesIn(await readText(incoming, LONGEST_ANSWER)) ?? fail(notMcp(incoming))
  const answer = takeMessages(messages, id, listener)
  if (answer) return answer
  const [message] = messages
  if (message === undefined) throw notMcp(incoming)
  // An error that a server cannot assign to a request has no id.
  if (message.error && (message.id === null || message.id === undefined)) return message
  throw new Failure('The server answered a different request: tell its operator.')
}

/** The messages of a text: one, or the several of a batch (2025-03-26). Undefined where it is none. */
function messagesIn(text: string): Message[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const all: unknown[] = Array.isArray(value) ? value : [value]
    return all.every(isMessage) ? all : undefined
  } catch {
    return undefined
  }
}

/** A message, where the text is one. */
export function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function notMcp({ status, headers }: Incoming): Failure {
  const kind = headers['content-type']?.split(';')[0] ?? 'nothing'
  return new Failure(
    `There is no MCP server at this address (status ${status}, ${kind}): check the address; it often ends in /mcp.`,
  )
}

/** The result of an answer. @throws RpcError when it is an error */
export function resultOf({ result, error }: Message): JsonObject {
  if (error) throw new RpcError(error.code, String(error.message), error.data)
  return result ?? {}
}

function tell(message: Message, listener: MessageListener) {
  if (message.method === undefined) return
  if (message.id !== undefined && message.id !== null) return listener.request(message)
  listener.notification(message.method, isObject(message.params) ? message.params : {})
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

export function isUnknownMethod(error: unknown): boolean {
  return error instanceof RpcError && error.code === CODE.unknownMethod
}
