import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a test may bend. Everything is strict and works unless it says otherwise. */
export interface Behaviour {
  /** Seconds until access tokens expire; undefined says nothing of it. */
  expiresIn: number | undefined
  replayWindow: number
  metadata: Record<string, unknown>
  resourceMetadata: Record<string, unknown>
  iss: string | undefined
  challengeScope: string | undefined
  /** Registered clients must be asked for with the very port. */
  strictPorts: boolean
  deny: string | undefined
  registration: 'open' | 'closed' | 'scopeless'
  /** Answers instead of the endpoint of that path; return true when answered. */
  intercept:
    | ((path: string, request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>)
    | undefined
}

/** An authorization server and the resource that it protects, which holds a client to every rule. */
export interface TestServer {
  url: URL
  origin: string
  behaviour: Behaviour
  /** What was asked, in order: paths, and grant types of the token endpoint. */
  requests: string[]
  /** Bodies of the token endpoint. */
  tokenRequests: URLSearchParams[]
  authorizations: URLSearchParams[]
  clients: Map<
    string,
    { redirectUris: string[]; method: string; secret: string | undefined; body: Record<string, unknown> }
  >
  counts: { refreshes: number; replays: number; reuses: number }
  /** All access tokens are refused from now on; refresh tokens live. */
  expireAll(): void
  revokeAll(): void
  secrets(): string[]
  close(): Promise<void>
}
