import { sql } from 'drizzle-orm'
import type { ApprovalDecision } from '../../enrollments/approvals/contract.ts'
import type { SubmissionStatus } from '../../enrollments/submissions/contract.ts'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** A file as it was sent; its content is gone once a member has deleted it. */
export interface StoredSentFile {
  id: string
  name: string
  media_type: string
  bytes: number
}

/** The text and the files that an approval is about. */
export interface StoredDocument {
  title: string
  markdown: string
  files: { name: string; url: string }[]
}

/** What customers send to be reviewed, and what they approve. Long because it is a list. */
export function reviewTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, integer, boolean, time, json, index, uniqueIndex, primaryKey, foreignKey } = column

  /** What was sent in a step that needs a review, once for each round. */
  const submissions = table(
    'submissions',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      /** From 1; a round ends when a member decides. */
      round: integer().notNull(),
      /** From 1: how often it was sent in this round. */
      revision: integer().notNull(),
      status: text<SubmissionStatus>().notNull(),
      /** The answers of a form as they were sent; null for files. */
      answers: json<Record<string, unknown>>(),
      files: json<StoredSentFile[]>().notNull(),
      /** What was written beside files. */
      comment: text().notNull(),
      /** The participant who sent it; null for the primary contact. */
      participant_id: id(),
      submitted_at: time().notNull(),
      /** Whether it waits for a member: it was not decided on, and its step is to be done. */
      is_waiting: boolean().notNull(),
      /** The member whom it waits for; null for nobody in particular. */
      reviewer_id: id(),
      decided_at: time(),
      /** Who decided, as in `completed_by`, and the name at that time. */
      decided_by: text(),
      decided_by_name: text(),
      /** The application or key through which that member decided; members alone see it. */
      decided_with: text(),
      /** What the member wrote to all of it, and to single answers and files by their names and ids. */
      note: text().notNull(),
      notes: json<Record<string, string>>().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      uniqueIndex('submissions_round_unique').on(t.workspace_id, t.enrollment_id, t.step_id, t.round),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      index('submissions_newest').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      // What waits for a member, for nobody in particular, and for the team, in the order in which it was sent.
      index('submissions_reviewer')
        .on(t.workspace_id, t.reviewer_id, t.submitted_at, t.enrollment_id, t.step_id)
        .where(sql`${t.is_waiting}`),
      index('submissions_waiting')
        .on(t.workspace_id, t.submitted_at, t.enrollment_id, t.step_id)
        .where(sql`${t.is_waiting}`),
    ],
  )

  /** What customers said to the text of a step of type approval; no row is ever changed. */
  const approvals = table(
    'approvals',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      decision: text<ApprovalDecision>().notNull(),
      /** The participant who decided; null for the primary contact. */
      participant_id: id(),
      /** The name of the person as known to the team at that time, and the name that was typed, empty for changes. */
      person_name: text().notNull(),
      signed_name: text().notNull(),
      /** The changes that were asked for. */
      note: text().notNull(),
      document: json<StoredDocument>().notNull(),
      /** Of the document, in hexadecimal. */
      document_sha256: text().notNull(),
      /** The network address, sealed; null if it is not known. */
      sealed_address: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      index('approvals_newest').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
    ],
  )

  return { submissions, approvals }
}
