import { sql } from 'drizzle-orm'
import type { DraftChange, GuideStatus, StepType } from '../../guides/contract.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** A number of days from another day. */
export interface StoredDateRule {
  days: number
  /** What they count from: a day of the enrollment, or the id of a step. */
  from: string
  /** Whether every day of the calendar counts; else working days. */
  calendar_days?: boolean | undefined
}

/** A section of a guide version, as stored: one JSON document, immutable once published. */
export interface StoredSection {
  id: string
  title: string
  description: string
  /** When it opens; absent where it is open from the beginning. */
  opens?: 'at_once' | 'after_previous' | 'by_team' | StoredDateRule
  /** What its contacts read while it is closed; absent for a text of our own. */
  waiting_message?: string
  steps: StoredStep[]
}

export interface StoredStep {
  id: string
  title: string
  type: StepType
  /** Null where nobody said, as in steps that were written before there was this field. */
  estimated_minutes?: number | null
  /** Absent in steps that were written before there was this field: they are required. */
  required?: boolean
  /** `team`, or the id of the role that does it; absent for a step that anyone does. */
  responsible?: string
  /** Whether contacts never see it; of steps of the team alone. */
  internal?: boolean
  /** The member who does it; absent for the assignee of the enrollment. Of steps of the team alone. */
  assignee_id?: string | null
  /** When it is due; absent for a step without a date. */
  due?: StoredDateRule | null
  /** Whether a member accepts what was sent before it is done; of forms and uploads alone. */
  needs_review?: boolean
  /** The member who reviews; absent for the assignee of the enrollment. */
  reviewer_id?: string | null
  /** What its schema says, checked when the guide was written. */
  content: Record<string, unknown>
}

/** What a participant can be in a guide, such as "IT". */
export interface StoredRole {
  id: string
  name: string
  description: string
}

/** What a draft said at an earlier time. */
export interface StoredContents {
  title: string
  description: string
  completion_message: string
  asks_effort: boolean
  roles: StoredRole[]
  participants_may_invite: boolean
  target_after_days: number | null
  target_label: string
  sections: StoredSection[]
}

/** Guides and their versions. Long because it is a list. */
export function guideTables(column: Columns) {
  const { table, id, text, integer, boolean, time, json, index, primaryKey, foreignKey } = column

  const guides = table(
    'guides',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      status: text<GuideStatus>().notNull(),
      /** These four are those of the published version; before there is one, of the draft. */
      title: text().notNull(),
      description: text().notNull(),
      sections_count: integer().notNull(),
      steps_count: integer().notNull(),
      published_version_id: id(),
      draft_version_id: id(),
      expires_after_days: integer(),
      /** Whether the published version has a plan, see `guides/has-plan.ts`. */
      has_plan: boolean().notNull().default(false),
      /** When contacts are reminded; null: not for this reason. */
      not_started_after_days: integer(),
      stalled_after_days: integer(),
      expiring_before_days: integer(),
      /** The member who looks after new enrollments. */
      default_assignee_id: id(),
      published_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('guides_newest').on(t.workspace_id, t.status, t.created_at, t.id),
      index('guides_reminding')
        .on(t.workspace_id, t.id)
        .where(
          sql`${t.not_started_after_days} is not null or ${t.stalled_after_days} is not null or ${t.expiring_before_days} is not null`,
        ),
    ],
  )

  const guide_versions = table(
    'guide_versions',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      guide_id: id().notNull(),
      title: text().notNull(),
      description: text().notNull(),
      sections: json<StoredSection[]>().notNull(),
      /** Markdown, for the page that thanks. */
      completion_message: text().notNull().default(''),
      /** Whether the end asks how easy it was. */
      asks_effort: boolean().notNull().default(true),
      roles: json<StoredRole[]>().notNull().default([]),
      /** Whether participants may invite others. */
      participants_may_invite: boolean().notNull().default(true),
      /** Working days from the enrollment to its target; null for none. */
      target_after_days: integer(),
      /** What contacts read for the target, such as "Go-live"; empty for a word of our own. */
      target_label: text().notNull().default(''),
      published_at: time(),
      /** From 1, as it was published; a draft has none. */
      number: integer(),
      /** The name, at the time, of whoever published it; null where that is not known. */
      published_by: text(),
      /** The application through which that person acted; null for none. */
      published_with: text(),
      /** The name, at the time, of whoever wrote it last; null where that is not known. */
      written_by: text(),
      written_with: text(),
      /** Of a draft that another took the place of: when, and the name of whoever did that. It can be taken up again. */
      replaced_at: time(),
      replaced_by: text(),
      /** Of a draft that a program changed: when, for whom or by which key, and the application, until a person has looked. */
      unseen_at: time(),
      unseen_by: text(),
      unseen_with: text(),
      /** The contents before the first of these changes; null for a guide that a program made. */
      unseen_base: json<StoredContents>(),
      /** The version that a draft says the same as, until somebody writes it. */
      copy_of: id(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.guide_id], foreignColumns: [guides.workspace_id, guides.id] }),
      index('guide_versions_guide').on(t.workspace_id, t.guide_id, t.created_at, t.id),
    ],
  )

  return { guides, guide_versions, ...presenceTables(column) }
}

function presenceTables({ table, id, text, time, index, primaryKey }: Columns) {
  /** Who is writing a draft, as long as they say so again and again. */
  const draft_presences = table(
    'draft_presences',
    {
      workspace_id: id().notNull(),
      guide_id: id().notNull(),
      user_id: id().notNull(),
      /** The step that is being written; null for none. */
      step_id: id(),
      seen_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.guide_id, t.user_id] }),
      index('draft_presences_seen').on(t.seen_at),
    ],
  )

  /** When a draft was last saved, and who writes it last changed: for pages that show it. */
  const draft_changes = table(
    'draft_changes',
    {
      workspace_id: id().notNull(),
      guide_id: id().notNull(),
      kind: text<DraftChange>().notNull(),
      changed_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.guide_id, t.kind] }),
      index('draft_changes_newest').on(t.workspace_id, t.changed_at),
      index('draft_changes_old').on(t.changed_at),
    ],
  )

  return { draft_presences, draft_changes }
}

export type GuideTables = ReturnType<typeof guideTables>
