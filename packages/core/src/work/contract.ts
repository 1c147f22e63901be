import { contract } from '../contract/contract.ts'

/** The kinds of things that wait for a member, in the order in which those of one day are listed. */
export const WORK_KINDS = ['question', 'review', 'link_request', 'step'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** Whose work is listed: the caller's, what nobody looks after, or that of the whole team. */
export const WORK_OF = ['mine', 'unassigned', 'everybody'] as const

/** What waits is counted up to this number of each kind. */
export const WORK_COUNTS_TO = 1000

/** What waits for members. Its operations require the rights of enrollments. */
export const workContract = contract({
  name: 'work',
  rights: {},
  reads: {
    listWork: { enrollments: 'any', contacts: 'any', organisations: 'any' },
  },
})
