import { contract } from '../contract/contract.ts'

/** The kinds of messages: a contact asks or reports being stuck, a member answers. */
export const MESSAGE_KINDS = ['question', 'stuck', 'answer'] as const

/** The reasons why a contact is stuck at a step. */
export const STUCK_REASONS = ['unclear', 'missing_information', 'no_access', 'not_mine', 'broken', 'other'] as const
export type StuckReason = (typeof STUCK_REASONS)[number]

/** The reasons why an attachment of a mail was not kept. */
export const FILE_PROBLEMS = ['too_large', 'too_many', 'empty', 'no_storage', 'not_in_plan', 'no_uploads'] as const
export type FileProblem = (typeof FILE_PROBLEMS)[number]

/** Who a reply address belongs to: the contact of an enrollment, or a member who gets mail about it. */
export type PersonKind = 'contact' | 'member'

/**
 * What became of a received mail. `stored`: it is a message. `bounced`: it reported that a mail of ours did not arrive.
 * `dropped`: a program sent it. `refused`: it cannot be accepted.
 */
export type MailOutcome = 'stored' | 'bounced' | 'dropped' | 'refused'

/** The messages between contacts and members, by enrollment. */
export const messagesContract = contract({
  name: 'messages',
  label: { en: 'Messages', de: 'Nachrichten' },
  rights: {
    'messages:read': {
      holder: 'viewer',
      scope: {
        description: 'Read what contacts ask and send to be reviewed, and the answers',
        name: { en: 'Read what customers ask and send in', de: 'Lesen, was Kunden fragen und einreichen' },
      },
    },
    'messages:write': {
      holder: 'editor',
      scope: {
        description: 'Write to contacts (answers, reminders, invitations), and review what they send',
        name: {
          en: 'Answer, remind and invite customers, and review what they send in',
          de: 'Kunden antworten, sie erinnern und einladen, und prüfen, was sie einreichen',
        },
        effects: ['sends'],
        isTickedByHand: true,
      },
    },
  },
  events: {
    'message.created': 'A contact asked a question or reported being stuck, or a member answered',
    'link.requested': 'The contact of an expired enrollment asked for a new link',
  },
  about: 'enrollments',
  reads: {
    listMessages: { enrollments: 'any' },
  },
})
