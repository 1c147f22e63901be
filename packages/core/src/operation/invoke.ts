import type { z } from 'zod'
import { type Access, DECLARED_RIGHTS, SCOPES, type Scope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { ROLES } from '../contract/contract.ts'
import { AppError, validationError } from '../errors.ts'
import { STEPS, type Step, traced } from '../tracing.ts'
import { type Conditions, Replay, runGuarded } from './conditions.ts'
import type { Operation } from './operation.ts'
import { shapeOf } from './shape.ts'
import { tallyOf } from './tally.ts'
import { checkInput, soundFields } from './validation.ts'

export interface Invoked<T> {
  value: T
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
}

/**
 * The way to everything that the product does with its records: checks access, parses the input, runs, shapes the output.
 * The endpoints of OAuth, a protocol of its own, go beside it.
 * @throws AppError as the closed table of errors.ts says
 */
export function invoke<I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: Context,
  raw: unknown,
  conditions: Conditions = {},
): Promise<Invoked<z.output<O>>> {
  if (!STEPS.hasSubscribers) return perform(operation, context, raw, conditions)
  const attributes: Step['attributes'] = { 'handrail.operation': operation.name }
  if (context.caller.workspace_id !== '') attributes['handrail.workspace.id'] = context.caller.workspace_id
  return traced({ kind: 'operation', name: operation.name, attributes }, () =>
    perform(operation, context, raw, conditions),
  )
}

async function perform<I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: Context,
  raw: unknown,
  conditions: Conditions,
): Promise<Invoked<z.output<O>>> {
  requireAccess(operation, context)
  requireWorkspace(operation, context)
  const input = await inputOf(operation, context, raw)
  requireOptional(operation, context, input)
  const shape = shapeOf(operation.output)
  try {
    const result = await runGuarded(operation, counting(operation, context), { raw, input, conditions })
    // The shape is compiled from the schema that the type is inferred from.
    return { value: shape(result) as z.output<O>, replayed: false }
  } catch (error) {
    if (error instanceof Replay) return { value: error.answer as z.output<O>, replayed: true }
    throw error
  }
}

/** The context in which an operation for many records counts its entries of the audit log, also those of the operations that it invokes. */
function counting({ audit }: Pick<Operation, 'audit'>, context: Context): Context {
  if (audit === undefined || context.tally !== undefined) return context
  const tally = tallyOf(audit)
  return tally === undefined ? context : { ...context, tally }
}

/** @throws AppError `validation_error` with all that is wrong, what only the database knows too */
async function inputOf<I extends z.ZodObject, O extends z.ZodType>(
  { input, problems }: Operation<I, O>,
  context: Context,
  raw: unknown,
): Promise<z.output<I>> {
  const checked = checkInput(input, raw)
  if (!checked.problems) return checked.data
  const others = await problems?.(context, soundFields(input, raw))
  throw validationError({ ...others, ...checked.problems })
}

/**
 * For an adapter that refuses before it reads what it was given; `invoke` checks in any case.
 * @throws AppError `insufficient_scope`, `forbidden`
 */
export function requireAccess(
  operation: Pick<Operation, 'access' | 'scope' | 'otherScope'>,
  { caller }: Context,
): void {
  const access = accessOf(operation, caller)
  if (caller.rights.has(access)) return
  if (isAllowedByOther(operation, access, caller)) return
  const { otherScope } = operation
  const isOfRole = otherScope !== undefined && caller.rights.has(otherScope)
  if (!isOfRole && access in SCOPES && isMissing(access as Scope, caller))
    throw new AppError('insufficient_scope', `This token lacks the scope ${access}`, { scopes: [access] })
  throw new AppError('forbidden', 'You are not allowed to do this')
}

/**
 * The rights of roles are rights in a workspace. The system has them without one, too, where they would make records of no workspace.
 * @throws AppError `invalid_request`
 */
function requireWorkspace(
  { name, access, inWorkspace = isOfRole(access) }: Pick<Operation, 'name' | 'access' | 'inWorkspace'>,
  { caller }: Context,
): void {
  if (!inWorkspace || caller.kind !== 'system' || caller.workspace_id !== '') return
  throw new AppError(
    'invalid_request',
    `The operation ${name} needs a workspace: use asSystem(workspace.id) instead of asSystem()`,
  )
}

function isOfRole(access: Access): boolean {
  const { holder } = DECLARED_RIGHTS[access]
  return ROLES.some((role) => role === holder)
}

/**
 * What only an argument asks for can need a further scope. Members have the rights of their role for all of it.
 * @throws AppError `insufficient_scope`
 */
function requireOptional({ optionally }: Pick<Operation, 'optionally'>, { caller }: Context, input: object): void {
  if (optionally === undefined || Reflect.get(input, optionally.argument) !== true) return
  if (mayOptionally({ optionally }, caller)) return
  const [scope] = optionally.scopes
  throw new AppError('insufficient_scope', `This token lacks the scope ${scope}, which ${optionally.argument} needs`, {
    scopes: [scope],
  })
}

/** Whether a caller may do what an operation does only if it is asked for. */
export function mayOptionally(
  { optionally }: Pick<Operation, 'optionally'>,
  caller: Pick<Context['caller'], 'kind' | 'rights'>,
): boolean {
  if (optionally === undefined) return false
  return !WITH_TOKEN.includes(caller.kind) || optionally.scopes.some((scope) => caller.rights.has(scope))
}

/** The kinds of callers with a token. */
const WITH_TOKEN: readonly Context['caller']['kind'][] = ['api_key', 'oauth', 'application']

function accessOf({ access, scope }: Pick<Operation, 'access' | 'scope'>, caller: Context['caller']): Access {
  return scope !== undefined && hasToken(caller) ? scope : access
}

/** The other scope does not make up for what the role of the person does not allow. */
function isAllowedByOther({ otherScope }: Pick<Operation, 'otherScope'>, access: Access, caller: Context['caller']) {
  const { rights, person_rights } = caller
  return otherScope !== undefined && hasToken(caller) && rights.has(otherScope) && (person_rights?.has(access) ?? true)
}

function hasToken({ kind }: Context['caller']): boolean {
  return WITH_TOKEN.includes(kind)
}

/** Whether another token would help: the scope was not granted. Otherwise it is the person's role that forbids. */
function isMissing(scope: Scope, { kind, granted }: Context['caller']): boolean {
  return kind === 'api_key' || (granted !== undefined && !granted.has(scope))
}
