import { BridgeError } from '../../errors/bridge-error.ts'
import { sentenceOf } from '../../errors/failure.ts'
import type { JsonObject } from '../../json.ts'
import { RpcError } from '../../protocol/messages.ts'

/** A fault as a result that the model reads. @throws RpcError and AbortError, which are no results */
export function explained(error: unknown): JsonObject {
  if (error instanceof BridgeError) return failed(error.message)
  if (error instanceof RpcError || (error instanceof Error && error.name === 'AbortError')) throw error
  return failed(sentenceOf(error))
}

export function failed(text: string): JsonObject {
  return { ...said(text), isError: true }
}

export function said(text: string): JsonObject {
  return { content: [{ type: 'text', text }] }
}
