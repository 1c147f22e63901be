import type { DpopMode } from './dpop.ts'

/** An access token as a request needs it. */
export interface AccessToken {
  value: string
  /** The scopes that were granted, where the server said so. */
  scopes: readonly string[] | undefined
  /** Where the token is bound to a key (RFC 9449): what each request has to prove that it has the key with. */
  proof?: (request: { method: string; url: URL; nonce: string | undefined }) => Promise<string>
}

/** The challenge of a refused request, the unchanged header of its 401 or 403 (RFC 6750 section 3). */
export interface Refusal {
  /** The token that was refused, if one was sent. */
  token: string | undefined
  challenge: string | undefined
}

/** A sign-in that waits for its person. One at a time for a server and profile, whatever the number of processes. */
export interface PendingSignIn {
  /** The address to open in a browser: what a tool's answer and stderr show. */
  url: string
  /** The code to type there, where the server offers the device grant (RFC 8628) and no browser is at hand. */
  userCode?: string
  /**
   * What the person has to know before opening the address, because the browser was not opened on purpose: the server
   * names another authorization server than at the first sign-in, or the page is not on the issuer's own host.
   */
  notice?: string
  /** Resolves to the token when the sign-in has ended, or rejects with the fault to show. */
  done: Promise<AccessToken>
  /** Takes the address that the browser was sent to, where it could not reach this machine (SSH). */
  paste(redirectAddress: string): Promise<void>
  cancel(): void
}

export interface SignInOptions {
  refusal?: Refusal
  /** A person asks for it now (`login`), so no back-off after failed sign-ins applies. */
  byPerson?: boolean
  /** Opens the person's browser; false only offers the address. */
  openBrowser: boolean
}

/** Where the authorization writes what it does; `src/log.ts` redacts what it is given. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  /** Makes a secret unprintable from now on. Every one that is read, sent or received is told before anything else. */
  conceal(secret: string): void
}

/** A client that the server's operator registered by hand. */
export interface StaticClient {
  id: string
  secret?: string
  /** PKCS #8 in PEM, for `private_key_jwt` (RFC 7523 section 2.2), and the algorithm that it signs with. */
  privateKey?: { pem: string; algorithm: string }
}

export type StoreKind = 'keychain' | 'file' | 'memory'

export interface AuthorizationOptions {
  /** The address of the MCP server, as the person gave it. */
  resource: URL
  profile: string
  /** How a person starts this program, for sentences that say what to run. */
  command?: string
  /** Where credentials and locks are kept: see `storeFolder`. */
  folder: string
  /** `auto` is the keychain where there is one, else a file that only its owner can read. */
  store?: StoreKind | 'auto'
  /** How long one call may wait for the keychain, in milliseconds. */
  keychainTimeoutMs?: number
  fetch: typeof fetch
  /** Headers of every request to the server's own origin, such as credentials for a gateway; no other origin receives them. */
  headers?: Readonly<Record<string, string>>
  log: Log
  /** Opens the person's browser: see `openBrowser`. @returns whether one was started */
  browser?: (url: string) => Promise<boolean>
  /** Milliseconds since 1970. */
  now?: () => number
  /** A token made by hand (Custom Connection): it is sent as it is, and there is no sign-in. */
  token?: string
  client?: StaticClient
  /** The https address of a Client ID Metadata Document, which is the client's id where the server takes such. */
  clientMetadataUrl?: string
  /** `client_credentials` needs `client`, and no person. */
  grant?: 'authorization_code' | 'client_credentials'
  scopes?: readonly string[]
  /** The value of `resource` (RFC 8707) instead of that of the server's metadata; false sends none. */
  resourceParameter?: string | false
  /** Whether tokens are bound to a key (RFC 9449); `auto`, where the server's metadata asks for it, unless given. */
  dpop?: DpopMode
  /** Further parameters of the authorization request, such as `audience` or `prompt`. */
  authorizeParameters?: Readonly<Record<string, string>>
  callback?: { host?: '127.0.0.1' | 'localhost'; port?: number; path?: string }
  /** Prefers the device grant (RFC 8628) where the server offers it: no browser on this machine. */
  preferDevice?: boolean
  /** Permits http to other machines than this one. */
  allowHttp?: boolean
  /** How long one request may take, and how long a sign-in waits for its person, in milliseconds. */
  requestTimeout?: number
  signInTimeout?: number
}

/**
 * How requests to one server get their token. Every method may be called from many requests, and from many processes
 * that share a profile, at once: refreshes and sign-ins happen one at a time.
 */
export interface Authorization {
  /** The token to send now, refreshed when it is about to expire; undefined when signed out. No sign-in is begun. */
  token(): Promise<AccessToken | undefined>
  /**
   * After a 401, or a 403 that asks for more scopes: a token newer than the refused one, from the store of another
   * process or by one refresh; undefined when only a sign-in helps.
   */
  renew(refusal: Refusal): Promise<AccessToken | undefined>
  /** Begins a sign-in, or takes part in the one under way, in this process or in another. */
  signIn(options: SignInOptions): Promise<PendingSignIn>
  /** Revokes the tokens at the server and deletes them; false when there were none. */
  signOut(): Promise<boolean>
  /** Tells of every token that this or another process stored, and of sign-outs (undefined). @returns its end */
  onChange(listener: (token: AccessToken | undefined) => void): () => void
  close(): Promise<void>
}
