import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './validation.ts'

test('a field with the name of what every object has is an unknown field like others', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty']
  const given = Object.fromEntries(names.map((name) => [name, 1]))
  const problems = Object.fromEntries(names.map((name) => [name, ['is not a known field']]))
  expect(() => parseInput(z.strictObject({}), given)).toThrow(expect.objectContaining({ errors: problems }))
})
