import type { Cache, ServerKind } from '../cache/cache.ts'
import type { JsonObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import type { HostInfo, RequestContext, Subscription } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import type { Identity } from '../protocol/server-identity.ts'
import { type ServerClient, type ServerListener, WrongEra } from './client.ts'
import { notMcp, openEraChoice } from './era-choice.ts'
import type { SendRequest } from './http/sender.ts'
import { openLegacyClient } from './legacy/client.ts'
import { openModernClient } from './modern/client.ts'
import { withRetries } from './retries.ts'
import { openSseClient } from './sse/client.ts'

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
  url: URL
  send: SendRequest
  cache: Pick<Cache, 'era' | 'setEra'>
  listener: ServerListener
  log: Log
}

export function openServer({ url, send, cache, listener, log }: ServerOptions): Server {
  const open = (kind: ServerKind) => {
    if (kind === 'sse') return openSseClient(send, url, listener)
    return kind === 'modern' ? openModernClient(send, listener) : openLegacyClient(send, listener)
  }
  const choice = openEraChoice({ open, cache, log })

  async function inEitherEra<T>(context: RequestContext, run: (client: ServerClient) => Promise<T>): Promise<T> {
    const first = await choice.client(context)
    try {
      return await run(first)
    } catch (error) {
      if (!(error instanceof WrongEra)) throw error
      log.info('The protocol revision of the server has changed', { era: first.era })
      choice.forget(first)
    }
    try {
      return await run(await choice.client(context))
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(error) : error
    }
  }

  return {
    era: () => choice.current()?.era ?? eraOf(cache.era()),
    identify: (context) => withRetries(context, () => inEitherEra(context, (client) => client.identify(context))),
    request: (method, params, context) =>
      withRetries(context, () => inEitherEra(context, (client) => client.request(method, params, context))),
    notify: async (method, params) => {
      await choice.current()?.notify(method, params)
    },
    subscribe: choice.subscribe,
    close: choice.close,
  }
}

function eraOf(kind: ServerKind | undefined): Era | undefined {
  return kind === 'sse' ? 'legacy' : kind
}
