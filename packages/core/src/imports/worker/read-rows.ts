import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { changeImport, insertRows } from '../store.ts'
import { readTable } from '../table/read-table.ts'
import type { TableRow } from '../table/table.ts'
import { type ClaimedImport, hold } from './claim.ts'

const MOST_ROWS = 100_000
const BATCH = 300

/** Reads the file of an import into its rows. What was interrupted goes on behind the rows that are there. */
export async function readRows(context: Context, job: ClaimedImport): Promise<void> {
  const { contents, store } = context
  const { stored_as } = job
  if (stored_as === null) return
  const source = { bytes: 0, open: () => contents.read(stored_as) }
  let first: number | undefined
  let batch: TableRow[] = []
  try {
    for await (const row of readTable(source)) {
      if (first === undefined) first = row.number
      else if (row.number > job.place) batch.push(row)
      if (batch.length < BATCH) continue
      if (!(await keep(context, job, batch))) return
      batch = []
    }
    await keep(context, job, batch, true)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    const problem = Object.values(error.errors ?? {})
      .flat()
      .join('. ')
    await store.write(async (tx) => {
      if (await hold(tx, job)) await end(tx, context, job, { status: 'failed', problem: `This file ${problem}` })
    })
  }
}

/** @returns whether to go on */
function keep(context: Context, job: ClaimedImport, batch: readonly TableRow[], isLast = false): Promise<boolean> {
  return context.store.write(async (tx) => {
    const current = await hold(tx, job)
    if (!current) return false
    const rows = current.rows + batch.length
    if (rows > MOST_ROWS) {
      const problem = 'This file has more than 100,000 rows. Split it into several'
      await end(tx, context, job, { status: 'failed', problem })
      return false
    }
    await insertRows(tx, job, batch)
    await changeImport(tx, job, { rows, place: batch.at(-1)?.number ?? current.place })
    if (isLast) await end(tx, context, job, { status: 'read', problem: null })
    return true
  })
}

type Tx = Parameters<typeof hold>[0]

/** Whatever became of it, the file is not needed any more. */
async function end(
  tx: Tx,
  { contents }: Context,
  job: ClaimedImport,
  outcome: Pick<ClaimedImport, 'status' | 'problem'>,
): Promise<void> {
  const { stored_as } = job
  await changeImport(tx, job, { ...outcome, stored_as: null, next_attempt_at: null, lease_until: null, place: 0 })
  if (stored_as !== null) tx.afterCommit(() => void contents.remove(stored_as).catch(() => undefined))
}
