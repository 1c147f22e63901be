import type { JsonObject } from '../../json.ts'
import { type Id, isId, type Message } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import type { MessageListener } from '../http/responses.ts'
import { rpcErrorOf } from './faults.ts'

/** Hands a server's requests to the host, and the host's answers back. */
export interface ServerRequests {
  /** @param ask who is asked for what comes on one stream */
  listener(
    ask: RequestContext['ask'],
    notification: MessageListener['notification'],
    send: (answer: Message) => Promise<void>,
  ): MessageListener
}

export function openServerRequests(): ServerRequests {
  /** Open requests to the host, by the server's ids: the server can cancel them on another stream. */
  const open = new Map<Id, AbortController>()

  async function answer({ id, method = '', params = {} }: Message, ask: RequestContext['ask']): Promise<Message> {
    if (method === 'ping') return { jsonrpc: '2.0', id: id ?? null, result: {} }
    const controller = new AbortController()
    if (isId(id)) open.set(id, controller)
    try {
      return { jsonrpc: '2.0', id: id ?? null, result: await ask(method, params, controller.signal) }
    } catch (error) {
      return { jsonrpc: '2.0', id: id ?? null, error: rpcErrorOf(error) }
    } finally {
      if (isId(id)) open.delete(id)
    }
  }

  function isWithdrawal(method: string, { requestId }: JsonObject): boolean {
    const controller = method === 'notifications/cancelled' && isId(requestId) ? open.get(requestId) : undefined
    controller?.abort()
    return method === 'notifications/cancelled'
  }

  return {
    listener: (ask, notification, send) => ({
      // Its ids are the server's own, and mean nothing to the host.
      notification: (method, params) => {
        if (!isWithdrawal(method, params)) notification(method, params)
      },
      request: (message) => {
        // Whatever waits for this answer fails with the connection's fault.
        void answer(message, ask)
          .then(send)
          .catch(() => undefined)
      },
    }),
  }
}
