import { GRANTED_ROLES } from '@handrail/core'

const ROLE_NAMES: Record<string, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }

export function roleName(role: string): string {
  return ROLE_NAMES[role] ?? role
}

/** The roles that can be given, as the options of a field. */
export const ROLE_CHOICES = GRANTED_ROLES.map((role) => [role, roleName(role)] as const)

type GrantedRole = (typeof GRANTED_ROLES)[number]

/** The role that a form names, or the weakest when it names none. */
export function roleOf(given: string | undefined): GrantedRole {
  return GRANTED_ROLES.find((role) => role === given) ?? 'viewer'
}
