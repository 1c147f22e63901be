import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { isOpen } from '../enrollments/transitions.ts'
import { OutputEmail, OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/**
 * The states of a link: open, expired, withdrawn because its guide was archived before the start, ended because its contact or
 * enrollment was deleted, or because the participant was removed or got another link.
 */
const LINK_STATES = ['open', 'expired', 'withdrawn', 'contact_deleted', 'cancelled', 'removed'] as const
type LinkState = (typeof LINK_STATES)[number]

/** The data of a link for every visitor: the workspace and its contact address. */
export const Link = z
  .object({
    state: z.enum(LINK_STATES),
    /** The expiry, in the future or past. */
    expires_at: Timestamp.nullable(),
    /** The language of the contact, if known. */
    language: z.enum(LANGUAGES).nullable(),
    /** The member to ask. */
    assignee: z.object({ name: z.string(), email: OutputEmail }).nullable(),
    /** The time of the request for a new link. */
    link_requested_at: Timestamp.nullable(),
    /** Whether somebody is mailed about questions and requests. */
    notifies_team: z.boolean(),
    /** Answers that the contact has not seen. */
    unseen_answers: z.int().min(0),
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
  /** Required until the contact has started. */
  guide: { status: string } | undefined
}

/** @param now a link expires at its time, even before the upkeep has run */
export function stateOf({ enrollment, contact, guide }: Facts, now: string): LinkState {
  const { status, expires_at } = enrollment
  if (!contact) return 'contact_deleted'
  if (status === 'expired' || (isOpen(status) && expires_at !== null && expires_at <= now)) return 'expired'
  // A started guide can be finished.
  return status === 'invited' && guide?.status === 'archived' ? 'withdrawn' : 'open'
}
