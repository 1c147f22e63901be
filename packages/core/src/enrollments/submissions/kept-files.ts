import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { deleteFile, type FileRow } from '../../files/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { Whose } from '../rows-of-enrollment.ts'
import { submissionsOfStep } from './store.ts'

type Place = Whose & { step_id: string }

/** Takes a file back: it is kept while a submission has it, so that members still see what was sent. */
export async function takeBackFile(tx: Tx, context: Context, file: FileRow): Promise<void> {
  if (!(await isSent(tx, file))) return deleteFile(tx, context, file)
  const { files } = tx.tables
  await tx.db
    .update(files)
    .set({ removed_at: tx.stamp, updated_at: tx.stamp })
    .where(and(eq(files.workspace_id, file.workspace_id), eq(files.id, file.id)))
}

async function isSent(tx: Tx, { id, ...place }: FileRow): Promise<boolean> {
  return (await sentIds(tx, place)).has(id)
}

/** Deletes the files that were taken back and that no submission of the step has any more. */
export async function forgetUnsentFiles(tx: Tx, context: Context, place: Place): Promise<void> {
  const { files: t } = tx.tables
  const { workspace_id, enrollment_id, step_id } = place
  const removed = await tx.db
    .select()
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id),
        eq(t.step_id, step_id),
        isNotNull(t.removed_at),
      ),
    )
  if (removed.length === 0) return
  const sent = await sentIds(tx, place)
  for (const file of removed) if (!sent.has(file.id)) await deleteFile(tx, context, file)
}

async function sentIds(tx: Tx, place: Place): Promise<ReadonlySet<string>> {
  return new Set((await submissionsOfStep(tx, place)).flatMap(({ files }) => files.map(({ id }) => id)))
}
