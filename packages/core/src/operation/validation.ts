import { z } from 'zod'
import { MAX_FIELD_ERRORS } from '../contract/limits.ts'
import { validationError } from '../errors.ts'
import { type FieldError, type FieldErrorCode, type FieldErrors, fieldError } from '../field-errors.ts'
import { storable } from '../fields/fields.ts'

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
  const { data, problems } = checkInput(schema, raw)
  if (problems) throw validationError(problems)
  return data
}

/** What raw input comes to, or all that is wrong with it. */
export type Checked<T extends z.ZodType> =
  | { data: z.output<T>; problems?: undefined }
  | { data?: undefined; problems: FieldErrors }

export function checkInput<T extends z.ZodType>(schema: T, raw: unknown): Checked<T> {
  const unknown = unknownFieldsOf(schema, raw)
  if (unknown.length > MAX_FIELD_ERRORS)
    return { problems: Object.fromEntries(unknown.map((name) => [name, fieldError('unknown_field')])) }
  const result = schema.safeParse(raw, { error: sentence })
  if (!result.success) return { problems: problemsIn(result.error) }
  const invalidPath = unstorableIn(result.data)
  return invalidPath ? { problems: { [invalidPath.join('.') || 'base']: UNSTORABLE } } : { data: result.data }
}

/** The problems of what never comes into the database, such as options, which can have functions and objects of other programs. */
export function shapeProblems(schema: z.ZodType, given: unknown): Record<string, FieldError[]> {
  const result = schema.safeParse(given, { error: sentence })
  return result.success ? {} : problemsIn(result.error)
}

function problemsIn(error: z.ZodError): Record<string, FieldError[]> {
  // A Map while it grows: a field may be called toString, or like anything else that every object has.
  const errors = new Map<string, FieldError[]>()
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    for (const field of fields) add(errors, field.join('.') || 'base', fieldError(codeOf(issue), issue.message))
  }
  return Object.fromEntries(errors)
}

/** Of what is nothing but unknown fields, the rest is not looked at: each would be looked at several times. */
function unknownFieldsOf(schema: z.ZodType, raw: unknown): string[] {
  if (!(schema instanceof z.ZodObject) || !(schema.def.catchall instanceof z.ZodNever)) return []
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return []
  return Object.keys(raw).filter((name) => !Object.hasOwn(schema.shape, name))
}

function add(errors: Map<string, FieldError[]>, field: string, error: FieldError): void {
  const found = errors.get(field)
  if (!found) errors.set(field, [error])
  else if (found.length < MAX_FIELD_ERRORS && !found.some(({ text }) => text === error.text)) found.push(error)
}

/** The fields of an input that are right by themselves, whatever is wrong with others. */
export function soundFields<T extends z.ZodObject>(schema: T, raw: unknown): Partial<z.output<T>> {
  if (typeof raw !== 'object' || raw === null) return {}
  const sound = Object.entries(schema.shape).flatMap(([name, field]) => {
    const given = Object.hasOwn(raw, name) ? field.safeParse(Reflect.get(raw, name)) : undefined
    return given?.success && !unstorableIn(given.data) ? [[name, given.data]] : []
  })
  // Each value is what the schema of its field puts out.
  return Object.fromEntries(sound) as Partial<z.output<T>>
}

const UNSTORABLE = fieldError('invalid', 'contains characters that cannot be stored')

/** Where a value has a text that no column can hold, whether its schema minds that or not; undefined where it has none. */
function unstorableIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return storable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  // What is no plain data, such as a file that is still arriving, is not looked into.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return undefined
  for (const [key, child] of Object.entries(value)) {
    if (!storable(key)) return []
    const invalidPath = unstorableIn(child)
    if (invalidPath) return [key, ...invalidPath]
  }
  return undefined
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
      // Text of which nothing can be seen.
      return issue.message === BLANK ? 'blank' : 'invalid'
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
