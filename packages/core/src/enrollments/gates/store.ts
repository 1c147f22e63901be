import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import { rowsOfEnrollment, type Whose } from '../rows-of-enrollment.ts'
import { type Opening, openingIn, type SectionRow } from './section-row.ts'

/** What is stored of the sections of an enrollment that open later. */
export function sectionRowsOf(reader: Reader, whose: Whose): Promise<SectionRow[]> | SectionRow[] {
  return rowsOfEnrollment(reader, 'enrollment_sections', getTableColumns, whose)
}

/** The same for several enrollments, for up to a page. */
export async function sectionRowsIn(
  { db, tables: { enrollment_sections: t } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<SectionRow[]> {
  if (enrollment_ids.length === 0) return []
  return db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollment_ids])))
}

/** The same by enrollment, and by section. */
export function openingsBy(rows: readonly SectionRow[]): Map<string, Map<string, Opening>> {
  const grouped = Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
  return new Map([...grouped].map(([id, own]) => [id, new Map(own.map((row) => [row.section_id, openingIn(row)]))]))
}

/** Inserts what is known of a section, or overwrites it. */
export async function putSection(tx: Tx, whose: Whose, section_id: string, opening: Opening): Promise<void> {
  const { enrollment_sections: t } = tx.tables
  await tx.db
    .insert(t)
    .values({ ...whose, section_id, ...opening, created_at: tx.stamp, updated_at: tx.stamp })
    .onConflictDoUpdate({
      target: [t.workspace_id, t.enrollment_id, t.section_id],
      set: { ...opening, updated_at: tx.stamp },
    })
}

/** Records that a person of the customer visits the guide after sections have opened. */
export async function noteSeenSections(tx: Tx, { workspace_id, enrollment_id }: Whose): Promise<void> {
  const { enrollment_sections: t } = tx.tables
  await tx.db
    .update(t)
    .set({ seen_at: tx.stamp })
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id),
        isNotNull(t.opened_at),
        isNull(t.seen_at),
      ),
    )
}

/** A closed section whose date has come. */
export type DueSection = Pick<SectionRow, 'workspace_id' | 'enrollment_id' | 'opens_at'>

/** The next closed sections of all workspaces whose date has come, in the order of an index. Each is found once in a pass. */
export async function dueSections(
  { db, tables: { enrollment_sections: t } }: Reader,
  now: string,
  after: DueSection | undefined,
  limit: number,
): Promise<DueSection[]> {
  const isAfter =
    after &&
    sql`(${t.opens_at}, ${t.workspace_id}, ${t.enrollment_id}) > (${after.opens_at}, ${after.workspace_id}, ${after.enrollment_id})`
  return (
    db
      .select({ workspace_id: t.workspace_id, enrollment_id: t.enrollment_id, opens_at: t.opens_at })
      .from(t)
      // The condition matches the index.
      .where(and(sql`${t.opened_at} is null and ${t.opens_at} is not null`, lte(t.opens_at, now), isAfter))
      .orderBy(asc(t.opens_at), asc(t.workspace_id), asc(t.enrollment_id))
      .limit(limit)
  )
}
