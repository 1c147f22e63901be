import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { latestSubmissions, updateSubmission } from './store.ts'

interface State {
  sections: readonly StoredSection[]
  /** Whether anything is to be done: the enrollment is open or its optional steps are, and its contact is not deleted. */
  isOpen: boolean
  /** The steps that are done or skipped. */
  settled: ReadonlySet<string>
  /** Those of the reviewers of steps, and of the assignee of the enrollment, who are members. */
  members: ReadonlySet<string>
}

/** Works out which submissions of an enrollment wait, and for which members, and writes those that differ. */
export async function assignReviews(
  tx: Tx,
  { workspace_id, id: enrollment_id, assignee_id }: EnrollmentRow,
  { sections, isOpen, settled, members }: State,
): Promise<void> {
  const steps = new Map(sections.flatMap((section) => section.steps.map((step) => [step.id, step])))
  for (const row of (await latestSubmissions(tx, { workspace_id, enrollment_id })).values()) {
    if (row.status !== 'submitted') continue
    const step = steps.get(row.step_id)
    const is_waiting = isOpen && step !== undefined && !settled.has(row.step_id)
    const named = step?.reviewer_id ?? null
    const reviewer_id = named !== null && members.has(named) ? named : assignee_id
    if (is_waiting === row.is_waiting && reviewer_id === row.reviewer_id) continue
    await updateSubmission(tx, { ...row, is_waiting, reviewer_id, updated_at: tx.stamp })
  }
}
