import type { Cache, ListName } from '../cache/cache.ts'
import { LISTS } from '../cache/cache.ts'
import { sentenceOf } from '../errors/failure.ts'
import { eraOf, hostOfEnvelope, hostOfInitialize, NOBODY } from '../host/client-info.ts'
import { errorAnswer } from '../host/errors.ts'
import { answerInputs } from '../host/input-requests.ts'
import { openParking } from '../host/pending-input.ts'
import { shapeResult } from '../host/results.ts'
import { discoverResult, initializeResult } from '../host/server-info.ts'
import type { Log } from '../log/log.ts'
import { CODE, type Era, type Fields, type Id, isId, type Message, RpcError } from '../protocol.ts'
import type { Exchange, Host } from '../server/client.ts'
import type { Remote } from '../server/server.ts'
import { openListings } from './lists/list-requests.ts'
import { openLists } from './lists/server-lists.ts'
import { openConnection } from './server-watch.ts'
import type { SignIns } from './sign-in-prompts.ts'
import { openSubscriptions } from './subscriptions.ts'
import { openCaller } from './tools/calls.ts'
import type { ToolFilter } from './tools/filter.ts'

/** Between the host and the server: speaks the era of each, and answers what the host must not wait for. */
export interface Bridge {
  receive(message: Message): Promise<Message | undefined>
  /** The server says something unasked. */
  announced(method: string, params: Fields): void
  /** The server asks something outside of any request. */
  asked(method: string, params: Fields): Promise<Fields>
  /** Somebody signed in or out, here or in another process. */
  signedIn(isSignedIn: boolean): void
  /** How many requests wait for their answer. */
  waiting(): number
}

export interface BridgeOptions {
  url: URL
  remote: Remote
  cache: Cache
  filter: ToolFilter
  signIns: SignIns | undefined
  toolTimeoutMs: number
  log: Log
  /** The way to the host. */
  host: { send(message: Message): void; ask(method: string, params: Fields): Promise<Fields> }
}

const REQUEST_MS = 60_000
/** What 2026-07-28 has no longer, or answers here. */
const FORMER: readonly string[] = [
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]
const CHANGED: Record<ListName, string> = {
  tools: 'notifications/tools/list_changed',
  resources: 'notifications/resources/list_changed',
  resourceTemplates: 'notifications/resources/list_changed',
  prompts: 'notifications/prompts/list_changed',
}

export function openBridge({
  url,
  remote,
  cache,
  filter,
  signIns,
  toolTimeoutMs,
  log,
  host: line,
}: BridgeOptions): Bridge {
  const running = new Map<Id, AbortController>()
  const subscriptions = openSubscriptions()
  const parking = openParking()
  const lists = openLists({ remote, cache, log, onChanged: (name) => emit(CHANGED[name], {}) })
  const listing = openListings({ cache, lists, filter, signIns, log })
  const callTool = openCaller({ remote, lists, filter, signIns, toolTimeoutMs, send })
  const connection = openConnection({
    ...{ remote, cache, signIns, log },
    background: () => background(),
    onIdentified: () => subscribeAtServer(),
    onBack: () => changed(),
  })
  /** The host as it last described itself. */
  let host: Host = NOBODY
  let hostEra: Era | undefined
  let serverLogLevel: string | undefined
  /** After a sign-in, which this process and the store may both tell of. */
  let asking = false

  // To the host

  function emit(method: string, params: Fields) {
    for (const copy of subscriptions.copies(method, params)) line.send({ jsonrpc: '2.0', ...copy })
  }

  async function ask(method: string, params: Fields): Promise<Fields> {
    const [area = ''] = method.split('/')
    const parked = hostEra === 'modern' && area in host.capabilities ? parking.ask(method, params) : undefined
    if (parked) return parked
    if (hostEra !== 'legacy' || !(area in host.capabilities))
      throw new RpcError(CODE.unknownMethod, `The application at the other end does not do ${method}`)
    return line.ask(method, params)
  }

  // To the server

  function exchange(signal: AbortSignal, own: Host, era: Era): Exchange {
    return {
      host: own,
      signal,
      timeoutMs: REQUEST_MS,
      replayable: true,
      ask,
      notify: (method, params) => {
        if (method === 'notifications/message' && era === 'modern' && own.logLevel === undefined) return
        line.send({ jsonrpc: '2.0', method, params })
      },
    }
  }

  const background = (): Exchange => exchange(new AbortController().signal, host, 'modern')

  /** Sends on, so that each side may ask the other in the manner of its own era. */
  async function send(method: string, params: Fields, asked: Exchange): Promise<Fields> {
    const toServer = (own: Fields, way: Exchange) => remote.request(method, own, way)
    if (hostEra === 'legacy') return answerInputs(params, asked, (own) => toServer(own, asked))
    if (parking.holds(params)) return parking.resume(params, asked)
    if (remote.era() === 'modern') return toServer(params, asked)
    await setServerLogLevel(asked)
    return parking.begin(asked, (way) => toServer(params, way))
  }

  async function setServerLogLevel(asked: Exchange): Promise<void> {
    const { logLevel } = asked.host
    if (logLevel === undefined || logLevel === serverLogLevel || !cache.identity()?.capabilities.logging) return
    serverLogLevel = logLevel
    await remote.request('logging/setLevel', { level: logLevel }, asked)
  }

  function subscribeAtServer() {
    const wanted = subscriptions.wanted(cache.identity())
    if (wanted) remote.subscribe(wanted, host)
  }

  function changed() {
    cache.expire()
    for (const method of new Set(Object.values(CHANGED))) emit(method, {})
  }

  // From the host

  async function answer(method: string, params: Fields, id: Id, signal: AbortSignal): Promise<Fields | undefined> {
    if (method === 'initialize') return begin(params)
    if (method === 'ping' && eraOf(params) === 'legacy') return {}
    const era = eraOf(params)
    if (era === 'legacy' && hostEra !== 'legacy')
      throw new RpcError(CODE.invalidParams, 'Send initialize first, or the envelope of 2026-07-28 with every request')
    const own = era === 'modern' ? hostOfEnvelope(params) : host
    if (era === 'modern') {
      if (FORMER.includes(method)) throw new RpcError(CODE.unknownMethod, `Method not found: ${method}`)
      greet(own, era)
    }
    const result = await dispatch(method, params, id, exchange(signal, own, era), era)
    return result && shapeResult(era, method, result, cache.identity(), url)
  }

  function begin(params: Fields): Fields {
    subscriptions.tellAll()
    greet(hostOfInitialize(params), 'legacy')
    return initializeResult(cache.identity(), url, params.protocolVersion)
  }

  /** The first sign of the host is the time to look for the server. */
  function greet(own: Host, era: Era) {
    const isFirst = hostEra === undefined
    host = own
    hostEra = era
    if (isFirst) setImmediate(() => void connection.begin())
  }

  function dispatch(
    method: string,
    params: Fields,
    id: Id,
    asked: Exchange,
    era: Era,
  ): Promise<Fields | undefined> | Fields {
    switch (method) {
      case 'server/discover':
        return discoverResult(cache.identity(), url)
      case 'subscriptions/listen':
        return listen(id, params)
      case 'tools/call':
        return callTool(params, asked, era === 'modern')
      case 'logging/setLevel':
        return setLogLevel(params, asked)
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return subscribe(method, params, asked)
    }
    const [list] = Object.entries(LISTS).find(([, name]) => name === method) ?? []
    if (list && params.cursor === undefined) return listing(list as ListName, asked)
    return send(method, params, asked)
  }

  async function setLogLevel({ level }: Fields, asked: Exchange): Promise<Fields> {
    if (typeof level !== 'string') throw new RpcError(CODE.invalidParams, 'level has to be a name such as info')
    host = { ...host, logLevel: level }
    if (remote.era() === 'modern' || !cache.identity()?.capabilities.logging) return {}
    return remote.request('logging/setLevel', { level }, asked)
  }

  async function subscribe(method: string, params: Fields, asked: Exchange): Promise<Fields> {
    if (typeof params.uri !== 'string') throw new RpcError(CODE.invalidParams, 'uri has to be a text')
    if (method === 'resources/subscribe') subscriptions.subscribe(params.uri)
    else subscriptions.unsubscribe(params.uri)
    if (remote.era() !== 'modern') return remote.request(method, params, asked)
    subscribeAtServer()
    return {}
  }

  /** It has no answer as long as it lasts; what it tells begins with what of it is honoured. */
  async function listen(id: Id, params: Fields): Promise<undefined> {
    const notifications = subscriptions.listen(id, params.notifications)
    const [method, _meta] = [
      'notifications/subscriptions/acknowledged',
      { 'io.modelcontextprotocol/subscriptionId': id },
    ]
    line.send({ jsonrpc: '2.0', method, params: { notifications, _meta } })
    const uris = notifications.resourceSubscriptions ?? []
    if (uris.length > 0 && remote.era() === 'modern') subscribeAtServer()
    if (remote.era() === 'modern') return undefined
    for (const uri of uris) await remote.request('resources/subscribe', { uri }, background())
    return undefined
  }

  function notified(method: string, params: Fields) {
    if (method === 'notifications/cancelled' && isId(params.requestId)) {
      running.get(params.requestId)?.abort()
      if (subscriptions.end(params.requestId)) subscribeAtServer()
      return
    }
    if (method !== 'notifications/roots/list_changed' || remote.era() !== 'legacy') return
    void remote
      .notify(method, params)
      .catch((error: unknown) => log.info('The server was not told', { why: sentenceOf(error) }))
  }

  return {
    waiting: () => running.size,
    asked: ask,
    announced: (method, params) => {
      for (const [name, change] of Object.entries(CHANGED)) if (change === method) cache.expire(name as ListName)
      const isLog = method === 'notifications/message'
      if (hostEra === 'legacy' && isLog) return line.send({ jsonrpc: '2.0', method, params })
      if (!isLog) emit(method, params)
    },
    signedIn: (isSignedIn) => {
      if (!isSignedIn) cache.forget()
      if (hostEra === undefined || asking) return
      asking = true
      void connection
        .identify()
        .catch((error: unknown) => log.info('The server did not answer after the sign-in', { why: sentenceOf(error) }))
        .finally(() => {
          asking = false
          changed()
        })
    },
    async receive({ id, method = '', params = {} }) {
      if (!isId(id)) {
        notified(method, params)
        return undefined
      }
      const controller = new AbortController()
      running.set(id, controller)
      const began = performance.now()
      try {
        const result = await answer(method, params, id, controller.signal)
        return result && { jsonrpc: '2.0', id, result }
      } catch (error) {
        // The host has withdrawn the request, and expects no answer.
        if (controller.signal.aborted) return undefined
        return await errorAnswer(error, id, eraOf(params), signIns, log)
      } finally {
        if (running.get(id) === controller) running.delete(id)
        log.debug('Answered', { method, ms: Math.round(performance.now() - began) })
      }
    },
  }
}
