import { z } from 'zod'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Email, requiredText, text } from '../fields/fields.ts'
import { type FormField, MAX_ANSWER } from '../guides/form-field.ts'
import { formFieldsOf } from '../guides/form-fields-of.ts'
import { parseInput } from '../operation/validation.ts'
import type { StoredStep } from '../storage/tables/guides.ts'

/** The fields of a form. @throws AppError if the step is not a form */
export function fieldsOf(step: StoredStep): readonly FormField[] {
  if (step.type !== 'form') throw validationError({ step_id: fieldError('wrong_state', 'is not a form') })
  return formFieldsOf(step)
}

/**
 * Validates answers against the fields of a form; unknown fields are rejected.
 * @throws AppError `validation_error` with the problems by field
 */
export function checkedAnswers(
  fields: readonly FormField[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  let schema = schemas.get(fields)
  if (!schema) {
    schema = z.strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])))
    schemas.set(fields, schema)
  }
  // Without inherited properties: a field may have such a name.
  return parseInput(schema, Object.assign(Object.create(null), answers))
}

/** By the fields of a published version, which are kept with it: building a schema takes longer than an answer. */
const schemas = new WeakMap<readonly FormField[], z.ZodObject>()

/** The schema of an answer, as it is stored. */
export function fieldSchema(field: FormField): z.ZodType {
  const { kind, required } = field
  if (kind === 'checkbox' || kind === 'consent')
    return required ? z.literal(true, { error: 'must be checked' }) : z.boolean().default(false)
  const schema = filled(field)
  return required ? schema : schema.optional()
}

const TELEPHONE = /^(?=(?:\D*\d){3})[+\d][\d\s()./-]*$/

function filled(field: FormField): z.ZodType {
  const { kind, required, options = [], max_length = MAX_ANSWER } = field
  switch (kind) {
    case 'email':
      return Email
    case 'number':
      return numberBetween(field)
    case 'date':
      return dateBetween(field)
    case 'tel':
      return requiredText(40).regex(TELEPHONE, 'is not a telephone number')
    case 'url':
      return z.url({ protocol: /^https?$/, error: 'is not a web address (http or https)' }).max(2048)
    case 'choice':
      return z.enum(options, { error: `must be one of ${options.join(', ')}` })
    case 'multiple_choice':
      return chosen(field)
    default:
      return required ? requiredText(max_length) : text(max_length)
  }
}

function numberBetween({ min, max }: FormField) {
  return z.number().check(...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)]))
}

function dateBetween({ earliest = '', latest = '9999-12-31' }: FormField) {
  return z.iso
    .date({ error: 'is not a date such as 2026-11-20' })
    .refine((day) => day >= earliest && day <= latest, { error: 'is too early or too late' })
}

function chosen({ required, options = [], min = required ? 1 : 0, max = options.length }: FormField) {
  return z
    .array(z.enum(options, { error: `must be one of ${options.join(', ')}` }))
    .refine((some) => new Set(some).size === some.length, { error: 'contains an option twice' })
    .refine((some) => some.length >= min && some.length <= max, { error: 'has too few or too many options' })
}
