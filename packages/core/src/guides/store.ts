import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { ListSource } from '../records/lists.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { WrittenSection } from './guide.ts'

type GuidesTable = Tables['guides']
type GuideRow = GuidesTable['$inferSelect']
type NewVersion = Omit<Tables['guide_versions']['$inferInsert'], 'workspace_id' | 'id'>

export function guideColumns(t: GuidesTable) {
  return {
    id: t.id,
    title: t.title,
    description: t.description,
    status: t.status,
    sections_count: t.sections_count,
    steps_count: t.steps_count,
    published_at: t.published_at,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

/** Published guides only. */
export const publishedGuideList = {
  name: 'guides',
  table: (tables) => tables.guides,
  columns: guideColumns,
  only: (t) => eq(t.status, 'published'),
  filters: {},
} satisfies ListSource<GuidesTable, ReturnType<typeof guideColumns>>

/** A guide in any state, or undefined. */
export async function findGuide(reader: Reader, workspace_id: string, id: string): Promise<GuideRow | undefined> {
  const [guide] = await prepared(
    reader,
    'guides.find',
    ({ db, tables: { guides } }) =>
      db
        .select()
        .from(guides)
        .where(and(eq(guides.workspace_id, sql.placeholder('workspace_id')), eq(guides.id, sql.placeholder('id')))),
    { workspace_id, id },
  )
  return guide
}

export async function findVersion(reader: Reader, workspace_id: string, id: string) {
  const [version] = await prepared(
    reader,
    'guides.find_version',
    ({ db, tables: { guide_versions: versions } }) =>
      db
        .select()
        .from(versions)
        .where(and(eq(versions.workspace_id, sql.placeholder('workspace_id')), eq(versions.id, sql.placeholder('id')))),
    { workspace_id, id },
  )
  return version
}

export async function insertGuide(tx: Tx, guide: GuideRow): Promise<void> {
  await tx.db.insert(tx.tables.guides).values(guide)
}

export async function updateGuideRow(tx: Tx, guide: GuideRow): Promise<void> {
  const { guides } = tx.tables
  const { workspace_id, id, ...fields } = guide
  await tx.db
    .update(guides)
    .set(fields)
    .where(and(eq(guides.workspace_id, workspace_id), eq(guides.id, id)))
}

/** @returns the id of the new version */
export async function insertVersion(tx: Tx, workspace_id: string, version: NewVersion): Promise<string> {
  const id = newId()
  await tx.db.insert(tx.tables.guide_versions).values({ workspace_id, id, ...version })
  return id
}

/** Changes a draft; a published version is never changed. */
export async function updateVersion(
  tx: Tx,
  workspace_id: string,
  id: string,
  fields: Partial<NewVersion>,
): Promise<void> {
  const { guide_versions: versions } = tx.tables
  await tx.db
    .update(versions)
    .set(fields)
    .where(and(eq(versions.workspace_id, workspace_id), eq(versions.id, id)))
}

/** Sections as stored: everything has an id, and keeps the one it has. */
export function storedSections(sections: readonly WrittenSection[]): StoredSection[] {
  return sections.map(({ id = newId(), title, description, steps }) => ({
    id,
    title,
    description,
    steps: steps.map((step) => ({ ...step, id: step.id ?? newId() })),
  }))
}

/** Sections as answers show them: with positions from 0, without gaps. */
export function numberedSections(sections: readonly StoredSection[]) {
  return sections.map((section, position) => ({
    ...section,
    position,
    steps: section.steps.map((step, index) => ({ ...step, position: index })),
  }))
}

export function countSteps(sections: readonly StoredSection[]): number {
  return sections.reduce((sum, section) => sum + section.steps.length, 0)
}
