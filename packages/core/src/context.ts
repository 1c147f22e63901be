import type { RateLimiter } from './access/rate-limits.ts'
import type { Tokens } from './access/tokens.ts'
import type { Caller } from './caller.ts'
import type { ContentStore } from './files/content/content-store.ts'
import type { Images } from './images/images.ts'
import type { TableFiles } from './imports/table/thread/table-files.ts'
import type { Background } from './instance/background.ts'
import type { Guard } from './outbound/guard.ts'
import type { Sealer } from './secret/seal.ts'
import type { Settings } from './settings.ts'
import type { Store } from './storage/database.ts'
import type { Turns } from './turns/turns.ts'
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
  /** Who may have a password checked. */
  readonly passwordTurns: Turns
  /** Who may read the next rows of an archive. */
  readonly exportTurns: Turns
  /** What reads files as tables. */
  readonly tableFiles: TableFiles
  /** The time, as an ISO 8601 UTC string with milliseconds. */
  now(): string
}
