import type { RateLimiter } from './access/rate-limits.ts'
import type { Access } from './access/rights.ts'
import type { Scope } from './access/scopes.ts'
import type { Audience, Tokens } from './access/tokens.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Guard } from './outbound/guard.ts'
import type { Sealer } from './seal.ts'
import type { Store } from './storage/database.ts'
import type { Sender } from './webhooks/worker/send.ts'
import type { Plan } from './workspaces/plans.ts'

/** Who calls, where, and what they may do. */
export interface Caller {
  /**
   * A member acts in a workspace, a contact in an enrollment, a user on their own account, and a visitor is whoever has
   * not signed in. `oauth` acts for a person, through an application that the person has connected.
   */
  readonly kind: 'api_key' | 'oauth' | 'member' | 'contact' | 'user' | 'visitor' | 'system'
  /**
   * The credential, by which requests are counted and idempotency keys are kept; of OAuth tokens the grant, of a contact
   * the enrollment that it follows, of a visitor the network address.
   */
  readonly id: string
  /** Empty where no workspace is concerned. */
  readonly workspace_id: string
  /** The session through which a person acts. */
  readonly session_id?: string
  readonly rights: ReadonlySet<Access>
  /** Of whoever holds a token: where it was shown. */
  readonly audience?: Audience
  /** What an OAuth token was granted; of that, it has the rights that the person's role has now. */
  readonly granted?: ReadonlySet<Scope>
  readonly plan: Plan
}

export interface Settings {
  /** The address under which people and programs reach this instance, without a trailing slash. */
  readonly publicUrl: string
  readonly plans: Readonly<Record<string, Plan>>
  /** Whether there is a mail server. Without one, links are passed on by people. */
  readonly sendsMail: boolean
}

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
  readonly mailer: Mailer | undefined
  /** The time, as an ISO 8601 UTC string with milliseconds. */
  now(): string
}
