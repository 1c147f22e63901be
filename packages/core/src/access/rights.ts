import { ALL_SCOPES, type Scope } from './scopes.ts'

/**
 * What an operation may require: a scope of the specification, or a right that no token carries. `account:manage` is
 * that of every person over their own account, `visit` that of whoever has not signed in.
 */
export type Access =
  | Scope
  | 'guides:write'
  | 'api_keys:manage'
  | 'members:manage'
  | 'workspace:manage'
  | 'applications:manage'
  | 'connections:manage'
  | 'enrollment:follow'
  | 'instance:manage'
  | 'account:manage'
  | 'enrollment:follow'
  | 'visit'

/** What a member may be made; there is one owner, and another only by transfer. */
export const GRANTED_ROLES = ['viewer', 'editor', 'admin'] as const
export const ROLES = [...GRANTED_ROLES, 'owner'] as const
type Role = (typeof ROLES)[number]

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
  'members:manage',
]
const OWNER: readonly Access[] = [...ADMIN, 'workspace:manage']

const RIGHTS: Record<Role, ReadonlySet<Access>> = {
  viewer: new Set(VIEWER),
  editor: new Set(EDITOR),
  admin: new Set(ADMIN),
  owner: new Set(OWNER),
}

/** The rights of a member of a workspace; none where the role is unknown. */
export function rightsOf(role: string): ReadonlySet<Access> {
  return role in RIGHTS ? RIGHTS[role as Role] : new Set()
}

/** Of a contact, in the one enrollment that it follows. */
export const CONTACT_RIGHTS: ReadonlySet<Access> = new Set(['enrollment:follow'] as const)

/** Everything, for the operator of the instance and for programs that embed the library. */
export const SYSTEM_RIGHTS: ReadonlySet<Access> = new Set([...ALL_SCOPES, ...OWNER, 'instance:manage'] as const)

export const USER_RIGHTS: ReadonlySet<Access> = new Set(['account:manage'])
export const VISITOR_RIGHTS: ReadonlySet<Access> = new Set(['visit'])
