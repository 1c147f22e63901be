import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { downloadUrl } from '../../files/download-link.ts'
import type { Reader } from '../../storage/database.ts'
import { withParticipantNames } from '../participants/store.ts'
import type { SubmissionRow } from './store.ts'
import type { Submission } from './submission.ts'

type Stored = Omit<SubmissionRow, 'workspace_id' | 'is_waiting'>

/** Submissions as members see them: with the names of participants, and links to the files that are still there. */
export async function shownSubmissions(
  reader: Reader,
  context: Context,
  stored: readonly Stored[],
): Promise<z.infer<typeof Submission>[]> {
  const { workspace_id } = context.caller
  const ids = stored.flatMap(({ files }) => files.map(({ id }) => id))
  const there = await existingFiles(reader, workspace_id, [...new Set(ids)])
  const urlOf = (id: string) => (there.has(id) ? downloadUrl(context, { workspace_id, id }) : null)
  const named = await withParticipantNames(reader, workspace_id, stored)
  return named.map((row) => ({ ...row, files: row.files.map((file) => ({ ...file, download_url: urlOf(file.id) })) }))
}

async function existingFiles(
  { db, tables: { files: t } }: Reader,
  workspace_id: string,
  ids: string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, ids)))
  return new Set(rows.map(({ id }) => id))
}
