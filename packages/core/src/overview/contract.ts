/** The kinds of items that need attention, the most urgent first. */
export const ATTENTION_KINDS = ['question', 'link_request', 'webhook', 'expiring', 'stalled', 'not_started'] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
