/** The scopes of the specification, in their colon form, with what each grants in words. */
export const SCOPES = {
  'contacts:read': 'Read contacts',
  'contacts:write': 'Write contacts',
  'organisations:read': 'Read organisations',
  'organisations:write': 'Write organisations',
  'enrollments:read': 'Read enrollments',
  'enrollments:write': 'Write enrollments',
  'guides:read': 'Read published guides',
  'webhooks:manage': 'Manage webhook endpoints',
} as const

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]

/** `contacts:read` is `contacts_read` in OAuth messages and challenges. */
export function oauthScope(scope: string): string {
  return scope.replace(':', '_')
}

/** Reads a scope in either form; undefined when there is no such scope. */
export function parseScope(name: string): Scope | undefined {
  const colon = name.replace('_', ':')
  return colon in SCOPES ? (colon as Scope) : undefined
}
