import { validationError } from '../errors.ts'
import { type FieldError, fieldError } from '../field-errors.ts'
import type { StoredRole, StoredSection } from '../storage/tables/guides.ts'
import { ANYONE, type Responsibility, TEAM } from './responsible.ts'

/** The first problem of who does a step, with its field: an unknown role, or what only a step of the team can have. */
export function responsibilityProblem(
  roles: readonly StoredRole[],
  { responsible = ANYONE, internal, assignee_id }: Responsibility,
): { field: keyof Responsibility; error: FieldError } | undefined {
  if (responsible === TEAM) return undefined
  if (internal === true) return { field: 'internal', error: fieldError('wrong_state', 'requires responsible: team') }
  if (typeof assignee_id === 'string')
    return { field: 'assignee_id', error: fieldError('wrong_state', 'requires responsible: team') }
  if (responsible === ANYONE || roles.some(({ id }) => id === responsible)) return undefined
  return { field: 'responsible', error: fieldError('does_not_exist', 'is not a role of this guide') }
}

/** @throws AppError for steps with a problem of who does them, by the place of the step */
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
