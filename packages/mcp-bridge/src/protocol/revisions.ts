import { isObject, type JsonObject, without } from '../json.ts'

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

const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/**
 * The capabilities that one era can announce to the other: extensions, such as that of views, are the same in both. Tasks
 * are another thing in each era, and the bridge keeps none. What is no object announces nothing.
 */
export function acrossEras(capabilities: JsonObject): JsonObject {
  const { tasks: _, extensions, ...own } = capabilities
  const valid = Object.entries(own).filter(([, value]) => isObject(value))
  const shared = isObject(extensions) ? without(extensions, TASKS_EXTENSION) : {}
  return { ...Object.fromEntries(valid), ...(Object.keys(shared).length > 0 && { extensions: shared }) }
}
