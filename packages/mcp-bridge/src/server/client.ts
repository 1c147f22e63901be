import type { JsonObject } from '../json.ts'
import type { HostInfo, RequestContext, Subscription } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import type { Identity } from '../protocol/server-identity.ts'

/** Takes what a server says and asks outside of any request. */
export interface ServerListener {
  notification(method: string, params: JsonObject): void
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject>
}

/** An MCP client of one era. */
export interface ServerClient {
  era: Era
  /** How the messages travel; `sse` is HTTP+SSE of 2024-11-05. */
  transport: 'http' | 'sse'
  /** Asks the server what it is; in the older era this begins the session. */
  identify(context: RequestContext): Promise<Identity>
  request(method: string, params: JsonObject, context: RequestContext): Promise<JsonObject>
  notify(method: string, params: JsonObject): Promise<void>
  /** Tells the listener of these changes from here on, and of no others. */
  subscribe(subscription: Subscription, host: HostInfo): void
  close(): Promise<void>
}

/** The server does not speak the era that it was addressed in. */
export class WrongEra extends Error {
  override readonly name = 'WrongEra'
}
