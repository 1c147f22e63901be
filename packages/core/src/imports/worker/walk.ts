import type { Context } from '../../context.ts'
import { type Tx, UniqueViolation } from '../../storage/database.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { ImportStatus } from '../../storage/tables/imports.ts'
import { changeImport, type ImportsRow, type RowsRow, rowsOf, writeFates } from '../store.ts'
import { type ClaimedImport, hold } from './claim.ts'
import { judgeContacts } from './contacts.ts'
import { enrollRow } from './enrolling.ts'
import { judgeOrganisations } from './organisations.ts'
import { undoRow } from './undo.ts'
import { faultsOf, type Verdict } from './verdict.ts'

/** Each row is a record with its event: a look at ten of them and a commit would cost more than the rows. */
const STEP_MS = 30
/** Somebody else may come first with an address between a look and the writing: then it is looked at again. */
const AGAIN = 3

/** Behind every row that a file can have; both engines take it for a number of 32 bits. */
const LAST_NUMBER = 2_147_483_647

const NEXT: Partial<Record<ImportStatus, ImportStatus>> = { checking: 'checked', running: 'done', undoing: 'undone' }

/** Goes on with the rows of an import, for some seconds at most, in steps that hold nobody up. */
export async function walkRows(context: Context, job: ClaimedImport): Promise<void> {
  for (let again = 0; ; again++) {
    try {
      await inSteps(context.store, (tx, limit) => step(tx, context, job, limit), STEP_MS)
      return
    } catch (error) {
      if (!(error instanceof UniqueViolation) || again === AGAIN) throw error
    }
  }
}

/** @returns how many rows there were; fewer than `limit` at the end, or where the import is another worker's by now */
async function step(tx: Tx, context: Context, claimed: ClaimedImport, limit: number): Promise<number> {
  const job = await hold(tx, claimed)
  if (!job) return 0
  const isBack = job.status === 'undoing'
  const from = isBack && job.place === 0 ? LAST_NUMBER : job.place
  const fates = isBack ? undoneOf(job) : undefined
  const rows = await rowsOf(tx, job, { from, limit, backwards: isBack, fates })
  const after = isBack ? await undoRows(tx, context, job, rows) : await judgeRows(tx, context, job, rows)
  await writeFates(tx, after)
  const ended = rows.length < limit
  await changeImport(tx, job, {
    ...countsOf(job, after),
    place: ended ? 0 : (rows.at(-1)?.number ?? job.place),
    status: ended ? (NEXT[job.status] ?? job.status) : job.status,
    next_attempt_at: ended ? null : job.next_attempt_at,
    lease_until: ended ? null : job.lease_until,
  })
  return rows.length
}

async function judgeRows(tx: Tx, context: Context, job: ImportsRow, rows: readonly RowsRow[]): Promise<RowsRow[]> {
  if (rows.length === 0) return []
  const judge = job.resource === 'contacts' ? judgeContacts : judgeOrganisations
  const judged = await judge(tx, context, job, rows)
  const after: RowsRow[] = []
  for (const { reading, verdict } of judged) {
    const { write, ...seen } = verdict
    const row = { ...reading.row, ...reading.keys, ...seen }
    if (job.status === 'checking') after.push(row)
    else after.push(await enrollRow(tx, context, job, write ? await written(tx, job, row, write) : row))
  }
  return after
}

/** Rows that left something behind: where everybody was enrolled, those too whose contact stayed as it was. */
function undoneOf({ enroll_in }: ImportsRow): readonly RowsRow['fate'][] {
  return enroll_in === null ? ['created', 'updated'] : ['created', 'updated', 'unchanged']
}

/** What the plan forbids is the row's fault, and no reason to stop. */
async function written(tx: Tx, job: ImportsRow, row: RowsRow, write: NonNullable<Verdict['write']>): Promise<RowsRow> {
  try {
    const left = await write(tx)
    return left ? { ...row, ...left } : { ...row, fate: 'unchanged' }
  } catch (error) {
    return { ...row, fate: 'faulty', faults: faultsOf(job, error) }
  }
}

async function undoRows(tx: Tx, context: Context, job: ImportsRow, rows: readonly RowsRow[]): Promise<RowsRow[]> {
  const after: RowsRow[] = []
  for (const row of rows) after.push(await undoRow(tx, context, job, row))
  return after
}

function countsOf(job: ImportsRow, rows: readonly RowsRow[]) {
  const count = (fate: RowsRow['fate']) => rows.filter((row) => row.fate === fate).length
  const { created, updated, unchanged, faulty, undone, left, enrolled } = job
  // Of an import that is undone, what it had done is told beside what was taken back.
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
