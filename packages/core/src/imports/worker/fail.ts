import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { changeImport, type ImportsRow } from '../store.ts'
import type { TableFault } from '../table/table.ts'
import { type ClaimedImport, renewAndLock } from './claim.ts'

export type FailureDetails = Pick<ImportsRow, 'problem' | 'problem_code'> &
  Partial<Pick<ImportsRow, 'problem_row' | 'problem_column'>>

const NOTHING = { created: 0, updated: 0, unchanged: 0, faulty: 0, undone: 0, left: 0, enrolled: 0 }

/**
 * Ends an import as failed. If it has changed nothing yet, its rows are deleted in steps; otherwise they stay, so that
 * it can be undone.
 */
export async function fail(
  tx: Tx,
  { contents }: Pick<Context, 'contents'>,
  job: ImportsRow,
  why: FailureDetails,
): Promise<void> {
  const hasMade = job.status === 'running' || job.status === 'undoing'
  const { stored_as } = job
  await changeImport(tx, job, {
    ...why,
    ...(!hasMade && NOTHING),
    status: 'failed',
    stored_as: null,
    file_bytes: 0,
    place: 0,
    deaths: 0,
    attempts: 0,
    next_attempt_at: hasMade ? null : tx.time,
    lease_until: null,
  })
  if (stored_as !== null) tx.afterCommit(() => void contents.remove(stored_as).catch(() => undefined))
}

/** Fails an import because of its file, if it is still leased by this worker. */
export function failWith(
  context: Pick<Context, 'store' | 'contents'>,
  job: ClaimedImport,
  fault: TableFault,
): Promise<void> {
  const { message, code, row = null, column = null } = fault
  return context.store.write(async (tx) => {
    const current = await renewAndLock(tx, job)
    const why = { problem: `This file ${message}`, problem_code: code, problem_row: row, problem_column: column }
    if (current) await fail(tx, context, current, why)
  })
}

/** Deletes the rows of a failed import, for some seconds at most. */
export async function clearRows({ store }: Pick<Context, 'store'>, job: ClaimedImport): Promise<void> {
  const rows = [
    ['workspace_id', '=', job.workspace_id],
    ['import_id', '=', job.id],
  ] as const
  await inSteps(store, async (tx, limit) => {
    if (!(await renewAndLock(tx, job))) return 0
    const erased = await deleteSome(tx, 'import_rows', rows, limit)
    if (erased < limit) await changeImport(tx, job, { rows: 0, bytes: 0, next_attempt_at: null, lease_until: null })
    return erased
  })
}
