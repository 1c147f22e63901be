import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationError } from '../errors.ts'
import { type FieldErrorCode, fieldError } from '../field-errors.ts'
import { parseInput } from './validation.ts'

test('a field with the name of what every object has is an unknown field like others', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty']
  const given = Object.fromEntries(names.map((name) => [name, 1]))
  const problems = Object.fromEntries(names.map((name) => [name, ['is not a known field']]))
  expect(() => parseInput(z.strictObject({}), given)).toThrow(expect.objectContaining({ errors: problems }))
})

test.each([
  ['first_name', "First name can't be blank"],
  ['contact_id', "Contact can't be blank"],
  ['external_id', "External id can't be blank"],
  ['metadata.customer_id', "Metadata.customer id can't be blank"],
])('a problem of %s is told as: %s', (field, message) => {
  const error = validationError({ [field]: fieldError('blank') })
  expect(error).toMatchObject({ code: 'validation_error', message, errors: { [field]: ["can't be blank"] } })
})

test.each<[string, z.ZodType, unknown, FieldErrorCode]>([
  ['what is missing', z.string(), undefined, 'blank'],
  ['an empty text', z.string().min(1), '', 'blank'],
  ['a list without entries', z.array(z.string()).min(1), [], 'empty'],
  ['a number instead of a text', z.string(), 1, 'wrong_type'],
  ['a number below the least', z.int().min(1), 0, 'too_small'],
  ['a number above the greatest', z.int().max(1), 2, 'too_large'],
  ['a text over its length', z.string().max(1), 'ab', 'too_long'],
  ['none of the options', z.enum(['a']), 'b', 'not_an_option'],
  ['what a pattern refuses', z.string().regex(/a/), 'b', 'invalid'],
])('%s has a code of its own', (_what, schema, given, code) => {
  expect(() => parseInput(z.strictObject({ field: schema }), { field: given })).toThrow(
    expect.objectContaining({ fieldErrors: { field: [expect.objectContaining({ code })] } }),
  )
})
