import { EXAMPLE_TIME } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { enrollmentsContract } from './contract.ts'
import {
  EnrollmentCreatedData,
  EnrollmentEventData,
  enrollmentCreatedExample,
  enrollmentExample,
  enrollmentEventExample as example,
  HealthChangedData,
} from './events/data.ts'

const progress = (percent: number) => ({ progress_percentage: percent, progress_percent: percent })
const invited = { ...enrollmentCreatedExample, status: 'invited' as const, ...progress(0), started_at: null }
const completed = { ...example, status: 'completed' as const, ...progress(100), completed_at: EXAMPLE_TIME }
const expired = { ...example, status: 'expired' as const, expires_at: EXAMPLE_TIME }

const late = {
  health: 'late' as const,
  health_reason: {
    code: 'target_passed' as const,
    message: 'The target was 19 November 2026.',
    step_id: null,
    step_title: null,
    due_on: null,
    target_date: '2026-11-19',
    participant_id: null,
  },
}
const change = {
  before: 'on_track' as const,
  after: 'late' as const,
  reason: late.health_reason,
  forecast_date: '2026-11-23',
}

export const enrollments = resource(enrollmentsContract, {
  tables: {
    enrollments: {
      of: 'contact',
      omit: ['token_hash', 'contact_sort_name', 'is_latest', 'has_plan', 'target_order', 'health_turns_at'],
    },
    step_completions: { of: 'enrollment', key: ['enrollment_id', 'step_id'] },
    form_submissions: { of: 'enrollment', key: ['enrollment_id', 'step_id'] },
    step_drafts: {
      of: 'enrollment',
      key: ['enrollment_id', 'step_id'],
      unarchived: { from: 'workspace', because: 'drafts of forms become submissions' },
    },
    enrollment_steps: {
      of: 'enrollment',
      key: ['enrollment_id', 'step_id'],
      unarchived: { from: 'contact', because: 'it is how the team plans its work, internal steps included' },
    },
    enrollment_sections: {
      of: 'enrollment',
      key: ['enrollment_id', 'section_id'],
      unarchived: { from: 'contact', because: 'it is how the team plans its work' },
    },
    cancelled_links: { of: 'enrollment', unarchived: { from: 'all', because: 'it is the hash of a credential' } },
  },
  section: {
    name: 'Enrollments',
    record: 'The enrollment.',
    description: 'A contact assigned to a guide, with progress, completion and feedback.',
  },
  events: {
    'enrollment.created': event(EnrollmentCreatedData, invited),
    'enrollment.started': event(EnrollmentEventData, example),
    'enrollment.updated': event(EnrollmentEventData, example),
    'enrollment.health_changed': event(HealthChangedData, { ...example, ...late, change }),
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
