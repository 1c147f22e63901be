import type { Pool } from 'undici'
import { type Answer, exchange, Overdue } from '../../outbound/exchange.ts'
import { BLOCKED, type Guard } from '../../outbound/guard.ts'
import { parseRetryAfter } from './retry-after.ts'

/** How long the whole exchange may take, the reading of the answer included. */
const EXCHANGE_MS = 15_000
const CONNECT_MS = 5000
const MAX_TARGETS = 500

/** Why an attempt failed, by what the network or the receiver did. */
type SendError =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_error'
  | 'redirect'
  | 'blocked_address'
  | 'http_status'
  | 'network_error'

export interface Message {
  /** The endpoint has its connections to itself: a slow one keeps nobody else waiting. */
  endpoint_id: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface Attempt {
  error: SendError | undefined
  /** What to tell the operator, in a sentence. */
  explanation: string | undefined
  response_status: number | null
  response_body: string | null
  retryAfter: number | undefined
  duration_ms: number
}

export interface Sender {
  send(message: Message, limits?: { milliseconds?: number }): Promise<Attempt>
  close(): Promise<void>
}

export interface SenderOptions {
  guard: Guard
  /** Connections to one endpoint. */
  connections: number
}

type Undici = typeof import('undici')

/** Where the messages of an endpoint go, and the connections that they have there. */
interface Target {
  url: string
  origin: string
  path: string
  /** Why nothing may be sent there: the rules can have changed since the address was stored. */
  problem: string | undefined
  pool: Pool
}

/** Posts messages. It never follows a redirect, never reads more than a little, and never waits longer than its limit. */
export function createSender({ guard, connections }: SenderOptions): Sender {
  const targets = new Map<string, Target>()
  // Loaded with the first delivery: most starts have none to send.
  let loading: Promise<Undici> | undefined

  function open(url: string, undici: Undici): Target {
    const { origin, pathname, search } = new URL(url)
    const connect = { timeout: CONNECT_MS, lookup: guard.lookup }
    const pool = new undici.Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 10_000, connect })
    return { url, origin, path: pathname + search, problem: guard.problemOf(url), pool }
  }

  function targetOf({ endpoint_id, url }: Message, undici: Undici): Target {
    let target = targets.get(endpoint_id)
    targets.delete(endpoint_id)
    if (target?.url !== url) {
      void target?.pool.close()
      target = open(url, undici)
    }
    // The least recently used stands first.
    targets.set(endpoint_id, target)
    const [oldest] = targets.keys()
    if (targets.size > MAX_TARGETS && oldest !== undefined) {
      void targets.get(oldest)?.pool.close()
      targets.delete(oldest)
    }
    return target
  }

  return {
    async send(message, { milliseconds = EXCHANGE_MS } = {}) {
      const began = performance.now()
      loading ??= import('undici')
      const { origin, path, problem, pool } = targetOf(message, await loading)
      if (problem) return { ...failure('blocked_address', `The address ${problem}`), duration_ms: 0 }
      const request = { origin, path, method: 'POST', headers: message.headers, body: message.body } as const
      const outcome = await exchange(pool, request, milliseconds).then(judge, (error) => explain(error, milliseconds))
      return { ...outcome, duration_ms: Math.round(performance.now() - began) }
    },
    async close() {
      await Promise.all([...targets.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

type Outcome = Omit<Attempt, 'duration_ms'>

function failure(error: SendError, explanation: string): Outcome {
  return { error, explanation, response_status: null, response_body: null, retryAfter: undefined }
}

function judge({ status, headers, text }: Answer): Outcome {
  const answered = { response_status: status, response_body: text }
  if (status >= 200 && status < 300)
    return { error: undefined, explanation: undefined, ...answered, retryAfter: undefined }
  const retryAfter = parseRetryAfter(headers['retry-after']?.toString(), Date.now())
  if (status >= 300 && status < 400) {
    const explanation = `The receiver redirects to ${headers.location ?? 'nowhere'}: set the address of the endpoint to that`
    return { error: 'redirect', explanation: explanation.slice(0, 500), ...answered, retryAfter }
  }
  return { error: 'http_status', explanation: `The receiver answered ${status}`, ...answered, retryAfter }
}

/** Errors of the network by their codes. */
const CAUSES: [RegExp, SendError, string][] = [
  [new RegExp(`^${BLOCKED}$`), 'blocked_address', 'The name of the receiver leads into a private network'],
  [/^(ENOTFOUND|ENODATA)$/, 'dns_error', 'The name of the receiver could not be found'],
  [/^EAI_/, 'dns_error', 'The name of the receiver could not be looked up: its name servers did not answer'],
  [/^ECONNREFUSED$/, 'connection_refused', 'The receiver refused the connection'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connect_timeout', 'The receiver did not take the connection in time'],
  [/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'The receiver did not answer in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset', 'The receiver broke the connection off'],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME)/,
    'tls_error',
    'The certificate or TLS of the receiver was refused',
  ],
]

function explain(error: unknown, milliseconds: number): Outcome {
  if (error instanceof Overdue)
    return failure('timeout', `The receiver did not answer within ${milliseconds / 1000} seconds`)
  const code = codeOf(error)
  const [, name, sentence] = CAUSES.find(([pattern]) => pattern.test(code)) ?? []
  if (name && sentence) return failure(name, sentence)
  return failure('network_error', `The request failed: ${code || (error instanceof Error ? error.message : 'unknown')}`)
}

/** A name with several addresses fails with an error for each. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
