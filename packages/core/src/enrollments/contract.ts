import { contract } from '../contract/contract.ts'

export const ENROLLMENT_STATUSES = ['invited', 'in_progress', 'completed', 'expired'] as const
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number]

/** How an enrollment stands by its dates; `none` without dates. */
export const HEALTHS = ['late', 'at_risk', 'on_track', 'none'] as const
export type Health = (typeof HEALTHS)[number]

/** Why an enrollment is late or at risk. */
export const HEALTH_REASONS = [
  'step_late',
  'target_passed',
  'stuck',
  'forecast_after_target',
  'due_soon',
  'stalled',
] as const

/** Why a change of many enrollments left one as it was. */
export const LEFT_REASONS = [
  'wrong_status',
  'unchanged',
  'opted_out',
  'reminded_today',
  'already_enrolled',
  'not_found',
] as const
export type LeftReason = (typeof LEFT_REASONS)[number]

/** What is to be done next in an enrollment. */
export const NEXT_STEP_KINDS = ['step', 'review', 'open_section'] as const

/** Why a section opened: the steps before it were done, its date came, or a member opened it. */
export const OPENED_BY = ['steps', 'date', 'team'] as const

export const enrollmentsContract = contract({
  name: 'enrollments',
  label: { en: 'Enrollments', de: 'Einschreibungen' },
  rights: {
    'enrollments:read': {
      holder: 'viewer',
      scope: { description: 'Read enrollments', name: { en: 'See enrollments', de: 'Einschreibungen sehen' } },
    },
    'enrollments:write': {
      holder: 'editor',
      scope: {
        description: 'Write enrollments',
        name: { en: 'Change, complete and delete enrollments', de: 'Einschreibungen ändern, abschließen und löschen' },
        effects: ['ends'],
      },
    },
    // What editors see. For tokens apart from the others: whoever has a link can answer and approve as the contact.
    'enrollments:links': {
      holder: 'editor',
      scope: {
        description: 'Read the personal links of contacts, with which one can act as them',
        name: { en: 'See the personal links of customers', de: 'Die persönlichen Links von Kunden sehen' },
        isTickedByHand: true,
      },
    },
  },
  events: {
    'enrollment.created': 'A contact was enrolled in a guide, with the link',
    'enrollment.started': 'A contact started a guide, or the enrollment was re-opened',
    'enrollment.updated':
      'The progress, metadata, expiry, assignee or contact of an enrollment or the role of a participant changed, or it was moved to another version of its guide',
    'enrollment.health_changed': 'The health of an enrollment changed, by what somebody did or by time alone',
    'enrollment.completed': 'An enrollment was completed',
    'enrollment.expired': 'An enrollment expired',
    'enrollment.deleted': 'An enrollment was deleted',
  },
  read: 'enrollments:read',
  reads: {
    getEnrollment: { enrollments: 'same', contacts: 'any', guides: 'any' },
    getEnrollmentSteps: { enrollments: 'same' },
    getEnrollmentStep: { enrollments: 'same' },
    getEnrollmentTimeline: { enrollments: 'same' },
    listEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listLatestEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listNextSteps: { enrollments: 'any', contacts: 'any' },
    getHeldUpStep: { enrollments: 'same', contacts: 'any' },
    describeEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listFiles: { enrollments: 'any' },
    listWork: { enrollments: 'any', contacts: 'any', organisations: 'any' },
    getOverview: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listAttention: { enrollments: 'any', contacts: 'any', organisations: 'any', webhook_endpoints: 'any' },
    listChanges: {},
  },
})
