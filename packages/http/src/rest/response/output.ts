import type { Operation } from '@handrail/core'
import { z } from 'zod'

/** The schema under `data` of a response, if it has one. */
function dataOf({ output }: Operation): z.ZodType | undefined {
  const data = output instanceof z.ZodObject ? output.shape.data : undefined
  return data instanceof z.ZodType ? data : undefined
}

/** Names of the fields in the record of a response. */
export function recordFieldsOf(operation: Operation): string[] {
  return Object.keys(shownRecordOf(operation)?.shape ?? {})
}

/** The record of a response; undefined for a list, and for one without a record. */
export function shownRecordOf(operation: Operation): z.ZodObject | undefined {
  const data = dataOf(operation)
  return data instanceof z.ZodObject ? data : undefined
}

/** A list that is paged. */
export function isList({ output }: Operation): boolean {
  return output instanceof z.ZodObject && 'meta' in output.shape
}

/** Whether the response has the entity tag of a record. */
export function hasTag({ etag }: Operation): boolean {
  return etag !== undefined
}
