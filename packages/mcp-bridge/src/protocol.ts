/** The revision in which each request carries what it needs. */
export const MODERN = '2026-07-28'
/** The revisions that begin with `initialize`, newest first. */
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const NEWEST_LEGACY = LEGACY[0]

export type Era = 'modern' | 'legacy'

/** Keys of `_meta` (2026-07-28, "General fields"). */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const

export const CODE = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** 2025-11-25 only. */
  urlElicitation: -32042,
  /** Before 2026-07-28 only; then it is invalidParams. */
  resourceNotFound: -32002,
} as const

export type Id = string | number
export type Fields = Record<string, unknown>

export interface Message {
  jsonrpc: '2.0'
  id?: Id | null
  method?: string
  params?: Fields
  result?: Fields
  error?: { code: number; message: string; data?: unknown }
}

/** A JSON-RPC error, to be answered as it stands. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface Implementation extends Fields {
  name: string
  version: string
}

/** What a server says of itself in `initialize` or `server/discover`. */
export interface Identity {
  server: Implementation | undefined
  capabilities: Fields
  instructions: string | undefined
}

export interface Tool extends Fields {
  name: string
  inputSchema?: unknown
  annotations?: { readOnlyHint?: boolean; idempotentHint?: boolean; destructiveHint?: boolean }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value has the parts of a request, a notification or an answer. */
export function isMessage(value: unknown): value is Message {
  if (!isFields(value) || value.jsonrpc !== '2.0') return false
  const { method, result, error } = value
  if (method !== undefined) return typeof method === 'string'
  return isFields(result) || (isFields(error) && typeof error.code === 'number')
}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

/** What is usable of how a server described itself, now or as it was kept. */
export function identityOf({ server, capabilities, instructions }: Fields): Identity {
  const isNamed = isFields(server) && typeof server.name === 'string'
  const version = isNamed && typeof server.version === 'string' ? server.version : ''
  return {
    server: isNamed ? { ...server, name: String(server.name), version } : undefined,
    capabilities: isFields(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  }
}

/** The `_meta` of parameters or a result; empty where there is none. */
export function metaOf(fields: Fields | undefined): Fields {
  const meta = fields?._meta
  return isFields(meta) ? meta : {}
}

export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
