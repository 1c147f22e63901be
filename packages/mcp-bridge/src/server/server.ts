import type { Cache } from '../cache/cache.ts'
import { Failure } from '../errors/failure.ts'
import type { Log } from '../log/log.ts'
import { CODE, type Era, type Fields, type Identity, RpcError } from '../protocol.ts'
import { type Announcements, type Exchange, type Host, type Leg, type Subscription, WrongEra } from './client.ts'
import type { Door } from './http/requests.ts'
import { pause } from './http/responses.ts'
import { openLegacyLeg } from './legacy/client.ts'
import { openModernLeg } from './modern/client.ts'

/** The server, whichever era it speaks, and however often it comes and goes. */
export interface Remote {
  /** Asks the server what it is. */
  identify(exchange: Exchange): Promise<Identity>
  request(method: string, params: Fields, exchange: Exchange): Promise<Fields>
  notify(method: string, params: Fields): Promise<void>
  subscribe(subscription: Subscription, host: Host): void
  era(): Era | undefined
  close(): Promise<void>
}

export interface RemoteOptions {
  door: Door
  cache: Pick<Cache, 'era' | 'setEra'>
  announcements: Announcements
  log: Log
}

const ATTEMPTS = 3
const FIRST_WAIT_MS = 150
/** Who asks the person to wait longer than this is not asked again meanwhile. */
const LONGEST_WAIT_MS = 5000

export function openRemote({ door, cache, announcements, log }: RemoteOptions): Remote {
  let leg: Leg | undefined
  let choosing: Promise<Leg> | undefined
  let wanted: { subscription: Subscription; host: Host } | undefined

  function open(era: Era): Leg {
    return era === 'modern' ? openModernLeg(door, announcements) : openLegacyLeg(door, announcements)
  }

  function take(chosen: Leg) {
    leg = chosen
    if (wanted) chosen.subscribe(wanted.subscription, wanted.host)
    return chosen
  }

  /** The newer era first: only a server that knows it not is spoken to in the older (2026-07-28, "Versioning"). */
  async function probe(exchange: Exchange): Promise<{ chosen: Leg; identity: Identity }> {
    const modern = open('modern')
    try {
      return { chosen: modern, identity: await modern.identify(exchange) }
    } catch (error) {
      if (!isOlder(error)) throw error
    }
    const legacy = open('legacy')
    if (wanted) legacy.subscribe(wanted.subscription, wanted.host)
    try {
      return { chosen: legacy, identity: await legacy.identify(exchange) }
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(error) : error
    }
  }

  async function choose(exchange: Exchange): Promise<Leg> {
    const known = cache.era()
    if (known) return take(open(known))
    const { chosen } = await probe(exchange)
    log.info('The server was asked which era it speaks', { era: chosen.era })
    cache.setEra(chosen.era)
    return take(chosen)
  }

  function ready(exchange: Exchange): Promise<Leg> {
    if (leg) return Promise.resolve(leg)
    // Whoever began it may be cancelled; the others that wait for it are not.
    choosing ??= choose({ ...exchange, signal: new AbortController().signal }).finally(() => {
      choosing = undefined
    })
    return choosing
  }

  function forgetEra(of: Leg) {
    if (leg !== of) return
    leg = undefined
    cache.setEra(undefined)
    void of.close().catch(() => undefined)
  }

  async function inEitherEra<T>(exchange: Exchange, run: (leg: Leg) => Promise<T>): Promise<T> {
    const first = await ready(exchange)
    try {
      return await run(first)
    } catch (error) {
      if (!(error instanceof WrongEra)) throw error
      log.info('The server does not speak the era it did before', { era: first.era })
      forgetEra(first)
    }
    try {
      return await run(await ready(exchange))
    } catch (error) {
      throw error instanceof WrongEra ? notMcp(error) : error
    }
  }

  return {
    era: () => leg?.era ?? cache.era(),
    identify: (exchange) => patiently(exchange, () => inEitherEra(exchange, (chosen) => chosen.identify(exchange))),
    request: (method, params, exchange) =>
      patiently(exchange, () => inEitherEra(exchange, (chosen) => chosen.request(method, params, exchange))),
    notify: async (method, params) => {
      await leg?.notify(method, params)
    },
    subscribe: (subscription, host) => {
      wanted = { subscription, host }
      leg?.subscribe(subscription, host)
    },
    close: async () => {
      await leg?.close()
      leg = undefined
    },
  }
}

/** Sends again what may be sent again: what never arrived, or what does no harm twice. */
async function patiently<T>({ replayable, signal }: Exchange, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Failure) || error.retryAfterMs === undefined || attempt === ATTEMPTS) throw error
      const wait = Math.max(error.retryAfterMs, FIRST_WAIT_MS * 2 ** (attempt - 1))
      if (wait > LONGEST_WAIT_MS || !(replayable || error.unsent)) throw error
      await pause(wait, signal)
    }
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
