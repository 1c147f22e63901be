import { type Cache, LISTS, type ListName } from '../cache/cache.ts'
import { eraOf, hostInEnvelope, hostInInitialize } from '../host/host-info.ts'
import { shapeResult } from '../host/results.ts'
import { discoverResult, initializeResult } from '../host/server-info.ts'
import type { HostSession } from '../host/session.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import { CODE, type Id, RpcError } from '../protocol/messages.ts'
import type { HostInfo, RequestContext } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import type { Server } from '../server/server.ts'
import { inTime } from '../timing.ts'
import type { Forwarding } from './forwarding.ts'
import type { ListRequests } from './lists/list-requests.ts'
import type { SubscriptionRequests } from './subscription-requests.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { CallTool } from './tools/calls.ts'

/** Answers a request of the host's; undefined where it has no answer. */
export type AnswerRequest = (
  method: string,
  params: JsonObject,
  id: Id,
  signal: AbortSignal,
) => Promise<JsonObject | undefined>

/** How much longer than usual the first answer may take where nothing is known of the server: hosts read instructions once. */
const FIRST_MS = 2000
/** Methods that 2026-07-28 has dropped. */
const LEGACY_ONLY: readonly string[] = [
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]
const LIST_METHODS = Object.fromEntries(Object.entries(LISTS).map(([name, method]) => [method, name as ListName]))

export interface RequestsOptions {
  url: URL
  host: HostSession
  server: Server
  cache: Cache
  subscriptions: Subscriptions
  forwarding: Forwarding
  subscriptionRequests: SubscriptionRequests
  listRequests: ListRequests
  callTool: CallTool
  /** The host has shown itself for the first time. Resolves when the server was asked: with why it did not answer, or nothing. */
  onFirstRequest(): Promise<string | undefined>
  log: Log
}

export function openRequests(options: RequestsOptions): AnswerRequest {
  const { url, host, server, cache, forwarding, subscriptionRequests, listRequests, callTool, log } = options
  /** Why the server had not described itself when the host asked. */
  let trouble: string | undefined

  /** A server that is known is looked for in the background; one that is not may describe itself if it is quick. */
  async function greet(info: HostInfo, era: Era): Promise<void> {
    if (!host.greet(info, era)) return
    if (cache.identity()) setImmediate(() => void options.onFirstRequest())
    else trouble = await inTime(options.onFirstRequest(), FIRST_MS, silence)
  }

  function silence(): string {
    const sentence = `The server at ${url.origin} has not answered within ${FIRST_MS / 1000} s: its tools are listed once it does.`
    log.say(sentence)
    return sentence
  }

  async function initialize(params: JsonObject): Promise<JsonObject> {
    options.subscriptions.tellAll()
    await greet(hostInInitialize(params), 'legacy')
    return initializeResult(cache.identity(), url, params.protocolVersion, trouble)
  }

  /** Who asks: by the envelope of the request, or since `initialize`. */
  async function hostOf(method: string, params: JsonObject, era: Era): Promise<HostInfo> {
    if (era === 'legacy' && host.era() !== 'legacy')
      throw new RpcError(CODE.invalidParams, 'Send initialize first, or the envelope of 2026-07-28 with every request')
    if (era === 'legacy') return host.info()
    const info = hostInEnvelope(params)
    if (LEGACY_ONLY.includes(method)) throw new RpcError(CODE.unknownMethod, `Method not found: ${method}`)
    await greet(info, era)
    return info
  }

  async function setLogLevel({ level }: JsonObject, context: RequestContext): Promise<JsonObject> {
    if (typeof level !== 'string') throw new RpcError(CODE.invalidParams, 'level must be a name such as info')
    host.setLogLevel(level)
    if (server.era() === 'modern' || !cache.identity()?.capabilities.logging) return {}
    return server.request('logging/setLevel', { level }, context)
  }

  /** Hosts were told before the server was known that all of this can be asked. */
  function isWithout(capability: string): boolean {
    const identity = cache.identity()
    return identity !== undefined && !isObject(identity.capabilities[capability])
  }

  async function dispatch(method: string, params: JsonObject, id: Id, context: RequestContext, era: Era) {
    switch (method) {
      case 'server/discover':
        return discoverResult(cache.identity(), url, trouble)
      case 'subscriptions/listen':
        return subscriptionRequests.listen(id, params)
      case 'tools/call':
        return callTool(params, context, era === 'modern')
      case 'logging/setLevel':
        return setLogLevel(params, context)
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return subscriptionRequests.change(method, params, context)
    }
    if (method === 'completion/complete' && isWithout('completions')) return { completion: { values: [] } }
    const list = LIST_METHODS[method]
    if (list && params.cursor === undefined) return listRequests(list, context)
    return forwarding.forward(method, params, context)
  }

  return async (method, params, id, signal) => {
    if (method === 'initialize') return initialize(params)
    const era = eraOf(params)
    if (method === 'ping' && era === 'legacy') return {}
    const context = forwarding.contextOf(signal, await hostOf(method, params, era), era)
    const result = await dispatch(method, params, id, context, era)
    return result && shapeResult(era, method, result, cache.identity(), url)
  }
}
