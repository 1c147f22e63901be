import type { StepType } from './contract.ts'

/** Whether a step is only done after somebody has agreed. */
export interface Reviewed {
  type: StepType
  needs_review?: boolean | undefined
  reviewer_id?: string | null | undefined
}

/** The types of steps that can need a review. */
const REVIEWABLE: ReadonlySet<StepType> = new Set(['form', 'file_upload'])

/** Whether a step of the type can need a review. */
export function isReviewable(type: StepType): boolean {
  return REVIEWABLE.has(type)
}

/** Whether a member reviews a step, or a contact approves it. */
export function isChecked({ type, needs_review = false }: Reviewed): boolean {
  return needs_review || type === 'approval'
}
