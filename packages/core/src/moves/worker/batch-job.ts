import type { Context } from '../../context.ts'
import { changedApprovals } from '../../enrollments/approvals/changed.ts'
import { skippedStepIds } from '../../enrollments/plan/settled.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import { findVersion } from '../../guides/store.ts'
import type { BatchJob } from '../../queue/batches/batch-queue.ts'
import { type ClaimedBatch, MAX_DEATHS, renewLease } from '../../queue/batches/claim.ts'
import type { Tx } from '../../storage/database.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { movesDue } from '../channel.ts'
import { changeMove, findMove, leftAtSteps, type MoveRow, nextEnrollments } from '../store.ts'
import { type Counts, createMoveCounts } from './counts.ts'
import { lostRoles } from './lost-roles.ts'
import { moveEnrollment, onVersion } from './move-enrollment.ts'
import { newQuestions } from './new-questions.ts'

/** Each enrollment is an update with an event: see imports. */
const STEP_MS = 30

const KEPT_FAILING = `The service stopped ${MAX_DEATHS} times while processing this move, so the move was cancelled. Contact the operator`

/** The work of moves: enrollments of a guide are examined, and open ones are moved. */
export const moveBatches: BatchJob = {
  channel: movesDue,
  table: (tables) => tables.guide_moves,
  async advance(context, claimed) {
    await inSteps(context.store, (tx, limit) => step(tx, context, claimed, limit), STEP_MS)
  },
  giveUp: (tx, _context, key) =>
    changeMove(tx, key, {
      status: 'failed',
      problem: KEPT_FAILING,
      deaths: 0,
      next_attempt_at: null,
      lease_until: null,
    }),
}

/** @returns the number of enrollments; fewer than `limit` at the end, or if another worker has the move */
async function step(tx: Tx, context: Context, claimed: ClaimedBatch, limit: number): Promise<number> {
  if (!(await renewLease(tx, tx.tables.guide_moves, claimed))) return 0
  const job = await findMove(tx, claimed, 'change')
  if (!job || job.next_attempt_at === null) return 0
  const rows = await nextEnrollments(tx, job, limit)
  const counts = await moveRows(tx, context, job, rows)
  const last = rows.length < limit ? undefined : rows.at(-1)
  const ended = {
    status: job.status === 'running' ? 'done' : 'checked',
    next_attempt_at: null,
    lease_until: null,
  } as const
  await changeMove(tx, job, {
    ...counts,
    seen: job.seen + rows.length,
    after_time: last?.created_at ?? null,
    after_id: last?.id ?? null,
    ...(!last && ended),
  })
  return rows.length
}

async function moveRows(tx: Tx, context: Context, job: MoveRow, rows: readonly EnrollmentRow[]): Promise<Counts> {
  const moveCounts = createMoveCounts(job)
  const version = await findVersion(tx, job.workspace_id, job.version_id)
  const onTheirWay = rows.filter((row) => isToMove(row, job))
  // A draft may have been deleted or replaced by now: then there is nothing to report.
  if (!version || version.replaced_at !== null || onTheirWay.length === 0) return moveCounts.counts()
  const previous = await sectionsOf(tx, job.workspace_id, onTheirWay)
  const left = await leftAtSteps(
    tx,
    job.workspace_id,
    onTheirWay.map(({ id }) => id),
  )
  for (const { id } of onTheirWay) {
    const isReal = job.status === 'running'
    // It may have changed since it was read, or been completed.
    const row = isReal ? await locked(tx, job, id) : onTheirWay.find((one) => one.id === id)
    if (!row) continue
    const from = previous.get(row.guide_version_id) ?? []
    const leftHere = isReal ? (await leftAtSteps(tx, job.workspace_id, [id]))(id) : left(id)
    const { done: doneHere } = leftHere
    const { sections: to } = version
    const forms = await newQuestions(tx, row, { done: doneHere, from, to })
    const reopened = [...forms, ...(await changedApprovals(tx, row, { done: doneHere, to }))]
    const skipped = await skippedStepIds(tx, row)
    const done = leftHere.done.filter((step_id) => !reopened.some((form) => form.step_id === step_id))
    const after = onVersion(row, version, [...done, ...skipped], tx.stamp)
    const lost = await lostRoles(tx, row, version.roles)
    if (isReal) await moveEnrollment(tx, context, row, { after, from, to: version.sections, reopened, lost })
    moveCounts.add({ ...leftHere, done }, from, version.sections, after.status === 'completed')
    moveCounts.addReopened(reopened)
    moveCounts.addLostRoles(lost.length)
  }
  return moveCounts.counts()
}

function isToMove({ status, guide_version_id }: EnrollmentRow, { version_id }: MoveRow): boolean {
  return isOpen(status) && guide_version_id !== version_id
}

/** The locked enrollment; undefined if it is no longer to be moved. */
async function locked(tx: Tx, job: MoveRow, id: string): Promise<EnrollmentRow | undefined> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const row = await findEnrollment(tx, job.workspace_id, id, 'change')
  return row && isToMove(row, job) ? row : undefined
}

/** The sections of the versions that enrollments are on. */
async function sectionsOf(
  tx: Tx,
  workspace_id: string,
  rows: readonly EnrollmentRow[],
): Promise<ReadonlyMap<string, StoredSection[]>> {
  const sections = new Map<string, StoredSection[]>()
  for (const id of new Set(rows.map(({ guide_version_id }) => guide_version_id)))
    sections.set(id, (await findVersion(tx, workspace_id, id))?.sections ?? [])
  return sections
}
