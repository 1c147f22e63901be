import type { Right, Texts } from '../contract/contract.ts'
import { CONTRACTS } from '../contract/contracts.ts'

type RightsOf<R> = R extends { rights: infer Rights } ? Rights : never
type ScopesOf<Rights> = { [A in keyof Rights]: Rights[A] extends { scope: object } ? A : never }[keyof Rights]
type KeysOf<Rights> = Rights extends unknown ? keyof Rights : never
type EachScopeOf<Rights> = Rights extends unknown ? ScopesOf<Rights> : never

type Declared = RightsOf<(typeof CONTRACTS)[number]>

/** The access that an operation requires: the name of a right declared by a resource. */
export type Access = KeysOf<Declared>

/** A right that a token can carry, in its colon form: `contacts:read`. */
export type Scope = EachScopeOf<Declared>

const RIGHTS = CONTRACTS.flatMap(({ rights }) => Object.entries<Right>(rights))

/** The rights of all resources by name. */
// The types of Object.entries() do not say which key has which value.
export const DECLARED_RIGHTS = Object.fromEntries(RIGHTS) as Readonly<Record<Access, Right>>

const DECLARED_SCOPES = RIGHTS.flatMap(([name, { scope }]) => (scope ? [[name, scope] as const] : []))

/** The scopes in their colon form, with what each grants, for programmers. */
// As above; each of these has a scope.
export const SCOPES = Object.fromEntries(
  DECLARED_SCOPES.map(([name, { description }]) => [name, description]),
) as Readonly<Record<Scope, string>>

/** The names of the scopes on pages for people. */
// As above.
export const SCOPE_NAMES = Object.fromEntries(DECLARED_SCOPES.map(([name, scope]) => [name, scope.name])) as Readonly<
  Record<Scope, Texts>
>

/** The resources that have scopes, with their scopes. */
export const SCOPES_BY_RESOURCE = CONTRACTS.flatMap((resource) => {
  // Each has some of these alone, which only their types say.
  const scopes = Object.keys(resource.rights).filter((name) => Object.hasOwn(SCOPES, name)) as Scope[]
  return 'label' in resource ? [{ name: resource.name, label: resource.label, scopes }] : []
})

/** The scopes of API keys and OAuth tokens. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]

/** The scopes of those who request none by name. */
export const DEFAULT_SCOPES: readonly Scope[] = ALL_SCOPES.filter((name) => !DECLARED_RIGHTS[name].scope?.byName)

/** `contacts:read` is `contacts_read` in OAuth messages and challenges. */
export function oauthScope(scope: string): string {
  return scope.replace(':', '_')
}

/** Each scope by both of its forms. The name of a resource can contain an underscore too, so that the forms are not converted by text. */
const BY_FORM = new Map(ALL_SCOPES.flatMap((scope) => [scope, oauthScope(scope)].map((form) => [form, scope] as const)))

/** Parses a scope in either form; undefined for an unknown scope. */
export function parseScope(name: string): Scope | undefined {
  return BY_FORM.get(name)
}
