import type { Data, Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import type { PlannedStep } from './planned-step.ts'

/** What was sent and approved in the steps of an enrollment: the latest of each. */
export interface Checks {
  submissions: ReadonlyMap<string, Item<'listSubmissions'>>
  approvals: ReadonlyMap<string, Item<'listApprovals'>>
}

/** Asks for it only where a step of the enrollment needs a review or is an approval. */
export function useChecks({ id }: Pick<Data<'getEnrollment'>, 'id'>, steps: readonly PlannedStep[]): Checks {
  const input = { id, per_page: 100 }
  const enabled = { enabled: steps.some(({ needs_review }) => needs_review) }
  const submissions = useOperation('listSubmissions', input, enabled).data?.data ?? []
  const approves = { enabled: steps.some(({ type }) => type === 'approval') }
  const approvals = useOperation('listApprovals', input, approves).data?.data ?? []
  return { submissions: latest(submissions), approvals: latest(approvals) }
}

/** The first of each step in a list that begins with the newest. */
function latest<T extends { step_id: string }>(newestFirst: readonly T[]): ReadonlyMap<string, T> {
  return new Map(newestFirst.toReversed().map((one) => [one.step_id, one]))
}
