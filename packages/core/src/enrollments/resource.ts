import { EXAMPLE_TIME } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import {
  EnrollmentCreatedData,
  EnrollmentEventData,
  enrollmentCreatedExample,
  enrollmentExample,
  enrollmentEventExample as example,
} from './event-data.ts'

const progress = (percent: number) => ({ progress_percentage: percent, progress_percent: percent })
const invited = { ...enrollmentCreatedExample, status: 'invited' as const, ...progress(0), started_at: null }
const completed = { ...example, status: 'completed' as const, ...progress(100), completed_at: EXAMPLE_TIME }
const expired = { ...example, status: 'expired' as const, expires_at: EXAMPLE_TIME }

export const enrollments = resource({
  name: 'enrollments',
  tag: { name: 'Enrollments', description: 'A contact assigned to a guide, with progress, completion and feedback.' },
  rights: {
    'enrollments:read': { holder: 'viewer', scope: 'Read enrollments' },
    'enrollments:write': { holder: 'editor', scope: 'Write enrollments' },
  },
  events: {
    'enrollment.created': event('A contact was enrolled in a guide, with the link', EnrollmentCreatedData, invited),
    'enrollment.started': event('A contact started a guide, or it was re-opened', EnrollmentEventData, example),
    'enrollment.updated': event(
      'The metadata, the expiry or the assignee of an enrollment changed, or it was moved to another version of its guide',
      EnrollmentEventData,
      example,
    ),
    'enrollment.completed': event('An enrollment was completed', EnrollmentEventData, completed),
    'enrollment.expired': event('An enrollment expired', EnrollmentEventData, expired),
    'enrollment.deleted': event('An enrollment was deleted', EnrollmentEventData, example),
  },
  examples: {
    record: enrollmentExample,
    body: { contact_id: example.contact_id, guide_id: example.guide_id },
    changes: { metadata: { source: 'sales' } },
  },
})
