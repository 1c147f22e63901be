import type { Tables } from './tables.ts'

/** How a column names a person of the customer, who takes part in an enrollment. */
export interface PersonColumn {
  /**
   * `participant`: the id of a participant, null for the primary contact. `caller`: `participant <id>`, `contact` for the primary
   * contact, or a caller who is no person of the customer.
   */
  readonly as: 'participant' | 'caller'
  /** Whether the row is what that person did, and so belongs to the archive of the person. */
  readonly did?: true
  /** Rows of this kind name nobody of the customer, although the column is null. */
  readonly unless?: { readonly kind: 'answer' }
  /** Whether the row is for that person alone, such as a draft or a credential, so that it goes with the person. */
  readonly own?: true
}

/** The columns with a person of the customer, by table: the archive of a person, and what changes with the primary
 * contact, follow from it. A test finds columns that are missing. */
export const PERSONS = {
  step_completions: { completed_by: { as: 'caller', did: true } },
  form_submissions: { participant_id: { as: 'participant', did: true } },
  submissions: { participant_id: { as: 'participant', did: true } },
  approvals: { participant_id: { as: 'participant', did: true } },
  files: { participant_id: { as: 'participant', did: true } },
  messages: { participant_id: { as: 'participant', did: true, unless: { kind: 'answer' } } },
  passed_steps: { participant_id: { as: 'participant' }, passed_by: { as: 'caller', did: true } },
  participants: { invited_by: { as: 'caller' }, role_passed_by: { as: 'caller' } },
  participant_drafts: { participant_id: { as: 'participant', did: true, own: true } },
  contact_calendars: { person: { as: 'caller', own: true } },
} as const satisfies {
  readonly [N in keyof Tables]?: { readonly [C in keyof Tables[N]['$inferSelect']]?: PersonColumn }
}

const MEMBER = 'a member, or the program or key of one'
const PROCESS = 'the process that works on it'

/** The columns that look like those above and name nobody of the customer, with whom they name. */
export const OTHER_CALLERS: Readonly<Record<string, string>> = {
  'emails.leased_by': PROCESS,
  'guide_moves.leased_by': PROCESS,
  'imports.leased_by': PROCESS,
  'webhook_deliveries.leased_by': PROCESS,
  'enrollment_sections.opened_by': MEMBER,
  'enrollment_steps.skipped_by': MEMBER,
  'enrollments.created_by': MEMBER,
  'guide_versions.published_by': MEMBER,
  'guide_versions.replaced_by': MEMBER,
  'guide_versions.unseen_by': MEMBER,
  'guide_versions.written_by': MEMBER,
  'invitations.invited_by': MEMBER,
  'submissions.decided_by': MEMBER,
  'views.deleted_by': MEMBER,
  'reply_addresses.person': 'a contact or a member, whatever the enrollment',
  'reply_addresses.person_id': 'a contact or a member, whatever the enrollment',
}
