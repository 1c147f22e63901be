import { type AppError, ERROR_STATUS, type ErrorCode } from '@handrail/core'
import { DEFAULT_SCOPES } from '@handrail/core/internal'
import { isObject } from '../../body/is-object.ts'
import type { ErrorForm } from '../../server/errors.ts'
import { RPC_CODE } from './protocol.ts'

const CODES: Partial<Record<ErrorCode, number>> = {
  // Bodies that are not JSON, or not readable.
  invalid_request: RPC_CODE.parse,
  validation_error: RPC_CODE.invalidParams,
}

/**
 * The error format of the endpoint: JSON-RPC errors with an HTTP status. Most occur before the request is read, and have no id.
 */
export function mcpErrors(publicUrl: string): ErrorForm {
  return {
    resource: { metadata: `${publicUrl}/.well-known/oauth-protected-resource/mcp`, scopes: DEFAULT_SCOPES },
    body: (error, { body, id: request_id }) =>
      rpcErrorBody(idOf(body), codeOf(error), messageOf(error), { type: error.code, request_id }),
  }
}

/** Advice on errors that a further call does not solve. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: 'Tell the user to connect again and allow this scope, or to use a key that has it',
  forbidden: 'Tell the user; calling again will not help',
  invalid_token: 'Tell the user to connect again',
}

function messageOf({ code, message }: AppError): string {
  const next = NEXT[code]
  return next === undefined ? message : `${message}. ${next}`
}

function idOf(body: unknown): string | number | null {
  const id = isObject(body) ? body.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function codeOf({ code }: AppError): number {
  return CODES[code] ?? (ERROR_STATUS[code] >= 500 ? RPC_CODE.internal : RPC_CODE.invalidRequest)
}

export function rpcErrorBody(
  id: string | number | null,
  code: number,
  message: string,
  data?: Record<string, unknown>,
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } })
}
