import { isInternal } from './responsible.ts'

interface Step {
  required?: boolean | undefined
  responsible?: string | undefined
  internal?: boolean | undefined
}

/** The steps that count for progress: those that contacts see and that are required, or all of these if none is required. */
export function countedSteps<S extends Step>(steps: readonly S[]): readonly S[] {
  const seen = steps.filter((step) => !isInternal(step))
  const required = seen.filter((step) => step.required !== false)
  return required.length > 0 ? required : seen
}
