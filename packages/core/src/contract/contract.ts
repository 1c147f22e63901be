import type { Effect } from './effects.ts'

/** The roles of members from the least to the most: each has the rights of those before it. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * The holder of a right: members from a role upwards, or another kind of caller. A `contact` follows one enrollment, a
 * `token` is any bearer token, a `user` has an account, a `visitor` is not signed in, and the `operator` runs the
 * instance.
 */
export type Holder = Role | 'token' | 'contact' | 'user' | 'visitor' | 'operator'

/** The languages of the pages for people. */
export const INTERFACE_LANGUAGES = ['en', 'de'] as const
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number]

/** A text in each language of the pages. */
export type Texts = Readonly<Record<InterfaceLanguage, string>>

export interface Right {
  /** The lowest role that has it, or the other kind of caller. */
  readonly holder: Holder
  /** The scope, if a token can carry the right. */
  readonly scope?: {
    /** The text of the reference and the OAuth metadata. */
    readonly description: string
    /** The name on pages. */
    readonly name: Texts
    /**
     * Whether only those who request it by name get it: it is neither offered to MCP clients nor among the scopes of an
     * application that registers without any.
     */
    readonly byName?: true
    /** What operations do with it beyond the records of the workspace. A test compares this with the operations. */
    readonly effects?: readonly Effect[]
    /** Whether a person who consents has to tick it: it is requested, and still not selected. */
    readonly isTickedByHand?: true
  }
}

/**
 * The events that invalidate an answer: those about records of these resources, either `any` record or the `same`
 * record. Drafts of guides have no events, but their changes are notified in the same way.
 */
export type StaleOn = Readonly<Record<string, 'any' | 'same'>>

/**
 * The part of a resource that other programs use, as pure data: the console bundles it. Schemas and tables are
 * declared in `resource.ts`.
 */
export interface Contract {
  /** The plural, as in the first part of its paths. */
  readonly name: string
  /** The label on pages that offer scopes: required for a resource with scopes. */
  readonly label?: Texts
  /** The rights over it by name: `contacts:read`. Operations name the one that they require. */
  readonly rights: Readonly<Record<string, Right>>
  /** Its types of events by name, with when they happen: `contact.created`. */
  readonly events?: Readonly<Record<string, string>>
  /** The resource whose records its events are about, if it is another one. */
  readonly about?: string
  /** The right to read its records and to receive its events. */
  readonly read?: string
  /** The read operations of members, by their names in code, with the events that invalidate their answers. */
  readonly reads?: Readonly<Record<string, StaleOn>>
}

type ScopeOf<Rights> = { [R in keyof Rights]: Rights[R] extends { scope: object } ? R : never }[keyof Rights]
type LabelOf<C extends Contract> = [ScopeOf<C['rights']>] extends [never] ? unknown : { readonly label: Texts }

/** Preserves the literal types of a contract: the names of its rights and events become known to the compiler. */
export function contract<const C extends Contract>(
  declaration: C & LabelOf<C> & { readonly read?: keyof C['rights'] },
): C {
  return declaration
}
