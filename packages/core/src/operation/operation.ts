import type { z } from 'zod'
import type { Access } from '../access/rights.ts'
import { SCOPES, type Scope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Conditions, Replay, runGuarded } from './conditions.ts'
import { shapeOf } from './shape.ts'
import { parseInput } from './validation.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One thing that the product can do. The REST route, the MCP tool, the OpenAPI entry and the tests follow from it. */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** snake_case, verb first; the name of the MCP tool and the OpenAPI operation. */
  readonly name: string
  readonly summary: string
  /** What a caller has to know beyond the summary: limits, what to call before. */
  readonly description?: string
  readonly access: Access
  /** `POST /contacts`, below `/api/v1`. Without one, the operation is for programs and for pages of our own. */
  readonly route?: `${Method} /${string}`
  /** The key that wraps the writable fields in a REST body. */
  readonly body?: string
  readonly status: 200 | 201 | 204
  /** Whether it is one of the specification's MCP tools. */
  readonly tool: boolean
  /** Whether it waits for the network between its writes: then an idempotency key is held meanwhile. */
  readonly network?: boolean
  /** Strict: a field it does not name is an error. */
  readonly input: I
  readonly output: O
  /** The operation whose answer an `If-Match` of this one speaks of. */
  readonly current?: Operation
  run(context: Context, input: z.output<I>): Promise<z.input<O>>
}

/** Names the types of an operation. */
export function operation<I extends z.ZodObject, O extends z.ZodType>(definition: Operation<I, O>): Operation<I, O> {
  return definition
}

export interface Invoked<T> {
  value: T
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
}

/**
 * The only way in: checks access, parses the input, runs, shapes the output.
 * @throws AppError as the closed table of errors.ts says
 */
export async function invoke<I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: Context,
  raw: unknown,
  conditions: Conditions = {},
): Promise<Invoked<z.output<O>>> {
  requireAccess(operation, context)
  const input = parseInput(operation.input, raw)
  const shape = shapeOf(operation.output)
  try {
    const result = await runGuarded(operation, context, { raw, input, conditions })
    // The shape is compiled from the schema that the type is inferred from.
    return { value: shape(result) as z.output<O>, replayed: false }
  } catch (error) {
    if (error instanceof Replay) return { value: error.answer as z.output<O>, replayed: true }
    throw error
  }
}

/**
 * For a door that refuses before it reads what it was given; `invoke` checks in any case.
 * @throws AppError `insufficient_scope`, `forbidden`
 */
export function requireAccess({ access }: Pick<Operation, 'access'>, { caller }: Context): void {
  if (caller.rights.has(access)) return
  if (access in SCOPES && isMissing(access as Scope, caller))
    throw new AppError('insufficient_scope', `This token lacks the scope ${access}`, { scopes: [access] })
  throw new AppError('forbidden', 'You are not allowed to do this')
}

/** Whether another token would help: the scope was not granted. Otherwise it is the person's role that forbids. */
function isMissing(scope: Scope, { kind, granted }: Context['caller']): boolean {
  return kind === 'api_key' || (granted !== undefined && !granted.has(scope))
}
