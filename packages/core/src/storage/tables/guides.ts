import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** A section of a guide version, as stored: one JSON document, immutable once published. */
export interface StoredSection {
  id: string
  title: string
  description: string
  steps: StoredStep[]
}

export interface StoredStep {
  id: string
  title: string
  type: string
  content: unknown
}

/** Guides and their versions. */
export function guideTables(column: Columns) {
  const { table, id, text, integer, time, json, index, primaryKey, foreignKey } = column

  const guides = table(
    'guides',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      status: text().notNull(),
      /** These four are those of the published version; before there is one, of the draft. */
      title: text().notNull(),
      description: text().notNull(),
      sections_count: integer().notNull(),
      steps_count: integer().notNull(),
      published_version_id: id(),
      draft_version_id: id(),
      expires_after_days: integer(),
      published_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('guides_newest').on(t.workspace_id, t.status, t.created_at, t.id),
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
      published_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.guide_id], foreignColumns: [guides.workspace_id, guides.id] }),
    ],
  )

  return { guides, guide_versions }
}

export type GuideTables = ReturnType<typeof guideTables>
