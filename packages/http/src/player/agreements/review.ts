import type { Step, View } from '../visit.ts'

type Review = View['reviews'][number]
type Approval = View['approvals'][number]

/** The latest round of what was sent in a step that needs a review. */
export function reviewOf({ reviews }: View, { id }: Pick<Step, 'id'>): Review | undefined {
  return reviews.find(({ step_id }) => step_id === id)
}

/** The latest decision at a step of type approval. */
export function approvalOf({ approvals }: View, { id }: Pick<Step, 'id'>): Approval | undefined {
  return approvals.find(({ step_id }) => step_id === id)
}

/** Whether a step waits for a review of the team. */
export function isSubmitted({ submitted_step_ids }: View, { id }: Pick<Step, 'id'>): boolean {
  return submitted_step_ids.includes(id)
}

/** Whether changes are asked for at an open step. */
export function isSentBack(view: View, step: Pick<Step, 'id'>): boolean {
  return !view.completed_step_ids.includes(step.id) && reviewOf(view, step)?.status === 'changes_requested'
}

/** Whether the team has accepted what was sent: then the reader can change it no more. */
export function isAccepted(view: View, step: Pick<Step, 'id' | 'needs_review'>): boolean {
  return step.needs_review && view.completed_step_ids.includes(step.id)
}

/** The steps that are done or with the team: nobody of the customer is to do them now. */
export function settledSteps({ completed_step_ids, submitted_step_ids }: View): ReadonlySet<string> {
  return new Set([...completed_step_ids, ...submitted_step_ids])
}

/** The person who asked for changes; the workspace for a program. */
export function reviewerOf({ decided_by_name }: Review, { workspace }: { workspace: { name: string } }): string {
  return decided_by_name || workspace.name
}
