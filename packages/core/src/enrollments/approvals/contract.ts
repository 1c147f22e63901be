import { contract } from '../../contract/contract.ts'

/** What a person of the customer decides on a text. */
export const APPROVAL_DECISIONS = ['approved', 'changes_requested'] as const
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number]

/** What customers approve. Its operations require the rights of enrollments. */
export const approvalsContract = contract({
  name: 'approvals',
  rights: {},
  events: {
    'approval.given': 'A contact approved the text and the files of a step',
    'approval.changes_requested': 'A contact asked for changes instead of approving',
  },
  about: 'enrollments',
  reads: {
    listApprovals: { enrollments: 'same' },
    getApproval: {},
  },
})
