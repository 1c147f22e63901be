/** The roles of members from the least to the most: each has the rights of those before it. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who has a right: members from a role upwards, or whoever is none of a workspace's members. A `contact` follows one
 * enrollment, a `token` is whatever a program shows, a `user` has an account, a `visitor` has not signed in, and the `operator` runs the instance.
 */
export type Holder = Role | 'token' | 'contact' | 'user' | 'visitor' | 'operator'

/** The languages of the pages for people. */
export const INTERFACE_LANGUAGES = ['en', 'de'] as const
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number]

/** A text in each language of the pages. */
export type Texts = Readonly<Record<InterfaceLanguage, string>>

export interface Right {
  /** The lowest role that has it, or who else does. */
  readonly holder: Holder
  /** What it grants, where a token can carry it: then it is a scope. */
  readonly scope?: {
    /** In the reference and the metadata of OAuth. */
    readonly description: string
    /** On pages for people. */
    readonly name: Texts
  }
}

/**
 * Which events make an answer stale: those about records of these resources, `any` of them or that alone whose id was asked
 * for. Of the drafts of guides there are no events, but it is told what happens to them.
 */
export type StaleOn = Readonly<Record<string, 'any' | 'same'>>

/**
 * What a resource is to other programs, as data alone: the console has it in its bundle. What takes a schema or a table is
 * declared beside it, in `resource.ts`.
 */
export interface Contract {
  /** In the plural, as the first part of its paths. */
  readonly name: string
  /** How pages call it where scopes are chosen: required of a resource that has one. */
  readonly label?: Texts
  /** The rights over it by name: `contacts:read`. Operations name the one that they require. */
  readonly rights: Readonly<Record<string, Right>>
  /** Its types of events by name, with when they happen: `contact.created`. */
  readonly events?: Readonly<Record<string, string>>
  /** The resource whose records its events are about, where it is another. */
  readonly about?: string
  /** The right to read its records, and to be told of its events. */
  readonly read?: string
  /** The operations by which members read it, by their names in code, with what makes their answers stale. */
  readonly reads?: Readonly<Record<string, StaleOn>>
}

type ScopeOf<Rights> = { [R in keyof Rights]: Rights[R] extends { scope: object } ? R : never }[keyof Rights]
type LabelOf<C extends Contract> = [ScopeOf<C['rights']>] extends [never] ? unknown : { readonly label: Texts }

/** Names the types of a contract; the names of its rights and events become those that the program knows. */
export function contract<const C extends Contract>(
  declaration: C & LabelOf<C> & { readonly read?: keyof C['rights'] },
): C {
  return declaration
}
