import type { Cache } from '../cache/cache.ts'
import { answerInputRequests } from '../host/input-requests.ts'
import type { HostSession } from '../host/session.ts'
import type { JsonObject } from '../json.ts'
import type { HostInfo, RequestContext } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import type { Server } from '../server/server.ts'

/** Sends the host's requests on to the server, so that each side may ask the other in the manner of its own era. */
export interface Forwarding {
  /** The parameters of a host's request, as sent to the server. */
  contextOf(signal: AbortSignal, info: HostInfo, era: Era): RequestContext
  /** The context of a request that no host waits for. */
  background(): RequestContext
  forward(method: string, params: JsonObject, context: RequestContext): Promise<JsonObject>
}

const REQUEST_MS = 60_000

/** What a person answered counts once: sent again after a broken connection, it could be refused although it was heeded. */
function onceAnswered(params: JsonObject, context: RequestContext): RequestContext {
  return 'inputResponses' in params ? { ...context, replayable: false } : context
}

export function openForwarding({
  host,
  server,
  cache,
}: {
  host: HostSession
  server: Server
  cache: Cache
}): Forwarding {
  let serverLogLevel: string | undefined

  function contextOf(signal: AbortSignal, info: HostInfo, era: Era): RequestContext {
    return {
      host: info,
      signal,
      timeoutMs: REQUEST_MS,
      replayable: true,
      ask: host.request,
      notify: (method, params) => {
        const isUnwanted = method === 'notifications/message' && era === 'modern' && info.logLevel === undefined
        if (!isUnwanted) host.notify(method, params)
      },
    }
  }

  /** Modern hosts say with each request how much is to be logged, older servers want to be told once. */
  async function setServerLogLevel(context: RequestContext): Promise<void> {
    const { logLevel } = context.host
    if (logLevel === undefined || logLevel === serverLogLevel || !cache.identity()?.capabilities.logging) return
    serverLogLevel = logLevel
    await server.request('logging/setLevel', { level: logLevel }, context)
  }

  return {
    contextOf,
    background: () => contextOf(new AbortController().signal, host.info(), 'modern'),
    async forward(method, params, context) {
      if (host.era() === 'legacy')
        return answerInputRequests(params, context, (own) => server.request(method, own, onceAnswered(own, context)))
      if (host.pendingInput.has(params)) return host.pendingInput.resume(params, context)
      if (server.era() === 'modern') return server.request(method, params, onceAnswered(params, context))
      await setServerLogLevel(context)
      return host.pendingInput.begin(context, (own) => server.request(method, params, own))
    },
  }
}
