import { sql } from 'drizzle-orm'
import type { MoveStatus } from '../../moves/contract.ts'
import type { Columns } from '../columns.ts'
import type { GuideTables } from './guides.ts'
import { leasing, timestamps } from './shared.ts'

/** A step that contacts have worked on, and that the version they move to does not have. */
export interface LostStep {
  step_id: string
  title: string
  done: number
  answers: number
  files: number
}

/** A form that contacts have sent, and to which the version they move to adds required questions. */
export interface ReopenedForm {
  step_id: string
  title: string
  /** Their labels. */
  questions: string[]
  enrollments: number
}

/** Those on their way through a guide, moved to another version of it. */
export function moveTables(column: Columns, { guides }: GuideTables) {
  const { table, id, text, integer, time, json, index, primaryKey, foreignKey } = column

  const guide_moves = table(
    'guide_moves',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      guide_id: id().notNull(),
      /** Where they go; a draft may be gone by the time. */
      version_id: id().notNull(),
      status: text<MoveStatus>().notNull(),
      /** The enrollment that the work under way has come to, by when it was made and its id. */
      after_time: time(),
      after_id: id(),
      seen: integer().notNull(),
      moved: integer().notNull(),
      completed: integer().notNull(),
      kept_steps: integer().notNull(),
      kept_answers: integer().notNull(),
      kept_files: integer().notNull(),
      lost: json<LostStep[]>().notNull(),
      reopened: json<ReopenedForm[]>().notNull().default([]),
      /** Participants whose role the version does not have. */
      lost_roles: integer().notNull().default(0),
      /** Why it was given up. */
      problem: text(),
      ...leasing(column),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.guide_id],
        foreignColumns: [guides.workspace_id, guides.id],
      }).onDelete('cascade'),
      index('guide_moves_guide').on(t.workspace_id, t.guide_id, t.created_at, t.id),
      index('guide_moves_due')
        .on(t.next_attempt_at, t.id)
        .where(sql`${t.next_attempt_at} is not null and ${t.lease_until} is null`),
      index('guide_moves_turns')
        .on(t.workspace_id, t.next_attempt_at, t.id)
        .where(sql`${t.next_attempt_at} is not null and ${t.lease_until} is null`),
      index('guide_moves_leased').on(t.workspace_id).where(sql`${t.lease_until} is not null`),
    ],
  )

  return { guide_moves }
}
