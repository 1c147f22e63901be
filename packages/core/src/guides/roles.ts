import { z } from 'zod'
import { validationError } from '../errors.ts'
import { type FieldError, fieldError } from '../field-errors.ts'
import { Id, OutputId, requiredText, text } from '../fields/fields.ts'
import { newId } from '../ids.ts'
import type { StoredRole, StoredSection } from '../storage/tables/guides.ts'

/** Maximum number of roles in a guide. */
const MAX_ROLES = 12

/** The value of `responsible` for a step that any participant does. */
export const ANYONE = 'anyone'

export const Responsible = z.union([z.literal(ANYONE), Id])

const RoleFields = z.strictObject({
  id: Id.optional().describe('Keep it when a role changes, so that steps and participants keep the role'),
  name: requiredText(100),
  description: text(1000).default(''),
})

export const RolesFields = z.array(RoleFields).max(MAX_ROLES)

/** What a participant is in a guide, such as "IT". */
export const Role = z.object({ id: OutputId, name: z.string(), description: z.string() }).meta({ id: 'Role' })

/** Roles as stored: those without an id get one. @throws AppError for a name or an id that occurs twice */
export function storedRoles(given: z.output<typeof RolesFields>): StoredRole[] {
  const roles = given.map(({ id = newId(), ...role }) => ({ id, ...role }))
  const problems: Record<string, FieldError> = {}
  for (const [at, { id, name }] of roles.entries()) {
    const before = roles.slice(0, at)
    if (before.some((role) => role.id === id)) problems[`roles.${at}.id`] = fieldError('taken')
    if (before.some((role) => role.name.toLowerCase() === name.toLowerCase()))
      problems[`roles.${at}.name`] = fieldError('taken', 'is the name of another role')
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return roles
}

/** The problem of a step whose role the guide does not have; undefined if it has it. */
export function roleProblem(roles: readonly StoredRole[], responsible: string | undefined): FieldError | undefined {
  if (responsible === undefined || responsible === ANYONE || roles.some(({ id }) => id === responsible))
    return undefined
  return fieldError('does_not_exist', 'is not a role of this guide')
}

/** @throws AppError for steps whose role the guide does not have, by the place of the step */
export function requireRoles(roles: readonly StoredRole[], sections: readonly StoredSection[]): void {
  const problems = Object.fromEntries(
    sections.flatMap(({ steps }, at) =>
      steps.flatMap(({ responsible }, index) => {
        const problem = roleProblem(roles, responsible)
        return problem ? [[`sections.${at}.steps.${index}.responsible`, problem]] : []
      }),
    ),
  )
  if (Object.keys(problems).length > 0) throw validationError(problems)
}
