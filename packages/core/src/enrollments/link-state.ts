import type { EnrollmentRow } from './store.ts'
import { isOpen } from './transitions.ts'

/**
 * The states of a link: open, expired, withdrawn because its guide was archived before the start, ended because its contact or
 * enrollment was deleted, or because the participant was removed or got another link.
 */
export const LINK_STATES = ['open', 'expired', 'withdrawn', 'contact_deleted', 'cancelled', 'removed'] as const
type LinkState = (typeof LINK_STATES)[number]

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
