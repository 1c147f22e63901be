import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../../enrollments/contract.ts'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf } from '../../records/rows.ts'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { findVersion } from '../store.ts'
import { GuideVersion } from './version.ts'

type VersionsTable = Tables['guide_versions']

const Counts = { invited: true, in_progress: true, completed: true, expired: true } as const
/** The row in lists: without the contents, which can be long. */
const Stored = GuideVersion.omit({ ...Counts, is_published: true })
const versionColumns = (table: VersionsTable) => columnsOf(table, Stored)

/** The published versions of a guide, newest first. */
export const versionList = {
  name: 'guide_versions',
  table: (tables) => tables.guide_versions,
  columns: (table) => ({ ...versionColumns(table), created_at: table.created_at }),
  only: (t) => isNotNull(t.number),
  filters: { guide_id: (t) => eq(t.guide_id, sql.placeholder('guide_id')) },
} satisfies ListSource<VersionsTable, ReturnType<typeof versionColumns> & Pick<VersionsTable, 'created_at'>>

/** A published version of a guide, or undefined. */
export async function findPublished(
  reader: Reader,
  { workspace_id, guide_id, id }: { workspace_id: string; guide_id: string; id: string },
) {
  const version = await findVersion(reader, workspace_id, id)
  const { number, published_at } = version ?? {}
  const isOne = version?.guide_id === guide_id && typeof number === 'number' && typeof published_at === 'string'
  return isOne ? { ...version, number, published_at } : undefined
}

type Counted = Record<EnrollmentStatus, number>

/** The number of enrollments of each version, by status. */
export async function followersOf(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  versions: readonly string[],
): Promise<(id: string) => Counted> {
  const rows = await db
    .select({ id: t.guide_version_id, status: t.status, total: count() })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.guide_version_id, [...versions])))
    .groupBy(t.guide_version_id, t.status)
  return (id) => {
    const counts = { invited: 0, in_progress: 0, completed: 0, expired: 0 }
    for (const status of ENROLLMENT_STATUSES)
      counts[status] = rows.find((row) => row.id === id && row.status === status)?.total ?? 0
    return counts
  }
}
