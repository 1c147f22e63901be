import { Failure } from '../../errors/failure.ts'
import { isObject } from '../../json.ts'
import type { Incoming } from '../../network/network.ts'
import type { Id, Message } from '../../protocol/messages.ts'
import { inTime } from '../../timing.ts'
import { WrongEra } from '../client.ts'
import { readEvents } from '../http/event-stream.ts'
import { isEventStream, LONGEST_ANSWER, type MessageListener, parseMessage } from '../http/responses.ts'
import type { SendRequest } from '../http/sender.ts'

/** One stream of a server of 2024-11-05, and the address beside it that takes messages. */
export interface SseConnection {
  post(message: Message, signal?: AbortSignal): Promise<void>
  /** Sends a request. @returns its answer */
  request(message: Message & { id: number }, signal: AbortSignal): Promise<Message>
  /** Settles when the stream has ended. */
  ended: Promise<void>
  close(): void
}

/** Other servers have streams too, which say nothing at first. */
const ENDPOINT_MS = 3000

/** @throws WrongEra where there is no such stream */
export async function connectSse(send: SendRequest, url: URL, listener: MessageListener): Promise<SseConnection> {
  const end = new AbortController()
  const incoming = await send({ method: 'GET', headers: { accept: 'text/event-stream' }, signal: end.signal })
  if (incoming.status !== 200 || !isEventStream(incoming)) {
    incoming.body.destroy()
    throw new WrongEra()
  }
  const pending = new Map<Id, { resolve(answer: Message): void; reject(error: Error): void }>()
  const { promise: found, resolve: onEndpoint } = Promise.withResolvers<string | undefined>()
  const ended = read(incoming, { onEndpoint, onMessage: take })
    .catch(() => undefined)
    .then(() => {
      onEndpoint(undefined)
      for (const { reject } of pending.values()) reject(broken())
      pending.clear()
    })
  const address = await inTime(found, ENDPOINT_MS, () => undefined)
  const endpoint = address === undefined ? null : URL.parse(address, url.href)
  // Tokens go to this address, so it has to be the server's own.
  if (endpoint?.origin !== url.origin) {
    end.abort()
    throw new WrongEra()
  }
  return { post, request, ended, close: () => end.abort() }

  function take(message: Message) {
    if (message.method === undefined) {
      const waiting = message.id == null ? undefined : pending.get(message.id)
      if (message.id != null) pending.delete(message.id)
      return waiting?.resolve(message)
    }
    if (message.id != null) return listener.request(message)
    listener.notification(message.method, isObject(message.params) ? message.params : {})
  }

  async function post(message: Message, signal?: AbortSignal): Promise<void> {
    const answer = await send({
      method: 'POST',
      ...(endpoint && { url: endpoint }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(message),
      ...(signal && { signal }),
    })
    answer.body.destroy()
    if (answer.status >= 400)
      throw new Failure(`The server does not accept the message (${answer.status}): call again.`, {
        unsent: answer.status === 404,
        retryAfterMs: 0,
      })
  }

  async function request(message: Message & { id: number }, signal: AbortSignal): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    pending.set(message.id, { resolve, reject })
    promise.catch(() => undefined)
    try {
      await post(message, signal)
      return await promise
    } finally {
      pending.delete(message.id)
    }
  }
}

interface StreamListener {
  onEndpoint(address: string): void
  onMessage(message: Message): void
}

async function read(incoming: Incoming, { onEndpoint, onMessage }: StreamListener): Promise<void> {
  const reader = readEvents(LONGEST_ANSWER)
  for await (const part of incoming.body) {
    for (const { event, data } of reader.push(part as Buffer)) {
      const message = event === 'endpoint' ? undefined : parseMessage(data)
      if (event === 'endpoint') onEndpoint(data)
      else if (message) onMessage(message)
    }
  }
}

function broken(): Failure {
  return new Failure('The connection was lost before the answer arrived: check the result before you call again.', {
    retryAfterMs: 0,
  })
}
