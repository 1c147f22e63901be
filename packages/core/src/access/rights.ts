import { ALL_SCOPES, type Scope } from '../scopes.ts'

/** What an operation may require: a scope of the specification, or a right that no token carries. */
export type Access =
  | Scope
  | 'guides:write'
  | 'api_keys:manage'
  | 'applications:manage'
  | 'connections:manage'
  | 'instance:manage'

type Role = 'viewer' | 'editor' | 'admin' | 'owner'

const VIEWER: readonly Access[] = [
  'contacts:read',
  'organisations:read',
  'enrollments:read',
  'guides:read',
  'connections:manage',
]
const EDITOR: readonly Access[] = [...VIEWER, 'enrollments:write', 'guides:write']
const ADMIN: readonly Access[] = [
  ...EDITOR,
  'contacts:write',
  'organisations:write',
  'webhooks:manage',
  'api_keys:manage',
  'applications:manage',
]

const RIGHTS: Record<Role, ReadonlySet<Access>> = {
  viewer: new Set(VIEWER),
  editor: new Set(EDITOR),
  admin: new Set(ADMIN),
  owner: new Set(ADMIN),
}

/** The rights of a member of a workspace; none where the role is unknown. */
export function rightsOf(role: string): ReadonlySet<Access> {
  return role in RIGHTS ? RIGHTS[role as Role] : new Set()
}

/** Everything, for the operator of the instance and for programs that embed the library. */
export const SYSTEM_RIGHTS: ReadonlySet<Access> = new Set([...ALL_SCOPES, ...ADMIN, 'instance:manage'] as const)
