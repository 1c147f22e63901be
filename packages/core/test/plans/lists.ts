/** An id of no record: the most expensive query finds nothing. */
export const NOBODY = '01900000-0000-7000-8000-000000000001'
/** An id that thousands of records have. */
export const CROWD = '01900000-0000-7000-8000-0000000c0de0'
const TIME = '2026-01-01T00:00:00.000Z'
const CHANGED = { updated_since: { updated_since: TIME } }
const SYNCED = { ...CHANGED, include_deleted: { updated_since: TIME, include_deleted: true } }

interface List {
  /** The list that its cursors belong to, if it is another one. */
  cursors?: string
  /** The record whose list it is. */
  of?: 'enrollment' | 'endpoint' | 'import'
  /** Values of each filter that match few rows or none. */
  filters: Record<string, object>
  /** Values that match thousands. */
  crowd?: Record<string, object>
  /** Maximum number of rows that may be examined for a page. */
  at?: number
  /** The columns that it can be sorted by. */
  orders?: readonly string[]
}

/** The paging parameters of a list; the rest of its input are filters. */
export const PAGING = ['id', 'page', 'per_page', 'cursor', 'sort', 'order', 'after']

/** The lists of growing tables, by operation. */
export const LISTS: Record<string, List> = {
  list_contacts: {
    cursors: 'contacts',
    orders: ['created_at', 'name', 'organisation_name', 'latest_enrollment_at', 'last_activity_at'],
    crowd: {
      ...SYNCED,
      'metadata of an indexed key': { metadata: { tier: 'crowd' } },
      query: { query: 'crowd' },
      'query in two letters': { query: 'cr' },
      organisation_id: { organisation_id: CROWD },
      guide_id: { guide_id: CROWD },
      enrollment_status: { enrollment_status: 'in_progress' },
      'enrollment_status of a guide': { enrollment_status: 'unfinished', guide_id: CROWD },
    },
    filters: {
      ...SYNCED,
      metadata: { metadata: { plan: 'free' } },
      'metadata of an indexed key': { metadata: { tier: 'none' } },
      query: { query: 'nobody' },
      email: { email: 'nobody@example.com' },
      external_id: { external_id: 'nobody' },
      organisation_id: { organisation_id: NOBODY },
      guide_id: { guide_id: NOBODY },
      enrollment_status: { enrollment_status: 'expired' },
      'enrollment_status of a guide': { enrollment_status: 'expired', guide_id: NOBODY },
      'enrollment_status none': { enrollment_status: 'none' },
      'enrollment_status none of a guide': { enrollment_status: 'none', guide_id: NOBODY },
    },
  },
  list_organisations: {
    cursors: 'organisations',
    at: 50_000,
    orders: ['created_at', 'name', 'domain', 'contacts_count'],
    crowd: {
      ...SYNCED,
      'metadata of an indexed key': { metadata: { tier: 'crowd' } },
      name: { name: 'crowd' },
      domain: { domain: 'crowd.example' },
    },
    filters: {
      ...SYNCED,
      metadata: { metadata: { plan: 'free' } },
      'metadata of an indexed key': { metadata: { tier: 'none' } },
      name: { name: 'nobody' },
      domain: { domain: 'nobody.example' },
      external_id: { external_id: 'nobody' },
    },
  },
  list_enrollments: {
    cursors: 'enrollments',
    orders: ['created_at', 'contact_name', 'guide_title', 'status', 'progress_percentage', 'target_date', 'health'],
    crowd: {
      ...SYNCED,
      'metadata of an indexed key': { metadata: { tier: 'crowd' } },
      query: { query: 'crowd' },
      'query of one contact': { query: 'one' },
      'query in two letters': { query: 'cr' },
      contact_id: { contact_id: CROWD },
      guide_id: { guide_id: CROWD },
      organisation_id: { organisation_id: CROWD },
      assignee_id: { assignee_id: CROWD },
      participant_contact_id: { participant_contact_id: CROWD },
      status: { status: 'in_progress' },
      stalled_days: { stalled_days: 7 },
      stalled: { stalled: true },
      health: { health: 'late' },
      'health of several': { health: 'late,on_track' },
      target_before: { target_before: '2027-01-01' },
      target_after: { target_after: '2025-12-31' },
    },
    filters: {
      ...SYNCED,
      query: { query: 'nobody' },
      contact_id: { contact_id: NOBODY },
      guide_id: { guide_id: NOBODY },
      organisation_id: { organisation_id: NOBODY },
      assignee_id: { assignee_id: NOBODY },
      participant_contact_id: { participant_contact_id: NOBODY },
      status: { status: 'expired' },
      metadata: { metadata: { plan: 'free' } },
      'metadata of an indexed key': { metadata: { tier: 'none' } },
      stalled_days: { stalled_days: 7 },
      stalled: { stalled: true },
      health: { health: 'at_risk' },
      'health none': { health: 'none' },
      'health of several': { health: 'at_risk,on_track' },
      target_before: { target_before: '2026-01-02' },
      target_after: { target_after: '2027-01-01' },
    },
  },
  list_customers: {
    orders: ['health', 'target_date', 'created_at'],
    crowd: {
      query: { query: 'crowd' },
      guide_id: { guide_id: CROWD },
      organisation_id: { organisation_id: CROWD },
      assignee_id: { assignee_id: CROWD },
      participant_contact_id: { participant_contact_id: CROWD },
      status: { status: 'in_progress' },
      stalled: { stalled: true },
      health: { health: 'late' },
      'health of several': { health: 'late,on_track' },
      target_before: { target_before: '2027-01-01' },
      target_after: { target_after: '2025-12-31' },
    },
    filters: {
      query: { query: 'nobody' },
      guide_id: { guide_id: NOBODY },
      organisation_id: { organisation_id: NOBODY },
      assignee_id: { assignee_id: NOBODY },
      participant_contact_id: { participant_contact_id: NOBODY },
      status: { status: 'expired' },
      stalled: { stalled: true },
      health: { health: 'at_risk' },
      'health none': { health: 'none' },
      'health of several': { health: 'at_risk,on_track' },
      target_before: { target_before: '2026-01-02' },
      target_after: { target_after: '2027-01-01' },
    },
  },
  list_emails: {
    cursors: 'emails',
    crowd: {
      ...CHANGED,
      status: { status: 'sent' },
      'status failed': { status: 'failed' },
      kind: { kind: 'reminder' },
      enrollment_id: { enrollment_id: CROWD },
      contact_id: { contact_id: CROWD },
    },
    filters: {
      ...CHANGED,
      status: { status: 'waiting' },
      'status skipped': { status: 'skipped' },
      kind: { kind: 'test' },
      enrollment_id: { enrollment_id: NOBODY },
      contact_id: { contact_id: NOBODY },
    },
  },
  list_audit_entries: {
    cursors: 'audit_entries',
    crowd: {
      actor_id: { actor_id: CROWD },
      action: { action: 'member' },
      from: { from: TIME },
      until: { until: '2027-01-01T00:00:00.000Z' },
    },
    filters: {
      actor_id: { actor_id: NOBODY },
      action: { action: 'api_key' },
      from: { from: TIME },
      until: { until: TIME },
    },
  },
  list_webhook_deliveries: {
    cursors: 'webhook_deliveries',
    of: 'endpoint',
    crowd: {
      ...CHANGED,
      status: { status: 'succeeded' },
      'status failed': { status: 'failed' },
      event: { event: 'contact.created' },
    },
    filters: {
      ...CHANGED,
      status: { status: 'pending' },
      'status failed': { status: 'skipped' },
      event: { event: 'contact.deleted' },
    },
  },
  list_events: {
    filters: {
      event: { event: 'contact.created' },
      subject_id: { subject_id: NOBODY },
      since: { since: TIME },
      until: { until: TIME },
      feed: { order: 'oldest' },
      'feed of an event': { order: 'oldest', event: 'contact.created', subject_id: NOBODY, since: TIME },
    },
  },
  list_files: { cursors: 'files', of: 'enrollment', filters: CHANGED },
  list_messages: { cursors: 'messages', of: 'enrollment', filters: CHANGED },
  list_imports: { cursors: 'imports', filters: {} },
  list_import_rows: { of: 'import', filters: { fate: { fate: 'faulty' } } },
}

/** Operations that count and sample records, with their input. */
export const FIGURES: [name: string, input: object][] = [
  ['get_overview', { weeks: 52 }],
  ['list_attention', {}],
  ['list_guide_figures', {}],
  ...[{ of: 'everybody' }, { of: 'unassigned' }, { assignee_id: CROWD }, { assignee_id: NOBODY, kind: 'step' }].map(
    (whose): [string, object] => ['list_work', whose],
  ),
  ...[{}, { organisation_id: CROWD }, { assignee_id: CROWD }, { from: '2026-01-02T00:00:00.000Z' }].map(
    (filter): [string, object] => ['get_guide_analytics', { id: CROWD, ...filter }],
  ),
]
