import type { Caller, Operation } from '@handrail/core'
import { fieldError, mayOptionally, validationError } from '@handrail/core/internal'
import { isObject } from '../../body/is-object.ts'
import type { Params } from '../protocol/protocol.ts'

/** Arguments for programs that synchronise records. A model has little use for them, and definitions cost tokens. */
const FOR_PROGRAMS = ['include_deleted', 'deleted']
/** Fields of results whose names say enough, so that no definition has them. */
const UNDECLARED = ['participants_count', 'target_date', 'forecast_date', 'health', 'health_reason']

/** Arguments and fields of an operation that its tool neither takes nor shows. */
export function hiddenOf({ tool }: Operation): readonly string[] {
  // Our own tools declare no results.
  return [...FOR_PROGRAMS, ...(tool?.scope ? [] : UNDECLARED), ...(tool?.hides ?? [])]
}

/** Arguments of an operation that its tool does not take. */
export function untakenOf(operation: Operation): readonly string[] {
  return [...hiddenOf(operation), ...(operation.tool?.leavesOut ?? [])]
}

/** Arguments that need a scope which a caller lacks: its definition of the tool is without them. */
export function unpermittedOf(
  operation: Pick<Operation, 'optionally'>,
  caller: Pick<Caller, 'kind' | 'rights'>,
): readonly string[] {
  const { optionally } = operation
  return optionally === undefined || mayOptionally(operation, caller) ? [] : [optionally.argument]
}

/** The arguments that a tool takes. */
export function argumentsOf(operation: Operation): string[] {
  return Object.keys(without(operation.input.shape, untakenOf(operation)))
}

/** @throws AppError `validation_error` for arguments of the operation that its tool does not take */
export function requireTaken(operation: Operation, given: Params): void {
  const problems = untakenOf(operation)
    .filter((name) => name in given)
    .map((name) => [name, fieldError('unknown_field')])
  if (problems.length > 0) throw validationError(Object.fromEntries(problems))
}

/** The secret fields of a result that a caller does not see. */
export function withheldOf({ tool }: Operation, { rights }: Pick<Caller, 'rights'>): readonly string[] {
  return tool?.withholds && !rights.has(tool.withholds.without) ? tool.withholds.fields : []
}

/**
 * A result without the fields that the tool hides from this caller, and with a mark on what customers wrote; of a list, in
 * each record.
 */
export function shownOf(operation: Operation, caller: Caller, value: Params): Params {
  const { deleted: _, data, ...shown } = value
  const withheld = withheldOf(operation, caller)
  if (Array.isArray(data)) {
    const hidden = [...(operation.tool?.hides ?? []), ...withheld]
    const open = hidden.length === 0 ? data : data.map((record) => without(record, hidden))
    return { data: marked(operation, open), ...shown }
  }
  const open = withheld.length > 0 && isObject(data) ? without(data, withheld) : data
  return { data: isObject(open) ? marked(operation, [open])[0] : open, ...shown }
}

function marked({ tool }: Operation, records: Params[]): Params[] {
  if (!tool?.isFromCustomer) return records
  return records.map((record) => (tool.isFromCustomer?.(record) ? { from_customer: true, ...record } : record))
}

export function without(fields: Params, names: readonly string[]): Params {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
