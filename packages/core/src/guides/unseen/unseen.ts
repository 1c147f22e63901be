import { isProgram } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { contentsOf } from '../contents-of.ts'

type VersionRow = Tables['guide_versions']['$inferSelect']

/** The columns of a draft whose changes a person has made, or looked at. */
export const SEEN = { unseen_at: null, unseen_by: null, unseen_with: null, unseen_base: null }

interface Author {
  written_by: string
  written_with: string | null
}

/**
 * The columns of a draft after a change by the caller: one by a program is marked, and the contents before the first such change are
 * kept; one by a person ends that.
 * @param before the version that is changed; undefined for a new guide
 */
export function unseenOf(tx: Tx, { caller }: Pick<Context, 'caller'>, author: Author, before?: VersionRow) {
  if (!isProgram(caller)) return SEEN
  const { written_by: unseen_by, written_with: unseen_with } = author
  const unseen_base = before && (before.unseen_at === null ? contentsOf(before) : before.unseen_base)
  return { unseen_at: tx.stamp, unseen_by, unseen_with, unseen_base: unseen_base ?? null }
}

/** What members read of it; null for a draft without. */
export function unseenChange({
  unseen_at: at,
  unseen_by: by,
  unseen_with: application,
}: Pick<VersionRow, 'unseen_at' | 'unseen_by' | 'unseen_with'>) {
  return at === null ? null : { at, by: by ?? '', application }
}
