import type { Right } from '../resource.ts'
import { RESOURCES } from '../resources.ts'

type RightsOf<R> = R extends { rights: infer Rights } ? Rights : never
type ScopesOf<Rights> = { [A in keyof Rights]: Rights[A] extends { scope: string } ? A : never }[keyof Rights]
type KeysOf<Rights> = Rights extends unknown ? keyof Rights : never
type EachScopeOf<Rights> = Rights extends unknown ? ScopesOf<Rights> : never

type Declared = RightsOf<(typeof RESOURCES)[number]>

/** What an operation may require: the name of a right that a resource declares. */
export type Access = KeysOf<Declared>

/** A right that a token can carry, in its colon form: `contacts:read`. */
export type Scope = EachScopeOf<Declared>

const RIGHTS = RESOURCES.flatMap(({ rights }) => Object.entries<Right>(rights))

/** The rights of all resources by name. */
// The types of Object.entries() do not say which key has which value.
export const DECLARED_RIGHTS = Object.fromEntries(RIGHTS) as Readonly<Record<Access, Right>>

/** The scopes in their colon form, with what each grants in words. */
// As above; each of these has a scope.
export const SCOPES = Object.fromEntries(
  RIGHTS.flatMap(([name, { scope }]) => (scope === undefined ? [] : [[name, scope]])),
) as Readonly<Record<Scope, string>>

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]

/** `contacts:read` is `contacts_read` in OAuth messages and challenges. */
export function oauthScope(scope: string): string {
  return scope.replace(':', '_')
}

/** Reads a scope in either form; undefined when there is no such scope. */
export function parseScope(name: string): Scope | undefined {
  const colon = name.replace('_', ':')
  return Object.hasOwn(SCOPES, colon) ? (colon as Scope) : undefined
}
