import type { Context } from '../../context.ts'
import { UniqueViolation } from '../../storage/database.ts'
import { renewStatistics } from '../../storage/statistics/statistics.ts'
import { TableFault } from '../table/table.ts'
import type { ClaimedImport } from './claim.ts'
import { failWith } from './fail.ts'
import { planInSteps } from './plan/plan-steps.ts'
import { undoInSteps } from './undo/undo-steps.ts'

/** A concurrent request can take a unique value between plan and transaction: the rows are then planned again. */
const MAX_RETRIES = 3

/** Processes the rows of an import, for some seconds at most, in short transactions. */
export async function processRows(context: Context, job: ClaimedImport): Promise<void> {
  await renewStatistics(context.store, ['import_rows', job.resource])
  const advance = job.status === 'undoing' ? undoInSteps : planInSteps
  for (let again = 0; ; again++) {
    try {
      await advance(context, job)
      return
    } catch (error) {
      if (error instanceof TableFault) return failWith(context, job, error)
      if (!(error instanceof UniqueViolation) || again === MAX_RETRIES) throw error
    }
  }
}
