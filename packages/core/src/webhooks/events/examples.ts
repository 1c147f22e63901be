import type { EventType } from './record.ts'

const TIME = '2026-11-20T12:00:00.000Z'
const times = { created_at: TIME, updated_at: TIME }

const contact = {
  id: '019aa0f4-7c00-7000-8000-000000000001',
  email: 'zoe@harbour.example',
  first_name: 'Zoé',
  last_name: 'Baker',
  external_id: null,
  organisation_id: '019aa0f4-7c00-7000-8000-000000000002',
  metadata: { plan: 'pro' },
  ...times,
}
const organisation = {
  id: contact.organisation_id,
  name: 'Harbour Bakery',
  domain: 'harbour.example',
  metadata: {},
  contacts_count: 12,
  ...times,
}
const guide = {
  id: '019aa0f4-7c00-7000-8000-000000000003',
  title: 'Getting started',
  description: 'Your first day',
  status: 'published',
  sections_count: 2,
  steps_count: 3,
  published_at: TIME,
  ...times,
}
const enrollment = {
  id: '019aa0f4-7c00-7000-8000-000000000004',
  contact_id: contact.id,
  guide_id: guide.id,
  organisation_id: organisation.id,
  status: 'in_progress',
  progress_percentage: 66.7,
  access_token: 'the-token-of-the-link',
  url: 'https://onboarding.example.com/g/the-token-of-the-link',
  started_at: TIME,
  completed_at: null,
  expires_at: null,
  metadata: {},
  ...times,
  contact,
  guide: { id: guide.id, title: guide.title, description: guide.description },
}
const webhook_endpoint = {
  id: '019aa0f4-7c00-7000-8000-000000000005',
  url: 'https://receiver.example.com/hook',
  events: ['enrollment.*'],
  description: 'CRM',
  status: 'disabled',
  disabled_reason: 'gone',
  ...times,
}
const step = { id: '019aa0f4-7c00-7000-8000-000000000006', title: 'Sign in', type: 'simple_content' }

const BY_RESOURCE: Record<string, object> = { contact, organisation, guide, enrollment, webhook_endpoint }
const BY_TYPE: Partial<Record<EventType, object>> = {
  'enrollment.created': { ...enrollment, status: 'invited', progress_percentage: 0, started_at: null },
  'enrollment.completed': { ...enrollment, status: 'completed', progress_percentage: 100, completed_at: TIME },
  'enrollment.expired': { ...enrollment, status: 'expired', expires_at: TIME },
  'guide.archived': { ...guide, status: 'archived' },
  'guide.viewed': enrollment,
  'step.completed': { ...enrollment, step },
  'section.completed': {
    ...enrollment,
    section: { id: '019aa0f4-7c00-7000-8000-000000000007', title: 'Your account' },
  },
  'file.uploaded': {
    ...enrollment,
    step: { ...step, title: 'Your logo', type: 'file_upload' },
    file: { id: '019aa0f4-7c00-7000-8000-000000000008', name: 'logo.png', media_type: 'image/png', bytes: 20480 },
  },
  'ces.submitted': { ...enrollment, ces: { score: 6, comment: 'Smooth' } },
  'webhook.test': { message: 'This is a test. Your endpoint received it.' },
}

/** What is sent for an event, as an example. */
export function exampleOf(type: EventType): object {
  const data = BY_TYPE[type] ?? BY_RESOURCE[type.slice(0, type.indexOf('.'))]
  return {
    id: 'evt_019aa0f47c0070008000000000000009',
    event: type,
    timestamp: TIME,
    webhook_id: webhook_endpoint.id,
    data,
  }
}
