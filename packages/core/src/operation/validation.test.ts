import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationError } from '../errors.ts'
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
  const errors = { [field]: ["can't be blank"] }
  expect(validationError(errors)).toMatchObject({ code: 'validation_error', message, errors })
})
