import { existing } from '../../errors.ts'
import type { BatchJob } from '../../queue/batches/batch-queue.ts'
import { MAX_DEATHS } from '../../queue/batches/claim.ts'
import { importsDue } from '../channel.ts'
import { changeImport, findImport } from '../store.ts'
import { clearRows, fail } from './fail.ts'
import { processRows } from './process-rows.ts'
import { readRows } from './read-rows.ts'

const KEPT_FAILING = `The service stopped ${MAX_DEATHS} times while processing this import, so the import was cancelled. Contact the operator`

/** The work of imports: reading files into rows, applying or undoing rows, and deleting the rows of failed imports. */
export const importBatches: BatchJob = {
  channel: importsDue,
  table: (tables) => tables.imports,
  async advance(context, claimed) {
    const job = await context.store.read((reader) => findImport(reader, claimed))
    if (!job) return
    const own = { ...job, ...claimed }
    if (job.status === 'failed') await clearRows(context, own)
    else if (job.status === 'reading') await readRows(context, own)
    else await processRows(context, own)
  },
  async giveUp(tx, context, place) {
    const job = existing(await findImport(tx, place, 'change'))
    // Its rows then stay until the import is deleted.
    if (job.status === 'failed') await changeImport(tx, job, { next_attempt_at: null, lease_until: null, deaths: 0 })
    else await fail(tx, context, job, { problem: KEPT_FAILING, problem_code: 'kept_failing' })
  },
}
