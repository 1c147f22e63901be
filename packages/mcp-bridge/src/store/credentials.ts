import type { DpopKey } from '../auth/dpop.ts'

/** A client as one authorization server knows it: a type, not an interface, so that it also fits the library's open record. */
export type RegisteredClient = {
  client_id: string
  client_secret?: string
  token_endpoint_auth_method: string
  /** The exact port that was registered beside the portless addresses, for servers that compare ports. */
  redirect_port?: number
}

/** The response of a token endpoint. */
export interface Tokens {
  access_token: string
  refresh_token?: string
  /** Milliseconds since 1970; absent where the server did not say. */
  expires_at?: number
  obtained_at: number
  scope?: string
  /** When a new sign-in is needed where the tokens are not used before: milliseconds since 1970. */
  refresh_expires_at?: number
  /** How long each refresh token lives, in milliseconds. */
  refresh_lifetime?: number
  account?: Account
  /** The private key that the tokens are bound to, where the server binds them (RFC 9449). */
  dpop_key?: DpopKey
}

/** Who signed in, as the server calls it. */
export interface Account {
  name?: string
  workspace?: string
}

/** The endpoints of the authorization server as they were at the last sign-in, so that a refresh is one request. */
interface ServerEndpoints {
  token_endpoint: string
  revocation_endpoint?: string
  /** The value of `resource`, which is repeated at every refresh. */
  resource_parameter?: string
}

/** Secrets, and values that must be as authentic as secrets. */
export interface Credentials {
  tokens?: Tokens
  /** A token made by hand, given to `login --token`. */
  static_token?: string
  endpoints?: ServerEndpoints
  /** The client that the tokens were given to. */
  client?: RegisteredClient
  /** Dynamically registered clients by issuer: one server's client is never shown to another. */
  registrations: Record<string, RegisteredClient>
  /** The server asks for tokens that are bound to a key, and refused one that was. */
  refuses_dpop?: true
  /** All scopes that were asked for so far, for the union of a step-up. */
  requested_scopes?: readonly string[]
}

/** The server and resource of the first sign-in; another needs a person's consent. */
export interface Pin {
  issuer: string
  resource: string
}

/** The last sign-ins and how they ended, which limit the next ones. */
export interface History {
  /** When sign-ins succeeded, newest last; a few are kept. */
  signed_in_at: readonly number[]
  /** Failures since the last success. */
  failures: number
  failed_at?: number
  last_error?: { code: string; message: string; at: number }
}

/** One server and profile, as its file has it. */
export interface Entry {
  /** Counts every change: whoever writes says which generation it has read. */
  generation: number
  resource_url: string
  profile: string
  pin?: Pin
  history: History
  credentials: Credentials
}

export function emptyEntry(resourceUrl: string, profile: string): Entry {
  return {
    generation: 0,
    resource_url: resourceUrl,
    profile,
    history: { signed_in_at: [], failures: 0 },
    credentials: { registrations: {} },
  }
}
