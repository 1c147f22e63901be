import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../storage/database.ts'
import { requireStorage } from '../../workspaces/quotas/storage.ts'
import { changeImport, insertRows } from '../store.ts'
import type { Batch } from '../table/process/messages.ts'
import { MAX_BYTES, MAX_ROWS, TableFault } from '../table/table.ts'
import { type ClaimedImport, renewAndLock } from './claim.ts'
import { failWith } from './fail.ts'

/** Reads the file of an import into rows. An interrupted run continues after the existing rows. */
export async function readRows(context: Context, job: ClaimedImport): Promise<void> {
  const { contents, store, tableFiles } = context
  const { stored_as } = job
  if (stored_as === null) return
  // The size was checked at the upload.
  const source = { bytes: 0, open: () => contents.read(stored_as) }
  const key = { workspace_id: job.workspace_id, content_hash: job.content_hash ?? stored_as }
  try {
    for await (const batch of tableFiles.read(key, source, { behind: job.place }))
      if (!(await store.write((tx) => storeBatch(tx, context, job, batch)))) return
    await store.write((tx) => end(tx, context, job))
  } catch (error) {
    if (!(error instanceof TableFault)) throw error
    await failWith(context, job, error)
  }
}

/** @returns whether to continue @throws TableFault if it exceeds a limit of imports */
async function storeBatch(tx: Tx, context: Context, job: ClaimedImport, batch: Batch): Promise<boolean> {
  const current = await renewAndLock(tx, job)
  if (!current) return false
  const rows = current.rows + batch.rows.length
  const bytes = current.bytes + batch.bytes
  const place = batch.rows.at(-1)?.number ?? current.place
  if (rows > MAX_ROWS)
    throw new TableFault(`has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files`, {
      code: 'too_large',
      row: place,
    })
  if (bytes > MAX_BYTES)
    throw new TableFault(
      `has more than ${MAX_BYTES / 1024 ** 2} MB of text by row ${place}. Split it into several files`,
      {
        code: 'too_large',
        row: place,
      },
    )
  // The file is deleted once it is read, so only the rest counts.
  await requireStorage(tx, context, batch.bytes - current.file_bytes).catch(noStorage)
  await insertRows(tx, job, batch.rows)
  await changeImport(tx, job, { rows, bytes, place, longest_row: Math.max(current.longest_row, batch.longest) })
  return true
}

function noStorage(error: unknown): never {
  if (!(error instanceof AppError) || error.reason !== 'no_storage') throw error
  throw new TableFault('exceeds the storage of the plan of this workspace', { code: 'too_large' })
}

/** The file is not needed any more. */
async function end(tx: Tx, { contents }: Context, job: ClaimedImport): Promise<void> {
  const { stored_as } = job
  if (!(await renewAndLock(tx, job))) return
  const done = { next_attempt_at: null, lease_until: null, place: 0 }
  await changeImport(tx, job, { status: 'read', stored_as: null, file_bytes: 0, ...done })
  if (stored_as !== null) tx.afterCommit(() => void contents.remove(stored_as).catch(() => undefined))
}
