import { z } from 'zod'
import { Email, requiredText, text } from '../fields/fields.ts'
import { parseInput } from '../operation/validation.ts'

const MAX_ANSWER = 10_000

/** A field of a form step, as the guide has it. */
export interface FormField {
  name: string
  kind: string
  required?: boolean
  options?: string[]
}

/**
 * Checks answers against the fields of a form: those it asks for and no others.
 * @throws AppError `validation_error` with the problems by field
 */
export function checkedAnswers(fields: readonly FormField[], answers: unknown): Record<string, unknown> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]))
  return parseInput(z.strictObject(shape), answers)
}

function schemaOf({ kind, required = false, options = [] }: FormField): z.ZodType {
  if (kind === 'checkbox') return required ? z.literal(true, { error: 'must be checked' }) : z.boolean().default(false)
  const schema = filled(kind, required, options)
  return required ? schema : schema.optional()
}

function filled(kind: string, required: boolean, options: readonly string[]): z.ZodType {
  switch (kind) {
    case 'email':
      return Email
    case 'number':
      return z.number()
    case 'choice':
      return z.enum(options, { error: `must be one of ${options.join(', ')}` })
    default:
      return required ? requiredText(MAX_ANSWER) : text(MAX_ANSWER)
  }
}
