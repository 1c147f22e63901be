import type { RateLimiter } from './access/rate-limits.ts'
import type { Tokens } from './access/tokens.ts'
import type { Background } from './background.ts'
import type { Caller } from './caller.ts'
import type { ContentStore } from './files/content/content-store.ts'
import type { Images } from './images/images.ts'
import type { Guard } from './outbound/guard.ts'
import type { Sealer } from './seal.ts'
import type { Settings } from './settings.ts'
import type { Store } from './storage/database.ts'
import type { Sender } from './webhooks/sending/send.ts'

/** Everything that a handler may touch. */
export interface Context {
  readonly caller: Caller
  readonly store: Store
  readonly sealer: Sealer
  readonly settings: Settings
  readonly tokens: Tokens
  readonly rateLimiter: RateLimiter
  /** The way out: where deliveries may go, and who sends them. */
  readonly guard: Guard
  readonly sender: Sender
  readonly background: Background
  /** What people upload. */
  readonly contents: ContentStore
  readonly images: Images
  /** The time, as an ISO 8601 UTC string with milliseconds. */
  now(): string
}
