import { contract } from '../../contract/contract.ts'

/** What became of a submission. */
export const SUBMISSION_STATUSES = ['submitted', 'accepted', 'changes_requested'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

/** What a member can decide on a submission. */
export const REVIEW_DECISIONS = ['accept', 'request_changes'] as const

/** When contacts are told that changes are asked for: at once, or in their next daily mail. */
export const REVIEW_MAILS = ['daily', 'now'] as const

/** What customers send in steps that need a review. Its operations require the rights of enrollments. */
export const submissionsContract = contract({
  name: 'submissions',
  rights: {},
  events: {
    'step.submitted': 'A contact sent a form or files that the team reviews',
    'step.accepted': 'A member accepted what a contact had sent, which completes the step',
    'step.changes_requested': 'A member asked a contact to change what was sent',
  },
  about: 'enrollments',
  reads: {
    listSubmissions: { enrollments: 'same' },
    getSubmission: { enrollments: 'any' },
  },
})
