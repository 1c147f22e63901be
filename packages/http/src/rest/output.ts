import type { Operation } from '@handrail/core'
import { z } from 'zod'
import { methodOf, pathParametersOf, type RoutedOperation } from './routed.ts'

/** The schema under `data` of an answer, if it has one. */
function dataOf({ output }: Operation): z.ZodType | undefined {
  const data = output instanceof z.ZodObject ? output.shape.data : undefined
  return data instanceof z.ZodType ? data : undefined
}

/** Names of the fields that the record of an answer shows. */
export function recordFieldsOf(operation: Operation): string[] {
  const data = dataOf(operation)
  return data instanceof z.ZodObject ? Object.keys(data.shape) : []
}

/** A list that is paged. */
export function isList({ output }: Operation): boolean {
  return output instanceof z.ZodObject && 'meta' in output.shape
}

/** Whether the answer shows a signing secret: such an answer must not be cached on the way. */
export function holdsSecret(operation: Operation): boolean {
  return recordFieldsOf(operation).includes('secret')
}

/**
 * Whether the answer is the record itself as reading it by id shows it, so that its entity tag is that of the record.
 */
export function hasTag(operation: RoutedOperation): boolean {
  if (methodOf(operation) === 'GET')
    return pathParametersOf(operation).length > 0 && dataOf(operation) instanceof z.ZodObject
  return (
    operation.current !== undefined &&
    dataOf(operation) !== undefined &&
    dataOf(operation) === dataOf(operation.current)
  )
}
