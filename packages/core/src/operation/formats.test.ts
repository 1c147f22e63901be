import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { OPERATIONS } from '../operations.ts'

const NO_SUCH_VALUE = 'no value of any format'

/** The paths at which a schema says which format a text has, and takes any text: a type of responses in a place of requests. */
function unchecked(schema: z.core.$ZodType, path: string): string[] {
  const says = z.globalRegistry.get(schema)?.format
  if (says !== undefined && takes(schema)) return [`${path}: ${says}`]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => unchecked(field, `${path}.${name}`))
  if (schema instanceof z.ZodArray) return unchecked(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unchecked(option, path))
  if (schema instanceof z.ZodRecord) return unchecked(schema.valueType, `${path}{}`)
  if (schema instanceof z.ZodPipe) return unchecked(schema.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unchecked(schema.unwrap(), path)
  return []
}

/** An id in an address is answered as a record that does not exist. */
function takes(schema: z.core.$ZodType): boolean {
  try {
    return z.safeParse(schema, NO_SUCH_VALUE).success
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

test('an input whose schema says a format has that format', () => {
  const lenient = z.strictObject({ times: z.array(z.string().meta({ format: 'date-time' })).optional() })
  expect(unchecked(lenient, 'lenient')).toEqual(['lenient.times[]: date-time'])
  expect(OPERATIONS.flatMap(({ name, input }) => unchecked(input, name))).toEqual([])
})
