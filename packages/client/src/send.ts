import { ConnectionError, errorOf, HandrailError, TimeoutError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { delayBefore, isRepeatable, wait } from './retries.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 3
const MAX_RETRY_DELAY_MS = 60_000
/** A second one has the same effect as the first (RFC 9110 section 9.2.2). A second DELETE would be `not_found`. */
const REPEATABLE_METHODS = new Set(['GET', 'PUT'])

export interface Request {
  method: string
  /** With the query, below `/api/v1`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
}

/** Sends a request to the API, and repeats it if that is safe. @returns the parsed body; undefined for an empty one */
export type Send = (request: Request, options?: CallOptions) => Promise<unknown>

export function createSend(client: ClientOptions): Send {
  const api = `${new URL(client.baseUrl).href.replace(/\/$/, '')}/api/v1`
  return async (request, options = {}) => {
    const { signal, retries = client.retries ?? RETRIES } = options
    const key = request.method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const isSafe = key !== undefined || REPEATABLE_METHODS.has(request.method)
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    for (let repetitions = 0; ; repetitions++) {
      signal?.throwIfAborted()
      try {
        const token = typeof client.token === 'string' ? client.token : await client.token()
        const headers: Record<string, string> = { authorization: `Bearer ${token}` }
        if (body !== undefined) headers['content-type'] = 'application/json'
        if (key !== undefined) headers['idempotency-key'] = key
        if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch
        const init = { method: request.method, headers, ...(body === undefined ? {} : { body }) }
        return await attempt(client, api + request.path, init, options)
      } catch (error) {
        if (!(error instanceof HandrailError) || repetitions >= retries || !isRepeatable(error, isSafe)) throw error
        const delay = delayBefore(error, repetitions)
        if (delay > (client.maxRetryDelay ?? MAX_RETRY_DELAY_MS)) throw error
        await wait(delay, signal)
      }
    }
  }
}

async function attempt(client: ClientOptions, url: string, init: RequestInit, options: CallOptions): Promise<unknown> {
  const { response, text } = await exchange(client, url, init, options)
  options.onResponse?.(response)
  if (!response.ok) throw errorOf(response, text)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HandrailError('unexpected_answer', `${url} did not answer in JSON`, { status: response.status, cause })
  }
}

/** The timeout and the signal apply until the whole body has arrived. `AbortSignal.any` is missing in many browsers. */
async function exchange(client: ClientOptions, url: string, init: RequestInit, { signal, timeout }: CallOptions) {
  const send = client.fetch ?? fetch
  const ms = timeout ?? client.timeout ?? TIMEOUT_MS
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, ms)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await send(url, { ...init, signal: controller.signal })
    return { response, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isLate) throw new TimeoutError('timeout', `${url} did not answer within ${ms} ms`, { cause })
    throw new ConnectionError('connection_failed', `The connection to ${url} failed`, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
