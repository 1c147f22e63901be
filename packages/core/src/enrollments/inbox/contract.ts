import { contract } from '../../contract/contract.ts'

/** What contacts did, and how their enrollments stand. */
const OF_CONTACTS = [
  'question',
  'stuck',
  'link_request',
  'participant_added',
  'submitted',
  'approved',
  'completed',
  'turned_late',
  'turned_at_risk',
] as const

/** What is in the inbox of a member. */
export const INBOX_KINDS = ['mention', ...OF_CONTACTS] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The parts of the inbox: what waits for its member, what contacts did, and what members wrote. */
export const INBOX_GROUPS = {
  for_me: ['mention', 'question', 'stuck', 'link_request', 'submitted', 'turned_late'],
  contacts: OF_CONTACTS,
  team: ['mention'],
} as const satisfies Readonly<Record<string, readonly InboxKind[]>>
export type InboxGroup = keyof typeof INBOX_GROUPS

/** How long items are kept. */
export const INBOX_DAYS = 90

/** The inbox of each member: what others have done that is for them. */
export const inboxContract = contract({
  name: 'inbox',
  rights: {},
  reads: {
    listInbox: { enrollments: 'any', contacts: 'any' },
  },
})
