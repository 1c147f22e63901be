import type { JsonObject } from '../json.ts'
import type { Implementation } from './server-identity.ts'

/** Who asks: the host as it described itself. */
export interface HostInfo {
  client: Implementation
  capabilities: JsonObject
  logLevel?: string
}

/** One request on its way. */
export interface RequestContext {
  host: HostInfo
  signal: AbortSignal
  timeoutMs: number
  /** It changes nothing, or nothing more when it is sent again. */
  replayable: boolean
  /** Hands on what comes before the answer: progress, log messages. */
  notify(method: string, params: JsonObject): void
  /** Asks the host on the server's behalf. @param signal aborts where the server withdraws the question */
  ask(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject>
  /** Headers that mirror parameters of the tool (modern only). */
  headers?: Record<string, string>
}

/** Which changes to tell of; the names are those of `subscriptions/listen`. */
export interface Subscription extends JsonObject {
  toolsListChanged?: boolean
  promptsListChanged?: boolean
  resourcesListChanged?: boolean
  resourceSubscriptions?: readonly string[]
}
