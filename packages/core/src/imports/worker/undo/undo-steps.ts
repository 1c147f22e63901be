import type { Context } from '../../../context.ts'
import type { Tx } from '../../../storage/database.ts'
import { inSteps } from '../../../storage/steps/steps.ts'
import { type ImportsRow, type RowsRow, rowsAtOnce, rowsOf } from '../../store.ts'
import { type ClaimedImport, renewAndLock } from '../claim.ts'
import { endStep, STEP_MS } from '../steps.ts'
import { undoRow } from './undo.ts'

/** Greater than any row number; both engines take it for a number of 32 bits. */
const LAST_NUMBER = 2_147_483_647

/** Undoes rows in reverse order. */
export async function undoInSteps(context: Context, claimed: ClaimedImport): Promise<void> {
  await inSteps(context.store, (tx, limit) => step(tx, context, claimed, limit), STEP_MS)
}

/** @returns fewer than `limit` at the end, or if another worker has the import */
async function step(tx: Tx, context: Context, claimed: ClaimedImport, limit: number): Promise<number> {
  const job = await renewAndLock(tx, claimed)
  if (!job) return 0
  const from = job.place === 0 ? LAST_NUMBER : job.place
  const count = rowsAtOnce(job, limit)
  const rows = await rowsOf(tx, job, { from, limit: count, backwards: true, outcomes: undoneOf(job) })
  const isLast = rows.length < count
  await endStep(tx, job, {
    results: await undoRows(tx, context, job, rows),
    place: rows.at(-1)?.number ?? job.place,
    isLast,
  })
  return isLast ? 0 : limit
}

/** The rows to undo: with an enrollment, also those whose contact did not change. */
function undoneOf({ enroll_in }: ImportsRow): readonly RowsRow['fate'][] {
  return enroll_in === null ? ['created', 'updated'] : ['created', 'updated', 'unchanged']
}

async function undoRows(tx: Tx, context: Context, job: ImportsRow, rows: readonly RowsRow[]): Promise<RowsRow[]> {
  const after: RowsRow[] = []
  for (const row of rows) after.push(await undoRow(tx, context, job, row))
  return after
}
