/** The kinds of items that need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'question',
  'link_request',
  'email_problem',
  'webhook',
  'expiring',
  'stalled',
  'not_started',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** The most items of each kind that one request lists. */
export const MAX_ATTENTION = 500
