import { contract } from '../contract/contract.ts'

export const ENROLLMENT_STATUSES = ['invited', 'in_progress', 'completed', 'expired'] as const
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number]

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
      scope: { description: 'Write enrollments', name: { en: 'Change enrollments', de: 'Einschreibungen ändern' } },
    },
  },
  events: {
    'enrollment.created': 'A contact was enrolled in a guide, with the link',
    'enrollment.started': 'A contact started a guide, or the enrollment was re-opened',
    'enrollment.updated':
      'The progress, metadata, expiry, assignee or contact of an enrollment or the role of a participant changed, or it was moved to another version of its guide',
    'enrollment.completed': 'An enrollment was completed',
    'enrollment.expired': 'An enrollment expired',
    'enrollment.deleted': 'An enrollment was deleted',
  },
  read: 'enrollments:read',
  reads: {
    getEnrollment: { enrollments: 'same', contacts: 'any', guides: 'any' },
    getEnrollmentSteps: { enrollments: 'same' },
    listEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listLatestEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    describeEnrollments: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listFiles: { enrollments: 'any' },
    getOverview: { enrollments: 'any', contacts: 'any', guides: 'any' },
    listAttention: { enrollments: 'any', contacts: 'any', organisations: 'any', webhook_endpoints: 'any' },
    listChanges: {},
  },
})
