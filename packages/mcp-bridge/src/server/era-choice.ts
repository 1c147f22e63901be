import type { Cache, ServerKind } from '../cache/cache.ts'
import { Failure } from '../errors/failure.ts'
import type { Log } from '../log/log.ts'
import { CODE, RpcError } from '../protocol/messages.ts'
import type { HostInfo, RequestContext, Subscription } from '../protocol/request-context.ts'
import { type ServerClient, WrongEra } from './client.ts'

/** Which era the server speaks: as it is known, or as the server shows when it is asked. */
export interface EraChoice {
  /** The client of that era; one question for all who wait. */
  client(context: RequestContext): Promise<ServerClient>
  current(): ServerClient | undefined
  /** The server does not speak this client's era any more. */
  forget(client: ServerClient): void
  subscribe(subscription: Subscription, host: HostInfo): void
  close(): Promise<void>
}

export interface EraChoiceOptions {
  open(kind: ServerKind): ServerClient
  cache: Pick<Cache, 'era' | 'setEra'>
  log: Log
}

export function openEraChoice({ open, cache, log }: EraChoiceOptions): EraChoice {
  let current: ServerClient | undefined
  let choosing: Promise<ServerClient> | undefined
  let wanted: { subscription: Subscription; host: HostInfo } | undefined

  /** The newer era first: only a server that does not know it is spoken to in the older (2026-07-28, "Versioning"). */
  async function ask(context: RequestContext): Promise<ServerClient> {
    const modern = open('modern')
    try {
      await modern.identify(context)
      return modern
    } catch (error) {
      if (!isOlder(error)) throw error
    }
    const legacy = open('legacy')
    if (wanted) legacy.subscribe(wanted.subscription, wanted.host)
    try {
      await legacy.identify(context)
      return legacy
    } catch (error) {
      if (!(error instanceof WrongEra)) throw error
      return askSse(context, error)
    }
  }

  /** The fallback of 2025-03-26, "Backwards Compatibility": a stream where `initialize` is not taken. */
  async function askSse(context: RequestContext, refusal: WrongEra): Promise<ServerClient> {
    const sse = open('sse')
    try {
      await sse.identify(context)
      return sse
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(refusal) : error
    }
  }

  async function choose(context: RequestContext): Promise<ServerClient> {
    const known = cache.era()
    const chosen = known ? open(known) : await ask(context)
    if (!known) {
      log.info('The protocol revision of the server was determined', { era: chosen.era })
      cache.setEra(chosen.transport === 'sse' ? 'sse' : chosen.era)
    }
    current = chosen
    if (wanted) chosen.subscribe(wanted.subscription, wanted.host)
    return chosen
  }

  return {
    current: () => current,
    async client(context) {
      if (current) return current
      // Whoever asked first may cancel; the others go on waiting.
      choosing ??= choose({ ...context, signal: new AbortController().signal }).finally(() => {
        choosing = undefined
      })
      return choosing
    },
    forget(client) {
      if (current !== client) return
      current = undefined
      cache.setEra(undefined)
      void client.close().catch(() => undefined)
    },
    subscribe(subscription, host) {
      wanted = { subscription, host }
      current?.subscribe(subscription, host)
    },
    async close() {
      await current?.close()
      current = undefined
    },
  }
}

const STAYS_MODERN: readonly number[] = [CODE.headerMismatch, CODE.missingCapability, CODE.unsupportedVersion]

function isOlder(error: unknown): boolean {
  return error instanceof WrongEra || (error instanceof RpcError && !STAYS_MODERN.includes(error.code))
}

export function notMcp({ message }: WrongEra): Failure {
  return new Failure(message || 'There is no MCP server at this address: check the address; it often ends in /mcp.')
}
