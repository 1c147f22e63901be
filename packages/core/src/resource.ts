import type { z } from 'zod'
import type { Contract } from './contract/contract.ts'
import type { Tables } from './storage/tables/tables.ts'

/** The `data` of a type of event. */
export interface EventData {
  readonly schema: z.ZodType
  /** All that the schema names. */
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

/** A table of a resource: archives, erasure and the tests that count go by this. */
export interface KeptTable<Column extends string = string> {
  /** Whose data its rows are; those of the instance are in no workspace, or are an account's. */
  readonly of: 'workspace' | 'contact' | 'enrollment' | 'instance'
  /** The column with the id of the contact or enrollment, where it is not called so. */
  readonly column?: Column
  /** What its rows are told apart by within a workspace, where that is not `id`. */
  readonly key?: readonly Column[]
  /** Columns that no archive has: credentials, and what the service keeps for itself. What is sealed never is in one. */
  readonly omit?: readonly Column[]
  /** The archives that do not have its rows, and why. */
  readonly unarchived?: { readonly from: 'workspace' | 'all'; readonly because: string }
}

type KeptTables = {
  readonly [N in keyof Tables]?: KeptTable<Extract<keyof Tables[N]['$inferSelect'], string>>
}

/** What a resource declares beyond its contract; it lies below its operations. */
export interface Declaration {
  /** How the reference presents it, where the API has it. */
  readonly section?: { readonly name: string; readonly description: string }
  /** The name of the resource below whose records its routes are: `contacts` for `/contacts/:id/notes/:note_id`. */
  readonly within?: string
  readonly examples?: Examples
  /** Its tables by name. Each of the schema is declared by one resource, or in `tables.ts` with the reason why by none. */
  readonly tables?: KeptTables
}

export interface Resource extends Declaration {
  readonly name: string
  /** What is sent of its events, by their names. */
  readonly events?: Readonly<Record<string, EventData>>
}

/** The data of each event that the contract names: one that is forgotten does not compile. */
type EventsOf<C extends Contract> = C extends { events: infer Events }
  ? { readonly events: { readonly [E in keyof Events]: EventData } }
  : unknown

/** Declares a resource: what its contract says, and what takes schemas. */
export function resource<const C extends Contract, const D extends Declaration>(
  { name }: C,
  declaration: D & EventsOf<C>,
): { readonly name: C['name'] } & D {
  return { name, ...declaration }
}

/** What is sent of an event, with an example that its schema holds to. */
export function event<S extends z.ZodType>(schema: S, example: NoInfer<z.input<S>> & object): EventData {
  return { schema, example }
}
