import type { Answer } from '../../outbound/exchange.ts'
import { Overdue } from '../../outbound/exchange.ts'
import { BLOCKED } from '../../outbound/guard.ts'
import { parseRetryAfter } from './retry-after.ts'
import { ProxyRefusal } from './tunnels.ts'

/** The reasons of a failed attempt, caused by the network or the receiver. */
export type SendError =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_error'
  | 'redirect'
  | 'blocked_address'
  | 'http_status'
  | 'proxy_error'
  | 'network_error'

/** The result of an exchange. */
export interface Outcome {
  error: SendError | undefined
  /** A sentence for the operator. */
  explanation: string | undefined
  response_status: number | null
  response_headers: Record<string, string> | null
  response_body: string | null
  retryAfter: number | undefined
}

/** Maximum size of stored response headers, including names. */
const KEPT_HEADERS = 4096
/** Response headers that contain credentials of the receiver. */
const HIDDEN = /^(set-cookie|set-cookie2|authorization|proxy-authenticate|www-authenticate)$/

export function failure(error: SendError, explanation: string): Outcome {
  const nothing = { response_status: null, response_headers: null, response_body: null }
  return { error, explanation, ...nothing, retryAfter: undefined }
}

export function planRows({ status, headers, text }: Answer): Outcome {
  const answered = { response_status: status, response_headers: keptHeaders(headers), response_body: text }
  if (status >= 200 && status < 300)
    return { error: undefined, explanation: undefined, ...answered, retryAfter: undefined }
  const retryAfter = parseRetryAfter(headers['retry-after']?.toString(), Date.now())
  if (status >= 300 && status < 400) {
    const explanation = `The receiver redirects to ${headers.location ?? 'nowhere'}: set the address of the endpoint to that`
    return { error: 'redirect', explanation: explanation.slice(0, 500), ...answered, retryAfter }
  }
  return { error: 'http_status', explanation: `The receiver answered ${status}`, ...answered, retryAfter }
}

/** The stored part of response headers, as valid text. */
function keptHeaders(headers: Answer['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  let left = KEPT_HEADERS
  for (const [name, value] of Object.entries(headers)) {
    const shown = HIDDEN.test(name) ? '•••' : String(value ?? '').toWellFormed()
    left -= name.length + shown.length
    if (left < 0) break
    kept[name] = shown
  }
  return kept
}

/** Errors of the network by code. */
const CAUSES: [RegExp, SendError, string][] = [
  [new RegExp(`^${BLOCKED}$`), 'blocked_address', 'The host name of the receiver resolves to a private network'],
  [/^(ENOTFOUND|ENODATA)$/, 'dns_error', 'The host name of the receiver could not be found'],
  [/^EAI_/, 'dns_error', 'The host name of the receiver could not be resolved: its name servers did not answer'],
  [/^ECONNREFUSED$/, 'connection_refused', 'The receiver refused the connection'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connect_timeout', 'The receiver did not accept the connection in time'],
  [/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'The receiver did not answer in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset', 'The receiver closed the connection'],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME)/,
    'tls_error',
    'The TLS connection failed, for example because of the certificate of the receiver',
  ],
]

export function explain(error: unknown, milliseconds: number): Outcome {
  if (error instanceof Overdue)
    return failure('timeout', `The receiver did not answer within ${milliseconds / 1000} seconds`)
  if (error instanceof ProxyRefusal) return failure('proxy_error', error.message)
  const code = codeOf(error)
  const [, name, sentence] = CAUSES.find(([pattern]) => pattern.test(code)) ?? []
  if (name && sentence) return failure(name, sentence)
  return failure('network_error', `The request failed: ${code || (error instanceof Error ? error.message : 'unknown')}`)
}

/** The address that a connection failed to. */
export function addressIn(error: unknown): string | undefined {
  if (error instanceof AggregateError) return addressIn(error.errors[0])
  return error instanceof Error && 'address' in error && typeof error.address === 'string' ? error.address : undefined
}

/** A name with several addresses fails with an error for each. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
