import type { Era, Fields, Identity, Implementation } from '../protocol.ts'

/** Who asks: the host as it described itself. */
export interface Host {
  client: Implementation
  capabilities: Fields
  logLevel?: string
}

/** One request on its way. */
export interface Exchange {
  host: Host
  signal: AbortSignal
  timeoutMs: number
  /** It changes nothing, or nothing more when it is sent twice. */
  replayable: boolean
  /** Hands on what comes before the answer: progress, log messages. */
  notify(method: string, params: Fields): void
  /** Asks the host on the server's behalf. */
  ask(method: string, params: Fields): Promise<Fields>
  /** Headers that mirror parameters of the tool (modern only). */
  headers?: Record<string, string>
}

/** Which changes to tell of; the names are those of `subscriptions/listen`. */
export interface Subscription extends Fields {
  toolsListChanged?: boolean
  promptsListChanged?: boolean
  resourcesListChanged?: boolean
  resourceSubscriptions?: readonly string[]
}

/** What a server says unasked. */
export interface Announcements {
  notification(method: string, params: Fields): void
  ask(method: string, params: Fields): Promise<Fields>
}

/** A way to speak to the server: one for each era. */
export interface Leg {
  era: Era
  /** Asks the server what it is; the older era begins its session with this. */
  identify(exchange: Exchange): Promise<Identity>
  request(method: string, params: Fields, exchange: Exchange): Promise<Fields>
  notify(method: string, params: Fields): Promise<void>
  /** From now on these changes are announced, and no others. */
  subscribe(subscription: Subscription, host: Host): void
  close(): Promise<void>
}

/** The server does not speak the era that it was addressed in. */
export class WrongEra extends Error {
  override readonly name = 'WrongEra'
}
