import { isObject, type JsonObject } from '../json.ts'

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

/** The `_meta` of parameters or a result; empty where there is none. */
export function metaOf(fields: JsonObject | undefined): JsonObject {
  const meta = fields?._meta
  return isObject(meta) ? meta : {}
}
