import { isChecked } from '../../guides/reviewed.ts'
import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { isAbout } from '../approvals/document.ts'
import { latestApprovals } from '../approvals/store.ts'
import type { EnrollmentRow } from '../store.ts'
import { latestSubmissions } from './store.ts'

type Planned = Pick<EnrollmentRow, 'workspace_id' | 'id' | 'has_plan'>

/** How a step stands that is not done until somebody agrees. */
export interface Check {
  state: 'submitted' | 'changes_requested'
  /** The member who is to review what was sent. */
  reviewer_id: string | null
}

/** The steps of an enrollment that were sent or sent back, by id. Costs nothing for a guide without reviews and approvals. */
export async function checksOf(
  reader: Reader,
  { workspace_id, id: enrollment_id, has_plan }: Planned,
  sections: readonly StoredSection[],
): Promise<Map<string, Check>> {
  const checks = new Map<string, Check>()
  if (!has_plan || !sections.some(({ steps }) => steps.some(isChecked))) return checks
  for (const [step_id, { status, reviewer_id }] of await latestSubmissions(reader, { workspace_id, enrollment_id })) {
    if (status === 'submitted') checks.set(step_id, { state: status, reviewer_id })
    if (status === 'changes_requested') checks.set(step_id, { state: status, reviewer_id: null })
  }
  const steps = new Map(sections.flatMap((section) => section.steps.map((step) => [step.id, step])))
  for (const [step_id, approval] of await latestApprovals(reader, { workspace_id, enrollment_id })) {
    const step = steps.get(step_id)
    if (step && approval.decision === 'changes_requested' && isAbout(approval, step))
      checks.set(step_id, { state: approval.decision, reviewer_id: null })
  }
  return checks
}

/** The steps of an enrollment that wait for a review. @param settled the steps that are done or skipped */
export async function submittedSteps(
  reader: Reader,
  enrollment: Planned,
  sections: readonly StoredSection[],
  settled: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const checks = await checksOf(reader, enrollment, sections)
  return new Set([...checks].flatMap(([id, { state }]) => (state === 'submitted' && !settled.has(id) ? [id] : [])))
}
