import { sql } from 'drizzle-orm'
import type { EnrollmentStatus, HEALTH_REASONS, Health } from '../../enrollments/contract.ts'
import type { Columns } from '../columns.ts'
import type { ContactTables } from './contacts.ts'
import type { GuideTables } from './guides.ts'
import { metadata, timestamps } from './shared.ts'

/** Of a checklist, the places of the ticked items; of a form, its input by the names of its fields; of an unsent question or comment, its text. */
export interface StoredDraft {
  ticks?: number[]
  answers?: Record<string, string | boolean | string[]>
  text?: string
}

/** Why an enrollment is late or at risk; what its code does not need is null. */
export interface StoredHealthReason {
  code: (typeof HEALTH_REASONS)[number]
  /** A sentence in English. */
  message: string
  step_id: string | null
  step_title: string | null
  due_on: string | null
  target_date: string | null
  participant_id: string | null
}

/** The `target_order` of an enrollment without a target. */
export const NO_TARGET = '~'

/** How contacts follow guides, and what they leave on the way. Long because it is a list. */
export function enrollmentTables(column: Columns, { contacts, guide_versions }: ContactTables & GuideTables) {
  const { table, id, text, sortText, integer, real, boolean, time, json, index, uniqueIndex, primaryKey, foreignKey } =
    column

  const enrollments = table(
    'enrollments',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      contact_id: id().notNull(),
      /** The `sort_name` of the contact. */
      contact_sort_name: sortText().notNull().default(''),
      guide_id: id().notNull(),
      guide_version_id: id().notNull(),
      organisation_id: id(),
      /** The member who looks after it. */
      assignee_id: id(),
      /** Who enrolled the contact, as `invited_by` of a participant; null for those of earlier releases. */
      created_by: text(),
      status: text<EnrollmentStatus>().notNull(),
      progress_percentage: real().notNull(),
      /**
       * What its link is found by: the hash of the access token. The token itself, where there is no `sealed_token`: an
       * earlier release kept it so, and the upkeep has not come to it yet.
       */
      token_hash: text().notNull(),
      /** The access token, sealed: people are shown their links. */
      sealed_token: text(),
      started_at: time(),
      completed_at: time(),
      expires_at: time(),
      /** When the contact last made progress: began, finished a step, gave a score. */
      last_activity_at: time(),
      /** When the contact of an expired one asked for a new link; null once it is open again. */
      link_requested_at: time(),
      /** When the contact was last seen to open the guide: a day has one view at most. */
      viewed_at: time(),
      ces_score: integer(),
      ces_comment: text(),
      /** Whether it is the newest of its contact, which is not deleted (`enrollments/latest.ts`). */
      is_latest: boolean().notNull().default(false),
      /** The contacts who take part beside its own. */
      participants_count: integer().notNull().default(0),
      /** Whether steps can have a row in `enrollment_steps`: its version has a plan, or had one, or a member changed a step. */
      has_plan: boolean().notNull().default(false),
      /** A day of the calendar, `2026-12-15`. */
      target_date: sortText(),
      /** The same, or `NO_TARGET`, which is after all dates: lists are sorted by it. */
      target_order: sortText().notNull().default(NO_TARGET),
      health: text<Health>().notNull().default('none'),
      health_reason: json<StoredHealthReason>(),
      /** When its health changes, a step becomes overdue, or a section opens by time alone; null for never. */
      health_turns_at: time(),
      metadata: metadata(column),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.contact_id], foreignColumns: [contacts.workspace_id, contacts.id] }),
      foreignKey({
        columns: [t.workspace_id, t.guide_version_id],
        foreignColumns: [guide_versions.workspace_id, guide_versions.id],
      }),
      uniqueIndex('enrollments_token_hash_unique').on(t.token_hash),
      uniqueIndex('enrollments_guide_id_unique')
        .on(t.workspace_id, t.contact_id, t.guide_id)
        .where(sql`${t.status} in ('invited', 'in_progress')`),
      index('enrollments_newest').on(t.workspace_id, t.created_at, t.id),
      index('enrollments_contact_sort_name').on(t.workspace_id, t.contact_sort_name, t.id),
      index('enrollments_progress').on(t.workspace_id, t.progress_percentage, t.id),
      index('enrollments_contact').on(t.workspace_id, t.contact_id, t.created_at, t.id),
      // Contacts sorted by their latest enrollment are found along these.
      index('enrollments_latest').on(t.workspace_id, t.created_at, t.contact_id).where(sql`${t.is_latest}`),
      index('enrollments_latest_activity')
        .on(t.workspace_id, t.last_activity_at, t.contact_id)
        .where(sql`${t.is_latest}`),
      index('enrollments_guide').on(t.workspace_id, t.guide_id, t.created_at, t.id),
      index('enrollments_guide_activity').on(t.workspace_id, t.guide_id, t.last_activity_at, t.id),
      index('enrollments_guide_status').on(t.workspace_id, t.guide_id, t.status, t.created_at, t.id),
      index('enrollments_version').on(t.workspace_id, t.guide_version_id, t.status),
      index('enrollments_organisation')
        .on(t.workspace_id, t.organisation_id, t.created_at, t.id)
        .where(sql`${t.organisation_id} is not null`),
      index('enrollments_assignee')
        .on(t.workspace_id, t.assignee_id, t.created_at, t.id)
        .where(sql`${t.assignee_id} is not null`),
      index('enrollments_status').on(t.workspace_id, t.status, t.created_at, t.id),
      index('enrollments_unsealed').on(t.workspace_id, t.id).where(sql`${t.sealed_token} is null`),
      index('enrollments_updated').on(t.workspace_id, t.updated_at, t.created_at, t.id),
      index('enrollments_stalled')
        .on(t.workspace_id, t.last_activity_at, t.created_at, t.id)
        .where(sql`${t.status} = 'in_progress'`),
      index('enrollments_started').on(t.workspace_id, t.started_at).where(sql`${t.started_at} is not null`),
      index('enrollments_completed').on(t.workspace_id, t.completed_at).where(sql`${t.completed_at} is not null`),
      index('enrollments_expired').on(t.workspace_id, t.expires_at).where(sql`${t.status} = 'expired'`),
      index('enrollments_completed_unstarted')
        .on(t.workspace_id, t.completed_at)
        .where(sql`${t.status} = 'completed' and ${t.started_at} is null`),
      index('enrollments_health').on(t.workspace_id, t.health, t.created_at, t.id),
      index('enrollments_target').on(t.workspace_id, t.target_order, t.id),
      index('enrollments_planned')
        .on(t.workspace_id, t.id)
        .where(sql`${t.has_plan} and ${t.status} in ('invited', 'in_progress')`),
      index('enrollments_health_turns').on(t.health_turns_at, t.id).where(sql`${t.health_turns_at} is not null`),
      index('enrollments_link_requested')
        .on(t.workspace_id, t.link_requested_at)
        .where(sql`${t.link_requested_at} is not null`),
      index('enrollments_expiring').on(t.expires_at).where(sql`${t.status} in ('invited', 'in_progress')`),
      index('enrollments_guide_expiring')
        .on(t.workspace_id, t.guide_id, t.expires_at, t.id)
        .where(sql`${t.status} in ('invited', 'in_progress') and ${t.expires_at} is not null`),
    ],
  )

  const step_completions = table(
    'step_completions',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      completed_at: time().notNull(),
      /** Who recorded it: the kind of caller and its id, as `contact`, `participant <id>` or `member <id>`. */
      completed_by: text(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  const form_submissions = table(
    'form_submissions',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      answers: json<Record<string, unknown>>().notNull(),
      /** The participant who sent them last; null for the primary contact, or if that is not known. */
      participant_id: id(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** What contacts have begun in a step: the ticks of a checklist, the answers of a form that is not sent. */
  const step_drafts = table(
    'step_drafts',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      content: json<StoredDraft>().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** Links of enrollments that were deleted, so that who opens one learns whom to ask. */
  const cancelled_links = table(
    'cancelled_links',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      token_hash: text().notNull(),
      cancelled_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id] }),
      uniqueIndex('cancelled_links_token_hash_unique').on(t.token_hash),
    ],
  )

  return { enrollments, step_completions, form_submissions, step_drafts, cancelled_links }
}

export type EnrollmentTables = ReturnType<typeof enrollmentTables>
