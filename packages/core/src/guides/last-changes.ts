import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../storage/database.ts'
import { unseenChange } from './unseen/unseen.ts'

interface Written {
  updated_at: string
  draft_version_id: string | null
  published_version_id: string | null
}

/** The last change of the contents of guides, with its author: of the draft, or of the published version. */
export async function lastChanges(reader: Reader, workspace_id: string, guides: readonly Written[]) {
  const { guide_versions: t } = reader.tables
  const { id, updated_at, published_at, written_by, written_with, published_by, published_with } = t
  const { unseen_at, unseen_by, unseen_with } = t
  const versionOf = (guide: Written) => guide.draft_version_id ?? guide.published_version_id ?? ''
  const found = await reader.db
    .select({
      ...{ id, updated_at, published_at, written_by, written_with, published_by, published_with },
      ...{ unseen_at, unseen_by, unseen_with },
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(id, guides.map(versionOf))))
  const versions = new Map(found.map((version) => [version.id, version]))
  return (guide: Written) => {
    const version = versions.get(versionOf(guide))
    return {
      changed_at: version?.published_at ?? version?.updated_at ?? guide.updated_at,
      changed_by: (version?.published_at ? version.published_by : version?.written_by) ?? null,
      changed_with: (version?.published_at ? version.published_with : version?.written_with) ?? null,
      unseen_change: version ? unseenChange(version) : null,
    }
  }
}
