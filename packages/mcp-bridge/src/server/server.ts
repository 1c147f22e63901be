import type { Cache } from '../cache/cache.ts'
import { Failure } from '../errors/failure.ts'
import type { JsonObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import { CODE, RpcError } from '../protocol/messages.ts'
import type { HostInfo, RequestContext, Subscription } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import type { Identity } from '../protocol/server-identity.ts'
import { type ServerClient, type ServerListener, WrongEra } from './client.ts'
import type { SendRequest } from './http/requests.ts'
import { openLegacyClient } from './legacy/client.ts'
import { openModernClient } from './modern/client.ts'
import { withRetries } from './retries.ts'

/** The server, whichever era it speaks, and however often it comes and goes. */
export interface Server {
  /** Asks the server what it is. */
  identify(context: RequestContext): Promise<Identity>
  request(method: string, params: JsonObject, context: RequestContext): Promise<JsonObject>
  notify(method: string, params: JsonObject): Promise<void>
  subscribe(subscription: Subscription, host: HostInfo): void
  era(): Era | undefined
  close(): Promise<void>
}

export interface ServerOptions {
  send: SendRequest
  cache: Pick<Cache, 'era' | 'setEra'>
  listener: ServerListener
  log: Log
}

export function openServer({ send, cache, listener, log }: ServerOptions): Server {
  let client: ServerClient | undefined
  let choosing: Promise<ServerClient> | undefined
  let wanted: { subscription: Subscription; host: HostInfo } | undefined

  function open(era: Era): ServerClient {
    return era === 'modern' ? openModernClient(send, listener) : openLegacyClient(send, listener)
  }

  function take(chosen: ServerClient) {
    client = chosen
    if (wanted) chosen.subscribe(wanted.subscription, wanted.host)
    return chosen
  }

  /** The newer era first: only a server that knows it not is spoken to in the older (2026-07-28, "Versioning"). */
  async function findEra(context: RequestContext): Promise<{ chosen: ServerClient; identity: Identity }> {
    const modern = open('modern')
    try {
      return { chosen: modern, identity: await modern.identify(context) }
    } catch (error) {
      if (!isOlder(error)) throw error
    }
    const legacy = open('legacy')
    if (wanted) legacy.subscribe(wanted.subscription, wanted.host)
    try {
      return { chosen: legacy, identity: await legacy.identify(context) }
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(error) : error
    }
  }

  async function choose(context: RequestContext): Promise<ServerClient> {
    const known = cache.era()
    if (known) return take(open(known))
    const { chosen } = await findEra(context)
    log.info('The server was asked which era it speaks', { era: chosen.era })
    cache.setEra(chosen.era)
    return take(chosen)
  }

  function ready(context: RequestContext): Promise<ServerClient> {
    if (client) return Promise.resolve(client)
    // Whoever began it may be cancelled; the others that wait for it are not.
    choosing ??= choose({ ...context, signal: new AbortController().signal }).finally(() => {
      choosing = undefined
    })
    return choosing
  }

  function forgetEra(of: ServerClient) {
    if (client !== of) return
    client = undefined
    cache.setEra(undefined)
    void of.close().catch(() => undefined)
  }

  async function inEitherEra<T>(context: RequestContext, run: (client: ServerClient) => Promise<T>): Promise<T> {
    const first = await ready(context)
    try {
      return await run(first)
    } catch (error) {
      if (!(error instanceof WrongEra)) throw error
      log.info('The server does not speak the era it did before', { era: first.era })
      forgetEra(first)
    }
    try {
      return await run(await ready(context))
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(error) : error
    }
  }

  return {
    era: () => client?.era ?? cache.era(),
    identify: (context) => withRetries(context, () => inEitherEra(context, (chosen) => chosen.identify(context))),
    request: (method, params, context) =>
      withRetries(context, () => inEitherEra(context, (chosen) => chosen.request(method, params, context))),
    notify: async (method, params) => {
      await client?.notify(method, params)
    },
    subscribe: (subscription, host) => {
      wanted = { subscription, host }
      client?.subscribe(subscription, host)
    },
    close: async () => {
      await client?.close()
      client = undefined
    },
  }
}

const STAYS_MODERN: readonly number[] = [CODE.headerMismatch, CODE.missingCapability, CODE.unsupportedVersion]

function isOlder(error: unknown): boolean {
  return error instanceof WrongEra || (error instanceof RpcError && !STAYS_MODERN.includes(error.code))
}

function notMcp({ message }: WrongEra): Failure {
  return new Failure(
    message || 'What answers at this address is not an MCP server: check the address; it often ends in /mcp.',
  )
}
