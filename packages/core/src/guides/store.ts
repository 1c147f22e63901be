import { and, eq, getTableColumns, max, sql } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { StoredDateRule, StoredSection, StoredStep } from '../storage/tables/guides.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { GuideSummary, type WrittenSection, type WrittenStep } from './guide.ts'
import { createPublishedVersions } from './published-versions.ts'
import { ANYONE } from './responsible.ts'

type GuidesTable = Tables['guides']
type GuideRow = GuidesTable['$inferSelect']
type NewVersion = Omit<Tables['guide_versions']['$inferInsert'], 'workspace_id' | 'id'>

export const guideColumns = (table: GuidesTable) => columnsOf(table, GuideSummary)

/** Published guides only. */
export const publishedGuideList = {
  name: 'guides',
  table: (tables) => tables.guides,
  columns: guideColumns,
  only: (t) => eq(t.status, 'published'),
  filters: {},
} satisfies ListSource<GuidesTable, ReturnType<typeof guideColumns>>

const listedColumns = (table: GuidesTable) => ({
  ...guideColumns(table),
  draft_version_id: table.draft_version_id,
  published_version_id: table.published_version_id,
})

/** Guides in every status. */
export const guideList = {
  name: 'all_guides',
  table: (tables) => tables.guides,
  columns: listedColumns,
  filters: { status: (t) => eq(t.status, sql.placeholder('status')) },
} satisfies ListSource<GuidesTable, ReturnType<typeof listedColumns>>

/** The whole row of a guide in any status, or undefined. @param lock held until the transaction ends */
export function findGuide(
  reader: Reader,
  workspace_id: string,
  id: string,
  lock?: RowLock,
): Promise<GuideRow | undefined> {
  return findRow(reader, 'guides', getTableColumns, { workspace_id, id }, { name: 'whole', lock })
}

const publishedVersions = createPublishedVersions()

/** A version, or undefined. What it is of a published one is shared with all callers, and frozen. */
export async function findVersion(reader: Reader, workspace_id: string, id: string) {
  const known = publishedVersions.find(workspace_id, id)
  if (known) return known
  const version = await findRow(reader, 'guide_versions', getTableColumns, { workspace_id, id })
  // What a transaction reads may be its own, and not be committed.
  if (version && !('stamp' in reader)) publishedVersions.keep(version)
  return version
}

/** The number of a published version, without its contents; null of a draft. */
export async function findVersionNumber(reader: Reader, workspace_id: string, id: string): Promise<number | null> {
  const known = publishedVersions.find(workspace_id, id)
  if (known) return known.number
  const number = (t: Tables['guide_versions']) => ({ number: t.number })
  const found = await findRow(reader, 'guide_versions', number, { workspace_id, id }, { name: 'number' })
  return found?.number ?? null
}

export function insertGuide(tx: Tx, guide: GuideRow): Promise<void> {
  return insertRow(tx, 'guides', guide)
}

export async function updateGuideRow(tx: Tx, guide: GuideRow): Promise<void> {
  const { guides } = tx.tables
  const { workspace_id, id, ...fields } = guide
  await tx.db
    .update(guides)
    .set(fields)
    .where(and(eq(guides.workspace_id, workspace_id), eq(guides.id, id)))
}

/** Removes a former member as the default assignee of guides. */
export async function forgetDefaultAssignee(tx: Tx, workspace_id: string, user_id: string): Promise<void> {
  const { guides } = tx.tables
  await tx.db
    .update(guides)
    .set({ default_assignee_id: null })
    .where(and(eq(guides.workspace_id, workspace_id), eq(guides.default_assignee_id, user_id)))
}

/** @returns the id of the new version */
export async function insertVersion(tx: Tx, workspace_id: string, version: NewVersion): Promise<string> {
  const id = newId()
  await insertRow(tx, 'guide_versions', { workspace_id, id, ...version })
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
  publishedVersions.forget(workspace_id, id)
  await tx.db
    .update(versions)
    .set(fields)
    .where(and(eq(versions.workspace_id, workspace_id), eq(versions.id, id)))
}

/** The number of the next version of a guide. */
export async function nextNumber({ db, tables }: Reader, workspace_id: string, guide_id: string): Promise<number> {
  const { guide_versions: t } = tables
  const [row] = await db
    .select({ last: max(t.number) })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id)))
  return (row?.last ?? 0) + 1
}

/** Deletes a draft that no guide refers to. */
export async function deleteVersion(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { guide_versions: versions } = tx.tables
  publishedVersions.forget(workspace_id, id)
  await tx.db.delete(versions).where(and(eq(versions.workspace_id, workspace_id), eq(versions.id, id)))
}

/** Deletes a guide with its versions; it has no enrollments. */
export async function deleteGuideRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { guides, guide_versions: versions } = tx.tables
  await tx.db.delete(versions).where(and(eq(versions.workspace_id, workspace_id), eq(versions.guide_id, id)))
  await tx.db.delete(guides).where(and(eq(guides.workspace_id, workspace_id), eq(guides.id, id)))
}

/** The same sections and steps as other ones, with ids of their own; dates count from the copies of steps. */
export function copiedSections(sections: readonly StoredSection[]): StoredSection[] {
  const copies = new Map(sections.flatMap(({ steps }) => steps.map(({ id }) => [id, newId()])))
  const copied = (id: string) => copies.get(id) ?? id
  const fromCopy = (rule: StoredDateRule) => ({ ...rule, from: copied(rule.from) })
  return sections.map(({ opens, ...section }) => ({
    ...section,
    ...(opens && { opens: typeof opens === 'object' ? fromCopy(opens) : opens }),
    id: newId(),
    steps: section.steps.map((step) => ({
      ...step,
      id: copied(step.id),
      ...(step.due && { due: fromCopy(step.due) }),
    })),
  }))
}

/** Sections as stored: sections and steps without an id get one. */
export function storedSections(sections: readonly WrittenSection[]): StoredSection[] {
  return sections.map(({ id = newId(), title, description, opens = 'at_once', waiting_message = '', steps }) => ({
    id,
    title,
    description,
    ...(opens !== 'at_once' && { opens }),
    ...(waiting_message !== '' && { waiting_message }),
    steps: steps.map(storedStep),
  }))
}

/** A step as stored: without what is so by default. */
export function storedStep({
  position: _,
  id = newId(),
  responsible = ANYONE,
  internal = false,
  assignee_id = null,
  due = null,
  needs_review = false,
  reviewer_id = null,
  ...step
}: WrittenStep): StoredStep {
  return {
    ...step,
    ...(responsible !== ANYONE && { responsible }),
    ...(internal && { internal }),
    ...(assignee_id !== null && { assignee_id }),
    ...(due !== null && { due }),
    ...(needs_review && { needs_review }),
    ...(reviewer_id !== null && { reviewer_id }),
    id,
    estimated_minutes: step.estimated_minutes ?? null,
  }
}

/** Sections in responses: with positions from 0, without gaps. */
export function numberedSections(sections: readonly StoredSection[]) {
  return sections.map((section, position) => ({
    ...section,
    position,
    opens: section.opens ?? 'at_once',
    waiting_message: section.waiting_message ?? '',
    steps: section.steps.map((step, index) => ({
      ...step,
      position: index,
      estimated_minutes: step.estimated_minutes ?? null,
      required: step.required ?? true,
      responsible: step.responsible ?? ANYONE,
      internal: step.internal ?? false,
      assignee_id: step.assignee_id ?? null,
      due: step.due ?? null,
      needs_review: step.needs_review ?? false,
      reviewer_id: step.reviewer_id ?? null,
    })),
  }))
}

export function countSteps(sections: readonly StoredSection[]): number {
  return sections.reduce((sum, section) => sum + section.steps.length, 0)
}
