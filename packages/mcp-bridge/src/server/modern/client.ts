import { Failure } from '../../errors/failure.ts'
import { type Incoming, readText } from '../../network/network.ts'
import {
  CODE,
  type Fields,
  type Identity,
  identityOf,
  isFields,
  META,
  MODERN,
  metaOf,
  RpcError,
} from '../../protocol.ts'
import { type Announcements, type Exchange, type Host, type Leg, type Subscription, WrongEra } from '../client.ts'
import type { Door } from '../http/requests.ts'
import { isBroken, LONGEST_ANSWER, notMcp, parseMessage, pause, readAnswer, resultOf } from '../http/responses.ts'
import { withTimeLimit } from '../time-limit.ts'
import { headerValue } from './parameter-headers.ts'

const LISTEN_AGAIN_MS = { first: 1000, longest: 60_000 }

/** Speaks 2026-07-28: no session, an envelope and headers on every request, changes by `subscriptions/listen`. */
export function openModernLeg(door: Door, announcements: Announcements): Leg {
  let nextId = 1
  let listening = new AbortController()

  async function post(method: string, params: Fields, host: Host, extra: Record<string, string>, signal: AbortSignal) {
    const id = nextId++
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: enveloped(params, host) })
    const incoming = await door({ method: 'POST', headers: { ...headersOf(method, params), ...extra }, body, signal })
    return { id, incoming }
  }

  async function request(method: string, params: Fields, exchange: Exchange): Promise<Fields> {
    const { host, signal, timeoutMs, headers = {} } = exchange
    return withTimeLimit(timeoutMs, signal, async (limited) => {
      const { id, incoming } = await post(method, params, host, headers, limited)
      if (incoming.status !== 200) throw await faultOf(incoming, method)
      const answer = await readAnswer(incoming, id, {
        notification: exchange.notify,
        // This revision has none: what it is asked, it answers with the result.
        request: () => undefined,
      })
      limited.throwIfAborted()
      if (isBroken(answer)) throw broken()
      return resultOf(answer)
    })
  }

  /** @returns whether the server ended it, because it has nothing to tell */
  async function listenOnce(subscription: Subscription, host: Host, signal: AbortSignal): Promise<boolean> {
    const { id, incoming } = await post('subscriptions/listen', { notifications: subscription }, host, {}, signal)
    if (incoming.status !== 200) throw await faultOf(incoming, 'subscriptions/listen')
    const answer = await readAnswer(incoming, id, {
      notification: (method, params) => {
        if (method !== 'notifications/subscriptions/acknowledged') announcements.notification(method, unmarked(params))
      },
      request: () => undefined,
    })
    return !isBroken(answer)
  }

  /** Listens for as long as it is wanted, also when the server goes and comes back. */
  async function listen(subscription: Subscription, host: Host, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const began = Date.now()
      try {
        if (await listenOnce(subscription, host, signal)) return
      } catch (error) {
        // Calls say what is wrong with a connection; a server that refuses this has no changes to tell.
        if (error instanceof RpcError || error instanceof WrongEra) return
      }
      if (Date.now() - began > LISTEN_AGAIN_MS.longest) failures = 0
      await pause(Math.min(LISTEN_AGAIN_MS.first * 2 ** failures, LISTEN_AGAIN_MS.longest), signal)
    }
  }

  return {
    era: 'modern',
    request,
    identify: async (exchange) => discovered(await discover(request, exchange)),
    notify: async () => undefined,
    subscribe: (subscription, host) => {
      listening.abort()
      listening = new AbortController()
      const { signal } = listening
      // Only its end by `signal` rejects.
      void listen(subscription, host, signal).catch(() => undefined)
    },
    close: async () => listening.abort(),
  }
}

/** Asks once more where the server took offence at a version that it supports after all. */
async function discover(request: Leg['request'], exchange: Exchange): Promise<Fields> {
  try {
    return await request('server/discover', {}, exchange)
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== CODE.unsupportedVersion) throw error
    if (!supportedBy(error.data).includes(MODERN)) throw new WrongEra()
    return request('server/discover', {}, exchange)
  }
}

function supportedBy(data: unknown): unknown[] {
  return isFields(data) && Array.isArray(data.supported) ? data.supported : []
}

function discovered(result: Fields): Identity {
  const versions = Array.isArray(result.supportedVersions) ? result.supportedVersions : undefined
  if (!versions) throw new WrongEra()
  if (!versions.includes(MODERN)) throw new WrongEra()
  return identityOf({ ...result, server: metaOf(result)[META.server] ?? result.serverInfo })
}

function enveloped(params: Fields, { client, capabilities, logLevel }: Host): Fields {
  const _meta = {
    ...metaOf(params),
    [META.version]: MODERN,
    [META.capabilities]: capabilities,
    [META.client]: client,
    ...(logLevel !== undefined && { [META.logLevel]: logLevel }),
  }
  return { ...params, _meta }
}

/** The parameter that `Mcp-Name` repeats; those of tasks are an extension's. */
const NAMED_BY: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

function headersOf(method: string, params: Fields): Record<string, string> {
  const named = params[NAMED_BY[method] ?? '']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': headerValue(named) }),
  }
}

/** What a status other than 200 means: an error of this revision, or a server of another. */
async function faultOf(incoming: Incoming, method: string): Promise<Error> {
  const { status } = incoming
  // Servers of another era may stumble over the question which one they are of.
  const stumbled = method === 'server/discover' && status >= 500
  if (status === 202 || (status >= 500 && !stumbled)) {
    incoming.body.destroy()
    return new Failure(`The server has a fault of its own (${status}): call again later, or tell whoever runs it.`)
  }
  const message = parseMessage(await readText(incoming, LONGEST_ANSWER).catch(() => ''))
  if (message?.error && !isFormer(message.error.code)) {
    const { code, message: text, data } = message.error
    return new RpcError(code, String(text), data)
  }
  return new WrongEra(notMcp(incoming).message)
}

/** Codes that only servers before 2026-07-28 use for a request that they cannot place. */
function isFormer(code: number): boolean {
  return (code <= -32000 && code >= -32019) || code === CODE.invalidRequest
}

function broken(): Failure {
  return new Failure('The connection broke before the answer was there: look what happened before calling again.', {
    retryAfterMs: 0,
  })
}

function unmarked(params: Fields): Fields {
  const { [META.subscription]: _, ...meta } = metaOf(params)
  const { _meta, ...rest } = params
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}
