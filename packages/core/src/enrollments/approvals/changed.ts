import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { isAbout } from './document.ts'
import { latestApprovals } from './store.ts'

/**
 * The approved steps of an enrollment whose text or files are others in a version: they are to be approved again.
 * @param done the completed steps
 */
export async function changedApprovals(
  reader: Reader,
  { workspace_id, id: enrollment_id }: Pick<EnrollmentRow, 'workspace_id' | 'id'>,
  { done, to }: { done: readonly string[]; to: readonly StoredSection[] },
): Promise<{ step_id: string; title: string; fields: [] }[]> {
  const steps = to
    .flatMap((section) => section.steps)
    .filter(({ id, type }) => type === 'approval' && done.includes(id))
  if (steps.length === 0) return []
  const approvals = await latestApprovals(reader, { workspace_id, enrollment_id })
  return steps.flatMap((step) => {
    const approval = approvals.get(step.id)
    // A member has marked the step as done: nobody has approved anything.
    if (approval?.decision !== 'approved') return []
    return isAbout(approval, step) ? [] : [{ step_id: step.id, title: step.title, fields: [] }]
  })
}
