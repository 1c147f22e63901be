import { exchange } from '../../outbound/exchange.ts'
import type { SentRequest } from '../../storage/tables/webhook-attempts.ts'
import { type ConnectionOptions, type Connections, createOpener, type Opener } from './connections.ts'
import { masked } from './mask.ts'
import { addressIn, explain, failure, type Outcome, planRows } from './outcome.ts'

/** Time limit of a whole exchange, including reading the response. */
const EXCHANGE_MS = 15_000
const MAX_TARGETS = 500

export interface Message {
  /** Each endpoint has its own connections, so that a slow one delays no other. */
  endpoint_id: string
  url: string
  headers: Record<string, string>
  body: string
  /** The logged part of the request. */
  kept: SentRequest
  /** Values masked in the response: see `secretsOf`. */
  secrets?: readonly string[]
}

export interface Attempt extends Outcome {
  /** The start, by a monotonic clock. */
  began: number
  duration_ms: number
  /** The network address that was reached, or refused the connection. */
  address: string | null
}

export interface Sender {
  send(message: Message, limits?: { milliseconds?: number }): Promise<Attempt>
  close(): Promise<void>
}

/** The destination of an endpoint's messages, with its connections. */
interface Target {
  url: string
  origin: string
  path: string
  /** Why nothing may be sent there: the rules may have changed since the address was stored. */
  problem: string | undefined
  connections: Connections
}

/** Sends messages by POST. Redirects are not followed, responses are read up to a limit, and every exchange has a time limit. */
export function createSender(options: ConnectionOptions): Sender {
  const { guard } = options
  const targets = new Map<string, Target>()
  // Loaded with the first delivery: most processes send none.
  let loading: Promise<Opener> | undefined
  const load = async () => createOpener((await import('../../outbound/undici.ts')).undici, options)

  function open(url: string, opener: Opener): Target {
    const { origin, pathname, search } = new URL(url)
    const path = pathname + search
    return { url, origin, path, problem: guard.problemOf(url), connections: opener.open(origin) }
  }

  function targetOf({ endpoint_id, url }: Message, opener: Opener): Target {
    let target = targets.get(endpoint_id)
    targets.delete(endpoint_id)
    if (target?.url !== url) {
      void target?.connections.pool.close()
      target = open(url, opener)
    }
    // The least recently used stands first.
    targets.set(endpoint_id, target)
    const [oldest] = targets.keys()
    if (targets.size > MAX_TARGETS && oldest !== undefined) {
      void targets.get(oldest)?.connections.pool.close()
      targets.delete(oldest)
    }
    return target
  }

  return {
    async send(message, { milliseconds = EXCHANGE_MS } = {}) {
      loading ??= load()
      const { origin, path, problem, connections } = targetOf(message, await loading)
      const began = performance.now()
      if (problem) {
        const refused = failure('blocked_address', `The address ${problem}`)
        return { ...refused, began, duration_ms: 0, address: null }
      }
      const request = { origin, path, method: 'POST', headers: message.headers, body: message.body } as const
      let refusedBy: string | undefined
      const outcome = await exchange(connections.pool, request, milliseconds).then(planRows, (error) => {
        refusedBy = addressIn(error)
        return explain(error, milliseconds)
      })
      const kept = masked(outcome, message.secrets ?? [])
      const address = connections.addressOf(request) ?? refusedBy ?? null
      return { ...kept, began, duration_ms: Math.round(performance.now() - began), address }
    },
    async close() {
      await Promise.all([...targets.values()].map(({ connections }) => connections.pool.destroy()))
      await (await loading)?.close()
    },
  }
}
