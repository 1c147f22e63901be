import { fieldError, GRANTED_ROLES, validationError } from '@handrail/core'

const ROLE_NAMES: Record<string, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }

export function roleName(role: string): string {
  return ROLE_NAMES[role] ?? role
}

/** The roles that can be given, as the options of a field. */
export const ROLE_CHOICES = GRANTED_ROLES.map((role) => [role, roleName(role)] as const)

type GrantedRole = (typeof GRANTED_ROLES)[number]

/** The role that a form names. @throws AppError `validation_error` when it can be given to nobody */
export function roleOf(given: string | undefined): GrantedRole {
  const role = GRANTED_ROLES.find((name) => name === given)
  if (role === undefined) throw validationError({ role: fieldError('not_an_option') })
  return role
}
