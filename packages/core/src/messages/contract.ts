import { contract } from '../contract/contract.ts'

/** What a message is: a contact asks or says that it is stuck, a member answers. */
export const MESSAGE_KINDS = ['question', 'stuck', 'answer'] as const

/** Why a contact gets no further at a step. */
export const STUCK_REASONS = ['unclear', 'missing_information', 'no_access', 'not_mine', 'broken', 'other'] as const
export type StuckReason = (typeof STUCK_REASONS)[number]

/** What contacts ask and members answer, by enrollment. */
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
