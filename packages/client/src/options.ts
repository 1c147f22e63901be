/** Where the instance is, and how it is called. */
export interface ClientOptions {
  /** Address of the instance, such as `https://onboarding.example.com`. */
  baseUrl: string
  /** API key or access token, or a function that returns one; it is called for each request. */
  token: string | (() => string | Promise<string>)
  /** Milliseconds for each attempt, 30,000 by default. */
  timeout?: number | undefined
  /** Maximum number of repetitions of a request, 3 by default. */
  retries?: number | undefined
  /** Maximum number of milliseconds to wait before a repetition, 60,000 by default. A longer `Retry-After` is an error at once. */
  maxRetryDelay?: number | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined
}

/** How one operation is called. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  timeout?: number | undefined
  retries?: number | undefined
  /** Key under which the server answers a repeated POST like the first one; a random one by default. */
  idempotencyKey?: string | undefined
  /** Entity tag of the version to change; if the record has changed since, `PreconditionFailedError`. */
  ifMatch?: string | undefined
  /** Called with the response, for headers such as `ETag` and `X-RateLimit-Remaining`. Its body has been read. */
  onResponse?: ((response: Response) => void) | undefined
}
