import { contract } from '../contract/contract.ts'

/** The kinds of messages: a contact asks or reports being stuck, a member answers. */
export const MESSAGE_KINDS = ['question', 'stuck', 'answer'] as const

/** The reasons why a contact is stuck at a step. */
export const STUCK_REASONS = ['unclear', 'missing_information', 'no_access', 'not_mine', 'broken', 'other'] as const
export type StuckReason = (typeof STUCK_REASONS)[number]

/** The messages between contacts and members, by enrollment. */
export const messagesContract = contract({
  name: 'messages',
  rights: {},
  events: {
    'message.created': 'A contact asked a question or reported being stuck, or a member answered',
    'link.requested': 'The contact of an expired enrollment asked for a new link',
  },
  about: 'enrollments',
  reads: {
    listMessages: { enrollments: 'any' },
  },
})
