import type { Plan } from './workspaces/plans.ts'

export interface Settings {
  /** The address under which people and programs reach this instance, without a trailing slash. */
  readonly publicUrl: string
  readonly plans: Readonly<Record<string, Plan>>
  /** Whether there is a mail server. Without one, links are passed on by people. */
  readonly sendsMail: boolean
  /** Who all mail is from, as `Handrail <no-reply@example.com>`; null without a mail server. */
  readonly mailFrom: string | null
  /** How many days events and deliveries are kept. */
  readonly eventDays: number
  /** The most that a video of a guide may have. */
  readonly maxVideoBytes: number
}
