import type { Tx } from '../../storage/database.ts'
import type { ImportStatus } from '../contract.ts'
import type { RowResult } from '../results/row-result.ts'
import { changeImport, type ImportsRow, writeResults } from '../store.ts'

/** Each row is a record with an event: checking the clock after ten rows and a commit cost more than the rows. */
export const STEP_MS = 20

const NEXT: Partial<Record<ImportStatus, ImportStatus>> = { checking: 'checked', running: 'done', undoing: 'undone' }

/** Stores the progress of a step. @param isLast whether no row is left */
export async function endStep(
  tx: Tx,
  job: ImportsRow,
  { results, place, isLast }: { results: readonly RowResult[]; place: number; isLast: boolean },
): Promise<void> {
  await writeResults(tx, job, results)
  await changeImport(tx, job, {
    ...countsOf(job, results),
    place: isLast ? 0 : place,
    status: isLast ? (NEXT[job.status] ?? job.status) : job.status,
    next_attempt_at: isLast ? null : job.next_attempt_at,
    lease_until: isLast ? null : job.lease_until,
  })
}

function countsOf(job: ImportsRow, rows: readonly RowResult[]) {
  const count = (fate: RowResult['fate']) => rows.filter((row) => row.fate === fate).length
  const { created, updated, unchanged, faulty, undone, left, enrolled } = job
  // An undone import reports its original counts beside the undone ones.
  if (job.status === 'undoing')
    return {
      created,
      updated,
      unchanged,
      faulty,
      enrolled,
      undone: undone + count('undone'),
      left: left + count('left'),
    }
  return {
    created: created + count('created'),
    updated: updated + count('updated'),
    unchanged: unchanged + count('unchanged'),
    faulty: faulty + count('faulty'),
    undone,
    left,
    enrolled: enrolled + rows.filter(({ enrollment_id }) => enrollment_id !== null).length,
  }
}
