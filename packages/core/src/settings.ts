import type { Plan } from './workspaces/plans.ts'

/** The settings of an open instance. */
export interface Settings {
  /** The public address of this instance, without a trailing slash. */
  readonly publicUrl: string
  readonly plans: Readonly<Record<string, Plan>>
  /** The address for replies, to which a token is added: `reply@example.com`; null if no replies are received. */
  readonly replyAddress: string | null
  /** Whether a trusted server verifies the senders of replies, without which members cannot reply. */
  readonly verifiesReplies: boolean
  /** Number of days for which events and deliveries are kept. */
  readonly eventDays: number
  /** The most that a video of a guide may have. */
  readonly maxVideoBytes: number
  /** The hosts, with their subdomains, whose pages guides can show in a frame. */
  readonly embedHosts: readonly string[]
}
