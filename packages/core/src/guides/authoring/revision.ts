import { hash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { inOrder } from '../../operation/in-order.ts'
import { quoted } from '../../records/quoted.ts'
import type { Reader } from '../../storage/database.ts'
import type { Contents, GuideRow } from '../contents.ts'
import { contentsOf } from '../contents-of.ts'
import { lastChanges } from '../last-changes.ts'
import { shownOutline } from './outline.ts'

const LENGTH = 16

/** The revision of a draft: the same as long as it says the same. */
export function revisionOf(contents: Contents): string {
  return hash('sha256', JSON.stringify(inOrder(contentsOf(contents))), 'base64url').slice(0, LENGTH)
}

/**
 * Refuses a change of another draft than the caller has read.
 * @throws AppError `conflict` with the outline of the draft as it is now, and whose change it was
 */
export async function requireRevision(
  reader: Reader,
  guide: GuideRow,
  contents: Contents,
  revision: string,
): Promise<void> {
  const now = revisionOf(contents)
  if (revision === now) return
  const { changed_at, changed_by, changed_with } = (await lastChanges(reader, guide.workspace_id, [guide]))(guide)
  const who = changed_by === null ? 'somebody' : quoted(changed_by)
  const by = changed_with === null ? who : `${quoted(changed_with)} for ${who}`
  throw new AppError(
    'conflict',
    `The draft has changed since you read it: ${by} changed it at ${changed_at}. Nothing was changed. Its revision is ${now}: look at the draft again, and repeat what still fits`,
    { reason: 'draft_changed', current: shownOutline(guide, contents, now) },
  )
}
