import { isObject, type JsonObject } from '../json.ts'

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

export interface Message {
  jsonrpc: '2.0'
  id?: Id | null
  method?: string
  params?: JsonObject
  result?: JsonObject
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

/** Whether a value has the parts of a request, a notification or an answer. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false
  const { method, result, error } = value
  if (method !== undefined) return typeof method === 'string'
  return isObject(result) || (isObject(error) && typeof error.code === 'number')
}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
