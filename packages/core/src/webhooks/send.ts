import type { Agent } from 'undici'
import { BLOCKED, type Guard } from './guard.ts'
import { parseRetryAfter } from './schedule.ts'

/** How long the whole exchange may take, the reading of the answer included. */
const EXCHANGE_MS = 15_000
const CONNECT_MS = 5000
const READ_BYTES = 16 * 1024
const KEPT_CHARACTERS = 4096
const MAX_AGENTS = 500

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

/** Posts messages. It never follows a redirect, never reads more than a little, and never waits longer than its limit. */
export function createSender({ guard, connections }: SenderOptions): Sender {
  const agents = new Map<string, Agent>()
  // Loaded with the first delivery: most starts have none to send.
  let loading: Promise<typeof import('undici')> | undefined

  function agentOf(endpoint_id: string, undici: typeof import('undici')): Agent {
    const known = agents.get(endpoint_id)
    agents.delete(endpoint_id)
    const agent =
      known ??
      new undici.Agent({
        connections,
        pipelining: 1,
        keepAliveTimeout: 10_000,
        connect: { timeout: CONNECT_MS, lookup: guard.lookup },
      })
    // The least recently used stands first.
    agents.set(endpoint_id, agent)
    const [oldest] = agents.keys()
    if (agents.size > MAX_AGENTS && oldest !== undefined) {
      void agents.get(oldest)?.close()
      agents.delete(oldest)
    }
    return agent
  }

  async function exchange(message: Message, signal: AbortSignal): Promise<Omit<Attempt, 'duration_ms'>> {
    const problem = guard.problemOf(message.url)
    if (problem) return failure('blocked_address', `The address ${problem}`)
    loading ??= import('undici')
    const undici = await loading
    const { statusCode, headers, body } = await undici.request(message.url, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      dispatcher: agentOf(message.endpoint_id, undici),
      signal,
    })
    const text = await readBounded(body)
    return judge(statusCode, headers, text)
  }

  return {
    async send(message, { milliseconds = EXCHANGE_MS } = {}) {
      const began = performance.now()
      const signal = AbortSignal.timeout(milliseconds)
      const outcome = await exchange(message, signal).catch((error) => explain(error, signal, milliseconds))
      return { ...outcome, duration_ms: Math.round(performance.now() - began) }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

type Outcome = Omit<Attempt, 'duration_ms'>

function failure(error: SendError, explanation: string): Outcome {
  return { error, explanation, response_status: null, response_body: null, retryAfter: undefined }
}

async function readBounded(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= READ_BYTES) break
  }
  // Whatever else it sends is of no interest.
  body.destroy()
  const text = Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8')
  return text.replaceAll('\0', '\ufffd').toWellFormed().slice(0, KEPT_CHARACTERS).toWellFormed()
}

function judge(status: number, headers: Record<string, string | string[] | undefined>, text: string): Outcome {
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
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'dns_error', 'The name of the receiver could not be looked up'],
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

function explain(error: unknown, signal: AbortSignal, milliseconds: number): Outcome {
  if (signal.aborted) return failure('timeout', `The receiver did not answer within ${milliseconds / 1000} seconds`)
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
