import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '@handrail/core/internal'
import type { Logger } from '../../server/log.ts'

export const SERVER_INFO = { name: 'service', version: '1.0.0', title: 'Handrail' }

/** The cache hints of responses (2026-07-28, caching), which depend on the scopes of the token. */
export interface CacheHint {
  ttlMs: number
  cacheScope: 'private'
}

const MINUTE_MS = 60_000
/** The list of tools changes only with a new version of the service. */
export const STABLE: CacheHint = { ttlMs: 5 * MINUTE_MS, cacheScope: 'private' }
/** Guides are published at any time. */
export const CHANGING: CacheHint = { ttlMs: MINUTE_MS, cacheScope: 'private' }

/** The revision without a handshake, and those that begin with `initialize`, newest first. */
export const REVISION = '2026-07-28'
export const FORMER_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Whether a client accepts any content type, or does not say which (RFC 9110 section 12.5.1). */
export function acceptsAnything({ accept }: IncomingHttpHeaders): boolean {
  return accept === undefined || accept.split(',').some((type) => type.trim().startsWith('*/*'))
}

/** Codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODE = { parse: -32700, invalidRequest: -32600, invalidParams: -32602, internal: -32603 } as const

/** An error of the protocol, for requests that the server cannot process. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Record<string, unknown> | undefined

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A posted message. */
export interface Message {
  readonly headers: IncomingHttpHeaders
  /** Undefined when there was none. */
  readonly body: unknown
}

/** What a client can do, and what it adds to a request that is sent again. */
export interface ClientSide {
  /** Whether it can ask a person (elicitation in form mode). */
  readonly elicits: boolean
  /** The answers to what an earlier result required, and the state of that. */
  readonly responses: Record<string, unknown> | undefined
  readonly state: string | undefined
}

/** The context of a request. */
export interface Exchange {
  readonly context: Context
  readonly requestId: string
  /** What the client says beside the parameters, in the newest revision. */
  readonly client?: ClientSide
  /** Whether the client shows views of tools (MCP Apps). */
  readonly showsViews?: () => boolean
  /** Lets other requests go on between those of a batch. @throws RpcError if the client has gone */
  readonly takeNextTurn?: () => Promise<void>
  /** The same between reading a large record and composing the answer. @throws RpcError if the client has gone */
  readonly pause?: () => Promise<void> | undefined
  readonly logger: Logger
}

export type Params = Record<string, unknown>
