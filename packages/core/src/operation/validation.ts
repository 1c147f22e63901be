import type { z } from 'zod'
import { validationError } from '../errors.ts'
import { type FieldError, type FieldErrorCode, fieldError } from '../field-errors.ts'

const { text: BLANK } = fieldError('blank')

const TYPES: Record<string, string> = {
  string: 'must be a string',
  int: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}

/**
 * Checks raw input against a schema and reports all problems at once, in words that follow the field's name.
 * @throws AppError `validation_error`
 */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const result = schema.safeParse(raw, { error: sentence })
  if (result.success) return result.data
  // A Map while it grows: a field may be called toString, or like anything else that every object has.
  const errors = new Map<string, FieldError[]>()
  for (const issue of result.error.issues) {
    const path = issue.path.map(String)
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    for (const field of fields) {
      const name = field.join('.') || 'base'
      const found = errors.get(name) ?? []
      if (!found.some(({ text }) => text === issue.message)) found.push(fieldError(codeOf(issue), issue.message))
      errors.set(name, found)
    }
  }
  throw validationError(Object.fromEntries(errors))
}

/** The fields of an input that are right by themselves, whatever is wrong with others. */
export function soundFields<T extends z.ZodObject>(schema: T, raw: unknown): Partial<z.output<T>> {
  if (typeof raw !== 'object' || raw === null) return {}
  const sound = Object.entries(schema.shape).flatMap(([name, field]) => {
    const given = Object.hasOwn(raw, name) ? field.safeParse(Reflect.get(raw, name)) : undefined
    return given?.success ? [[name, given.data]] : []
  })
  // Each value is what the schema of its field puts out.
  return Object.fromEntries(sound) as Partial<z.output<T>>
}

/** What a schema of ours says of its own (`refine`, a pattern) is `invalid`. */
function codeOf(issue: z.core.$ZodIssue): FieldErrorCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message === BLANK ? 'blank' : 'wrong_type'
    case 'too_small':
      return issue.message === BLANK ? 'blank' : issue.origin === 'array' ? 'empty' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_large'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'invalid_value':
      return 'not_an_option'
    default:
      return 'invalid'
  }
}

function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || (issue.input === null && issue.expected === 'string')) return BLANK
      return TYPES[issue.expected] ?? 'is invalid'
    case 'too_small':
      if (issue.origin === 'string') return BLANK
      if (issue.origin === 'array') return fieldError('empty').text
      return `must be at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `is too long (maximum is ${issue.maximum} characters)`
      if (issue.origin === 'array') return `has too many entries (maximum is ${issue.maximum})`
      return `must be at most ${issue.maximum}`
    case 'unrecognized_keys':
      return fieldError('unknown_field').text
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return 'is invalid'
  }
}
