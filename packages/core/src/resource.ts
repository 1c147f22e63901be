import type { z } from 'zod'
import type { Contract } from './contract/contract.ts'
import type { Tables } from './storage/tables/tables.ts'
import type { EventData } from './webhooks/events/event-data.ts'

/** A record of the reference, with the bodies that create and update one. References contain ids of other examples. */
export interface Examples {
  readonly record: { readonly id: string }
  /** The body of a creation, if clients can create one. */
  readonly body?: object
  /** The body of an update, if clients can update one. */
  readonly changes?: object
}

/** A table of a resource, as used by archives, erasure and the counting tests. */
export interface KeptTable<Column extends string = string> {
  /** The owner of its rows; rows of the instance are in no workspace, or belong to an account. */
  readonly of: 'workspace' | 'contact' | 'enrollment' | 'instance'
  /** The column with the id of the contact or enrollment, if it has another name. */
  readonly column?: Column
  /** The key of its rows within a workspace, if it is not `id`. */
  readonly key?: readonly Column[]
  /** Columns that no archive contains: credentials and internal ones. Encrypted columns are never included. */
  readonly omit?: readonly Column[]
  /** The archives that omit its rows, of the workspace or of a contact, with the reason. */
  readonly unarchived?: { readonly from: 'workspace' | 'contact' | 'all'; readonly because: string }
}

type KeptTables = {
  readonly [N in keyof Tables]?: KeptTable<Extract<keyof Tables[N]['$inferSelect'], string>>
}

/** The declarations of a resource beyond its contract; its operations build on them. */
export interface Declaration {
  /** Its section of the reference, if it is part of the API. */
  readonly section?: {
    readonly name: string
    readonly description: string
    /** The record that an id in its paths identifies, for the reference: `The contact.` */
    readonly record?: string
  }
  /** The name of the resource that its routes are nested in: `contacts` for `/contacts/:id/notes/:note_id`. */
  readonly within?: string
  readonly examples?: Examples
  /** Its tables by name. Each table of the schema is declared by one resource, or listed in `tables.ts` with a reason. */
  readonly tables?: KeptTables
}

export interface Resource extends Declaration {
  readonly name: string
  /** The data of its events, by their names. */
  readonly events?: Readonly<Record<string, EventData>>
}

/** The data of each event in the contract: a missing one does not compile. */
type EventsOf<C extends Contract> = C extends { events: infer Events }
  ? { readonly events: { readonly [E in keyof Events]: EventData } }
  : unknown

/** Declares a resource: its contract, and the parts that need schemas. */
export function resource<const C extends Contract, const D extends Declaration>(
  { name }: C,
  declaration: D & EventsOf<C>,
): { readonly name: C['name'] } & D {
  return { name, ...declaration }
}

/** The data of an event, with an example that matches its schema. */
export function event<S extends z.ZodType>(schema: S, example: NoInfer<z.input<S>> & object): EventData<S> {
  return { schema, example }
}
