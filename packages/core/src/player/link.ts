import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { isOpen } from '../enrollments/transitions.ts'
import { OutputEmail, OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/**
 * What has become of a link: it can be followed, its time is over, its guide was archived before the contact began, its
 * contact or its enrollment was deleted.
 */
const LINK_STATES = ['open', 'expired', 'withdrawn', 'contact_deleted', 'cancelled'] as const
type LinkState = (typeof LINK_STATES)[number]

/** What whoever opens a link learns of it in any case: whose it is, and whom to ask. */
export const Link = z
  .object({
    state: z.enum(LINK_STATES),
    /** When it ends, or ended. */
    expires_at: Timestamp.nullable(),
    /** That of the contact, where anybody knows. */
    language: z.enum(LANGUAGES).nullable(),
    /** The member to ask. */
    assignee: z.object({ name: z.string(), email: OutputEmail }).nullable(),
    /** When the contact asked for an expired one to be opened again. */
    link_requested_at: Timestamp.nullable(),
    workspace: z.object({
      id: OutputId,
      name: z.string(),
      colour: z.string().nullable(),
      logo_url: OutputUrl.nullable(),
      default_language: z.enum(LANGUAGES),
      time_zone: z.string(),
      reply_to: OutputEmail.nullable(),
    }),
  })
  .meta({ id: 'Link' })

interface Facts {
  enrollment: Pick<EnrollmentRow, 'status' | 'expires_at'>
  contact: object | undefined
  /** Needed as long as the contact has not begun. */
  guide: { status: string } | undefined
}

/** @param now a link is over at its time, whenever the sweep comes round */
export function stateOf({ enrollment, contact, guide }: Facts, now: string): LinkState {
  const { status, expires_at } = enrollment
  if (!contact) return 'contact_deleted'
  if (status === 'expired' || (isOpen(status) && expires_at !== null && expires_at <= now)) return 'expired'
  // Whoever has begun may finish.
  return status === 'invited' && guide?.status === 'archived' ? 'withdrawn' : 'open'
}
