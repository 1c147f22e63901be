import type { z } from 'zod'
import type { Access, Scope } from '../access/scopes.ts'
import type { AuditAction } from '../audit/contract.ts'
import type { Context } from '../context.ts'
import type { Effect } from '../contract/effects.ts'
import type { FieldErrorCode, FieldErrors } from '../field-errors.ts'
import type { Deprecation } from '../fields/deprecation.ts'
import type { Unaudited } from './unaudited.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What an operation does with the records of the workspace, and beyond them. `adds` replaces and deletes nothing; `replaces` overwrites
 * values.
 */
type Does = readonly ['reads'] | readonly ['adds' | 'replaces' | 'deletes', ...Effect[]]

/** What an operation does only if an argument asks for it. */
interface Optional {
  /** The argument, which is true then. */
  readonly argument: string
  readonly does: readonly Effect[]
  /** A token needs one of these for it, besides what the operation requires. */
  readonly scopes: readonly [Scope, ...Scope[]]
}

/** An operation as a tool of the MCP server. */
interface Tool {
  /**
   * The scope that shows it, of a tool beyond those of the specification. It suffices for the operation, as its `scope` or
   * its `otherScope`.
   */
  readonly scope?: Scope
  /** Its name, where it is not that of the operation. */
  readonly name?: string
  /** The view that shows its answer to a person, in hosts that show views (MCP Apps). */
  readonly view?: 'attention' | 'enrollment' | 'guide' | 'insights'
  /** Whether it is for its view alone: hosts do not show it to the model. */
  readonly isOfView?: boolean
  /**
   * The question to a person about a preview, as its record is answered. A tool with one changes nothing without the
   * `confirmation` that its preview offers.
   */
  asks?(preview: Record<string, unknown>): string
  /** Arguments that its definition describes in words alone, since their schemas are long; with these words. */
  readonly inWords?: Readonly<Record<string, string>>
  /** What a model has to know beyond what everybody has to know of the operation: what comes before, an example. */
  readonly guidance: string
  /** Fields that the tool neither takes nor shows in a list: what opens something has no business in a conversation. */
  readonly hides?: readonly string[]
  /** Arguments that the tool does not take, though it may show fields of their names: definitions cost tokens. */
  readonly leavesOut?: readonly string[]
  /** Fields of its answer that open something, and the right without which they are not shown. */
  readonly withholds?: { readonly fields: readonly string[]; readonly without: Access }
  /**
   * Tells of records, by their ids, what a model would otherwise have to look up one by one: it is shown beside them, to
   * whoever may call it.
   */
  readonly beside?: Operation
  /** Whether customers wrote a record of its answer, which is then marked: what it says is data. */
  isFromCustomer?(record: Readonly<Record<string, unknown>>): boolean
  /** What to do about an argument that no other value of the same kind would mend, by argument and code. */
  readonly remedies?: Readonly<Partial<Record<`${string}.${FieldErrorCode}`, string>>>
}

/** One thing that the product can do. The REST route, the MCP tool, the OpenAPI entry and the tests follow from it. */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** snake_case, verb first; the name of the MCP tool and the OpenAPI operation. */
  readonly name: string
  readonly summary: string
  /**
   * What a caller has to know beyond the summary: limits, what to call before. Models read its first paragraph, of tools
   * beyond those of the specification.
   */
  readonly description?: string
  /** What the reference says in place of the description, which is short for models: definitions of tools cost tokens. */
  readonly reference?: string
  readonly access: Access
  /** Set for an operation of the operator that is about the workspace of its caller: those with the rights of a role always are. */
  readonly inWorkspace?: boolean
  /** The scope that a token needs, if members have the right to it with another one. */
  readonly scope?: Scope
  /** A further scope that suffices for a token. */
  readonly otherScope?: Scope
  /**
   * What it does: the marks of the scopes on the page of consent and the hints of its tool follow. Required of each operation that
   * a token may call.
   */
  readonly does?: Does
  /**
   * The actions that it records in the audit log. Required of each operation that does not just read, or `unaudited`. Of an action with a
   * counted form (`contact.deleted`, `contact.many_deleted`), an operation that declares both records one entry with the count.
   */
  readonly audit?: readonly AuditAction[]
  /** Why it has no entry; with `audit`, why a call can have none although something has changed. */
  readonly unaudited?: Unaudited
  readonly optionally?: Optional
  /** Whether the same call again changes nothing more. */
  readonly isIdempotent?: true
  /** `POST /contacts`, below `/api/v1`. Without one, the operation is for programs and for pages of our own. */
  readonly route?: `${Method} /${string}`
  /** The key that wraps the writable fields in a REST body. */
  readonly body?: string
  /** A former name of that key, which is accepted too. */
  readonly formerBody?: { readonly key: string; readonly since: Deprecation['since'] }
  /** Set for a route that another one takes the place of. The tool of an operation is not meant. */
  readonly deprecated?: Deprecation
  readonly status: 200 | 201 | 204
  /** Whether it makes a record where there is none: then the status is 201. */
  readonly creates?: boolean
  /** What a model is told of it, where it is an MCP tool. */
  readonly tool?: Tool
  /** Whether it waits for the network between its writes: then an idempotency key is held meanwhile. */
  readonly network?: boolean
  /**
   * Whether it takes many items and commits in several transactions: then an idempotency key is held meanwhile, and
   * each transaction keeps its answer. Its body can have 4 MiB.
   */
  readonly steps?: boolean
  /** Strict: a field it does not name is an error. */
  readonly input: I
  readonly output: O
  /** The fields of its body as an example, where they are not those that create or change a record of its resource. */
  readonly example?: Partial<z.input<I>>
  /** The record of the answer as far as its entity tag speaks of it: what changes only when the record itself does. */
  readonly etag?: z.ZodObject
  /** The operation whose answer an `If-Match` of this one speaks of. */
  readonly current?: Operation
  /** Fields that replace parts that others may have changed meanwhile: a request by REST with one of them needs `If-Match`. */
  readonly replaces?: readonly string[]
  /** Whether its body can have 4 MiB. */
  readonly large?: boolean
  /**
   * @internal What is wrong with a request beyond its form, as far as the database knows: asked when the form is wrong already, so
   * that all problems are told at once.
   * @param given the fields whose form is right
   */
  problems?(context: Context, given: Partial<z.output<I>>): Promise<FieldErrors>
  /** @internal */
  run(context: Context, input: z.output<I>): Promise<z.input<O>>
}

/** What a token may do says what that is. */
type Declared<A> = A extends Scope ? { readonly does: Does } : unknown

/** What changes something says what the audit log has of it. */
type Audited =
  | { readonly does: readonly ['reads'] }
  | { readonly audit: readonly [AuditAction, ...AuditAction[]] }
  | { readonly unaudited: Unaudited }

/** Names the types of an operation. */
export function operation<I extends z.ZodObject, O extends z.ZodType, const A extends Access>(
  definition: Operation<I, O> & { readonly access: A } & Declared<A> & Audited,
): Operation<I, O> {
  return definition
}

/** The input of an operation, as callers give it. */
export type InputOf<T> = T extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never
/** The result of an operation. */
export type OutputOf<T> = T extends { readonly output: infer O extends z.ZodType } ? z.output<O> : never
