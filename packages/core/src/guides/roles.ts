import { z } from 'zod'
import { validationError } from '../errors.ts'
import { type FieldError, fieldError } from '../field-errors.ts'
import { Id, OutputId, requiredText, text } from '../fields/fields.ts'
import { newId } from '../ids.ts'
import type { StoredRole } from '../storage/tables/guides.ts'

/** Maximum number of roles in a guide. */
const MAX_ROLES = 12

const RoleFields = z.strictObject({
  id: Id.optional().describe('Keep it when a role changes, so that steps and participants keep the role'),
  name: requiredText(100).meta({ reference: 'Name of the role, such as "IT".' }),
  description: text(1000).default('').meta({ reference: 'What people with this role do.' }),
})

export const RolesFields = z.array(RoleFields).max(MAX_ROLES)

/** What a participant is in a guide, such as "IT". */
export const Role = z
  .object({
    id: OutputId.meta({ reference: 'Id of the role. Steps and participants name it.' }),
    name: z.string().meta({ reference: 'Name of the role, such as "IT".' }),
    description: z.string().meta({ reference: 'What people with this role do.' }),
  })
  .meta({ id: 'Role', reference: 'A role that participants of a guide can have.' })

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
