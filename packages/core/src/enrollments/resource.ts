import { EXAMPLE_TIME } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { enrollmentsContract } from './contract.ts'
import {
  EnrollmentCreatedData,
  EnrollmentEventData,
  enrollmentCreatedExample,
  enrollmentExample,
  enrollmentEventExample as example,
} from './events/data.ts'

const progress = (percent: number) => ({ progress_percentage: percent, progress_percent: percent })
const invited = { ...enrollmentCreatedExample, status: 'invited' as const, ...progress(0), started_at: null }
const completed = { ...example, status: 'completed' as const, ...progress(100), completed_at: EXAMPLE_TIME }
const expired = { ...example, status: 'expired' as const, expires_at: EXAMPLE_TIME }

export const enrollments = resource(enrollmentsContract, {
  tables: {
    enrollments: { of: 'contact', omit: ['token_hash', 'contact_sort_name', 'is_latest'] },
    step_completions: { of: 'enrollment', key: ['enrollment_id', 'step_id'] },
    form_submissions: { of: 'enrollment', key: ['enrollment_id', 'step_id'] },
    step_drafts: {
      of: 'enrollment',
      key: ['enrollment_id', 'step_id'],
      unarchived: { from: 'workspace', because: 'drafts of forms become submissions' },
    },
    cancelled_links: { of: 'enrollment', unarchived: { from: 'all', because: 'it is the hash of a credential' } },
  },
  section: {
    name: 'Enrollments',
    description: 'A contact assigned to a guide, with progress, completion and feedback.',
  },
  events: {
    'enrollment.created': event(EnrollmentCreatedData, invited),
    'enrollment.started': event(EnrollmentEventData, example),
    'enrollment.updated': event(EnrollmentEventData, example),
    'enrollment.completed': event(EnrollmentEventData, completed),
    'enrollment.expired': event(EnrollmentEventData, expired),
    'enrollment.deleted': event(EnrollmentEventData, example),
  },
  examples: {
    record: enrollmentExample,
    body: { contact_id: example.contact_id, guide_id: example.guide_id },
    changes: { metadata: { source: 'sales' } },
  },
})
