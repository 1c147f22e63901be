import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables, StoredDraft } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** The contacts who take part in an enrollment beside its primary contact. Long because it is a list. */
export function participantTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, time, json, index, uniqueIndex, primaryKey, foreignKey } = column

  const participants = table(
    'participants',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      contact_id: id().notNull(),
      /** A role of the guide version of the enrollment. */
      role_id: id(),
      /** Who passed the role on, as `contact` or `participant <id>`; null for a role that was given otherwise. */
      role_passed_by: text(),
      role_passed_at: time(),
      /** The hash of the access token. */
      token_hash: text().notNull(),
      sealed_token: text().notNull(),
      /** The kind of caller and its id, as in `completed_by`: `member <id>`, `contact`, `participant <id>`. */
      invited_by: text().notNull(),
      /** The name that an inviting person of the customer wrote, who must not learn that of an existing contact; else null. */
      invited_first_name: text(),
      invited_last_name: text(),
      /** The time of the first action. */
      started_at: time(),
      last_activity_at: time(),
      /** When a member reminded the participant last. */
      reminded_at: time(),
      /** When the participant was removed. The row stays, for its link and for the names of what was done. */
      removed_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      uniqueIndex('participants_token_hash_unique').on(t.token_hash),
      uniqueIndex('participants_contact_id_unique')
        .on(t.workspace_id, t.enrollment_id, t.contact_id)
        .where(sql`${t.removed_at} is null`),
      index('participants_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      index('participants_contact').on(t.workspace_id, t.contact_id, t.created_at, t.id),
    ],
  )

  /** Steps that were passed on alone, apart from the role that they are for. */
  const passed_steps = table(
    'passed_steps',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      /** Who does the step; null for the primary contact. */
      participant_id: id(),
      /** Who passed it on, as `contact` or `participant <id>`. */
      passed_by: text().notNull(),
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

  /** The drafts of participants: answers of a form that is not sent, and unsent texts. Those of the primary contact are `step_drafts`. */
  const participant_drafts = table(
    'participant_drafts',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      participant_id: id().notNull(),
      step_id: id().notNull(),
      content: json<StoredDraft>().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.participant_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.participant_id],
        foreignColumns: [participants.workspace_id, participants.id],
      }).onDelete('cascade'),
    ],
  )

  return { participants, passed_steps, participant_drafts }
}
