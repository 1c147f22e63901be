const ROLES = { viewer: 'role.viewer', editor: 'role.editor', admin: 'role.admin', owner: 'role.owner' } as const

/** The key of a role's name; a role that this console does not know yet is shown as the one with the fewest rights. */
export function roleKey(role: string): (typeof ROLES)[keyof typeof ROLES] {
  return Object.hasOwn(ROLES, role) ? ROLES[role as keyof typeof ROLES] : 'role.viewer'
}
