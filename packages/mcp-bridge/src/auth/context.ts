import type { Store } from '../store/store.ts'
import type { AuthorizationOptions } from './authorization.ts'
import type { ClientOptions } from './client.ts'
import type { HttpOptions } from './http.ts'

/** What the parts of an authorization share. */
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
    fetch: options.fetch,
    requestTimeout: options.requestTimeout ?? REQUEST_TIMEOUT,
    allowHttp: options.allowHttp ?? false,
  }
  return {
    options,
    store,
    now,
    http,
    client: { http, now, staticClient: options.client, metadataUrl: options.clientMetadataUrl },
  }
}
