import type { JsonObject } from '../../json.ts'
import type { HostInfo, RequestContext } from '../../protocol/request-context.ts'
import type { ServerClient, ServerListener } from '../client.ts'
import { isBroken, readAnswer, resultOf } from '../http/responses.ts'
import type { SendRequest } from '../http/sender.ts'
import { withTimeLimit } from '../time-limit.ts'
import { discover } from './discover.ts'
import { broken, faultOf } from './faults.ts'
import { keepListening } from './listen.ts'
import { enveloped, headersOf } from './request.ts'

/** Speaks 2026-07-28: no session, an envelope and headers on every request, changes by `subscriptions/listen`. */
export function openModernClient(send: SendRequest, listener: ServerListener): ServerClient {
  let nextId = 1
  let listening = new AbortController()

  async function post(
    method: string,
    params: JsonObject,
    host: HostInfo,
    extra: Record<string, string>,
    signal: AbortSignal,
  ) {
    const id = nextId++
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: enveloped(params, host) })
    const incoming = await send({ method: 'POST', headers: { ...headersOf(method, params), ...extra }, body, signal })
    return { id, incoming }
  }

  async function request(method: string, params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const { host, signal, timeoutMs, headers = {} } = context
    return withTimeLimit(timeoutMs, signal, async (limited) => {
      const { id, incoming } = await post(method, params, host, headers, limited)
      if (incoming.status !== 200) throw await faultOf(incoming, method)
      const answer = await readAnswer(incoming, id, {
        notification: context.notify,
        // Servers of this revision send no requests: what they ask comes with the result.
        request: () => undefined,
      })
      limited.throwIfAborted()
      if (isBroken(answer)) throw broken()
      return resultOf(answer)
    })
  }

  return {
    era: 'modern',
    transport: 'http',
    request,
    identify: (context) => discover(request, context),
    notify: async () => undefined,
    subscribe: (subscription, host) => {
      listening.abort()
      listening = new AbortController()
      const { signal } = listening
      const listen = (notifications: typeof subscription, ending: AbortSignal) =>
        post('subscriptions/listen', { notifications }, host, {}, ending)
      // It rejects only when `signal` ends it.
      void keepListening(listen, subscription, listener, signal).catch(() => undefined)
    },
    close: async () => listening.abort(),
  }
}
