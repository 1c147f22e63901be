import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { remainingMembers } from '../people/members/assignee.ts'
import type { Tx } from '../storage/database.ts'
import type { DraftPartChange } from './changes/change.ts'

interface Named {
  assignee_id?: string | null | undefined
  reviewer_id?: string | null | undefined
}

/** A section, or a part of one, that names who does and who reviews its steps. */
interface Part {
  steps: readonly Named[]
}

/** The members who do or review steps of sections, by the place of the step. */
export function assigneesIn(sections: readonly Part[]): [field: string, user_id: string][] {
  return sections.flatMap(({ steps }, at) =>
    steps.flatMap((step, index) =>
      (['assignee_id', 'reviewer_id'] as const).flatMap((field): [string, string][] => {
        const { [field]: user_id } = step
        return typeof user_id === 'string' ? [[`sections.${at}.steps.${index}.${field}`, user_id]] : []
      }),
    ),
  )
}

/** @throws AppError for persons who are no members, by the place of the step that they do or review */
export async function requireAssignees(
  tx: Tx,
  workspace_id: string,
  given: readonly (readonly [field: string, user_id: string])[],
): Promise<void> {
  const members = await remainingMembers(tx, workspace_id, [...new Set(given.map(([, user_id]) => user_id))])
  const missing = given.filter(([, user_id]) => !members.has(user_id))
  if (missing.length === 0) return
  throw validationError(Object.fromEntries(missing.map(([field]) => [field, fieldError('does_not_exist')])))
}

/** The members whom a change names, by their fields. */
export function assigneesOfChange(change: DraftPartChange, index: number): [field: string, user_id: string][] {
  const place = `changes.${index}`
  if (change.action === 'insert_section')
    return assigneesIn([change.section]).map(([field, id]) => [field.replace('sections.0', `${place}.section`), id])
  const named = change.action === 'insert_step' ? change.step : change.action === 'set_step' ? change : undefined
  const field = change.action === 'insert_step' ? `${place}.step.assignee_id` : `${place}.assignee_id`
  return typeof named?.assignee_id === 'string' ? [[field, named.assignee_id]] : []
}
