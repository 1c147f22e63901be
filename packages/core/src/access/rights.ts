import { type Holder, ROLES, type Role } from '../contract/contract.ts'
import { type Access, DECLARED_RIGHTS } from './scopes.ts'

/** The roles that a member can be given; ownership changes only by transfer. */
export const GRANTABLE_ROLES = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[]

function held(holders: readonly Holder[]): ReadonlySet<Access> {
  const names = Object.keys(DECLARED_RIGHTS) as Access[]
  return new Set(names.filter((name) => holders.includes(DECLARED_RIGHTS[name].holder)))
}

/** A role has what the roles before it have. */
const RIGHTS = new Map<string, ReadonlySet<Access>>(ROLES.map((role, place) => [role, held(ROLES.slice(0, place + 1))]))

/** The rights of a member of a workspace; empty for an unknown role. */
export function rightsOf(role: string): ReadonlySet<Access> {
  return RIGHTS.get(role) ?? new Set()
}

/** The rights of every token, regardless of its scopes. */
export const TOKEN_RIGHTS = held(['token'])

/** The rights of a contact in the own enrollment. */
export const CONTACT_RIGHTS = held(['contact'])

/** All rights, for the operator of the instance and for programs that embed the library. */
export const SYSTEM_RIGHTS = held([...ROLES, 'operator'])

export const USER_RIGHTS = held(['user'])
export const VISITOR_RIGHTS = held(['visitor'])
