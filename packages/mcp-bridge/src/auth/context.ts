import { isLoopback } from '../network/loopback.ts'
import type { Entry } from '../store/credentials.ts'
import type { Store } from '../store/store.ts'
import type { AuthorizationOptions, Log } from './authorization.ts'
import type { ClientOptions } from './client/registration.ts'
import type { HttpOptions } from './http.ts'

/** The dependencies shared by the parts of an authorization. */
export interface AuthorizationContext {
  options: AuthorizationOptions
  store: Store
  http: HttpOptions
  client: ClientOptions
  now: () => number
}

const REQUEST_TIMEOUT = 15_000

export function createContext(options: AuthorizationOptions, store: Store): AuthorizationContext {
  const now = options.now ?? Date.now
  const http = {
    fetch: fetchWithHeaders(options),
    requestTimeout: options.requestTimeout ?? REQUEST_TIMEOUT,
    allowHttp: options.allowHttp ?? false,
    allowLoopback: isLoopback(options.resource.hostname),
    conceal: (secret: string) => options.log.conceal(secret),
  }
  if (options.client?.secret) options.log.conceal(options.client.secret)
  return {
    options,
    store: { ...store, read: async (quietly) => concealed(await store.read(quietly), options.log) },
    now,
    http,
    client: { http, now, staticClient: options.client, metadataUrl: options.clientMetadataUrl },
  }
}

function concealed(entry: Entry | undefined, log: Log): Entry | undefined {
  const { tokens, client, static_token: made } = entry?.credentials ?? {}
  for (const secret of [tokens?.access_token, tokens?.refresh_token, client?.client_secret, made])
    if (secret) log.conceal(secret)
  return entry
}

function fetchWithHeaders({ fetch, headers, resource }: AuthorizationOptions): typeof fetch {
  if (!headers) return fetch
  return (input, init) => {
    const isOwn = URL.parse(String(input))?.origin === resource.origin
    return fetch(input, isOwn ? { ...init, headers: new Headers({ ...headers, ...toObject(init?.headers) }) } : init)
  }
}

function toObject(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}
