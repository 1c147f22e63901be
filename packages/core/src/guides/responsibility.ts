import { validationError } from '../errors.ts'
import { type FieldError, fieldError } from '../field-errors.ts'
import type { StoredRole, StoredSection } from '../storage/tables/guides.ts'
import { ANYONE, type Responsibility, TEAM } from './responsible.ts'
import { isReviewable, type Reviewed } from './reviewed.ts'

type Step = Responsibility & Reviewed

interface Problem {
  field: keyof Step
  error: FieldError
}

/** The first problem of who does or reviews a step, with its field. */
export function responsibilityProblem(roles: readonly StoredRole[], step: Step): Problem | undefined {
  return doerProblem(roles, step) ?? reviewProblem(step)
}

/** An unknown role, or what only a step of the team can have. */
function doerProblem(
  roles: readonly StoredRole[],
  { responsible = ANYONE, internal, assignee_id }: Step,
): Problem | undefined {
  if (responsible === TEAM) return undefined
  if (internal === true) return { field: 'internal', error: fieldError('wrong_state', 'requires responsible: team') }
  if (typeof assignee_id === 'string')
    return { field: 'assignee_id', error: fieldError('wrong_state', 'requires responsible: team') }
  if (responsible === ANYONE || roles.some(({ id }) => id === responsible)) return undefined
  return { field: 'responsible', error: fieldError('does_not_exist', 'is not a role of this guide') }
}

/** A review of what the team does or of what cannot be reviewed, or an approval by the team. */
function reviewProblem({ type, responsible, needs_review = false, reviewer_id = null }: Step): Problem | undefined {
  if (type === 'approval' && responsible === TEAM)
    return { field: 'responsible', error: fieldError('wrong_state', 'is for contacts in a step of type approval') }
  if (needs_review && !isReviewable(type))
    return { field: 'needs_review', error: fieldError('wrong_state', 'is for steps of type form and file_upload') }
  if (needs_review && responsible === TEAM)
    return { field: 'needs_review', error: fieldError('wrong_state', 'is for steps of contacts') }
  if (reviewer_id !== null && !needs_review)
    return { field: 'reviewer_id', error: fieldError('wrong_state', 'requires needs_review') }
  return undefined
}

/** @throws AppError for steps with a problem of who does or reviews them, by the place of the step */
export function requireResponsible(roles: readonly StoredRole[], sections: readonly StoredSection[]): void {
  const problems = Object.fromEntries(
    sections.flatMap(({ steps }, at) =>
      steps.flatMap((step, index) => {
        const problem = responsibilityProblem(roles, step)
        return problem ? [[`sections.${at}.steps.${index}.${problem.field}`, problem.error]] : []
      }),
    ),
  )
  if (Object.keys(problems).length > 0) throw validationError(problems)
}
