import type { z } from 'zod'

/** The roles of members from the least to the most: each has the rights of those before it. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who has a right: members from a role upwards, or whoever is none of a workspace's members. A `contact` follows one
 * enrollment, a `token` is whatever a program shows, a `user` has an account, a `visitor` has not signed in, and the `operator` runs the instance.
 */
export type Holder = Role | 'token' | 'contact' | 'user' | 'visitor' | 'operator'

export interface Right {
  /** The lowest role that has it, or who else does. */
  readonly holder: Holder
  /** What it grants in words, where a token can carry it: then it is a scope. */
  readonly scope?: string
}

/** A type of event that webhook endpoints can subscribe to. */
export interface DeclaredEvent {
  /** When it happens. */
  readonly description: string
  /** The schema of its `data`. */
  readonly schema: z.ZodType
  /** `data` as an example: all that the schema names. */
  readonly example: object
}

/** A record as the reference shows it, and what creates and changes one. References hold ids of other examples. */
export interface Examples {
  readonly record: { readonly id: string }
  /** The fields of the body that creates one, where clients can. */
  readonly body?: object
  /** The fields of a body that changes it, where clients can. */
  readonly changes?: object
}

/** What a resource declares of itself; it lies below its operations, which name the rights and events given here. */
export interface Resource {
  /** In the plural, as the first part of its paths. */
  readonly name: string
  /** How the reference presents it, where the API has it. */
  readonly tag?: { readonly name: string; readonly description: string }
  /** The rights over it by name: `contacts:read`. Operations name the one that they require. */
  readonly rights: Readonly<Record<string, Right>>
  /** Its types of events by name: `contact.created`. */
  readonly events?: Readonly<Record<string, DeclaredEvent>>
  readonly examples?: Examples
}

/** Names the types of a resource; the names of its rights and events become those that the program knows. */
export function resource<const R extends Resource>(declaration: R): R {
  return declaration
}

/** A type of event, with an example that its schema holds to. */
export function event<S extends z.ZodType>(
  description: string,
  schema: S,
  example: NoInfer<z.input<S>> & object,
): DeclaredEvent {
  return { description, schema, example }
}
