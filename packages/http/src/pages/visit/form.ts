import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseForms } from '../../body/form.ts'

const MAX_BYTES = 32 * 1024
const MAX_FIELDS = 100

/** The fields of a submitted form. Missing fields are undefined. */
export type Form = Readonly<Record<string, string | undefined>>

/** Accepts only forms as bodies, in UTF-8, with each field once: for routes that browsers send forms to. */
export function parseFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  parseForms(app, { maxBytes: MAX_BYTES, read: readForm })
}

export function formOf({ body }: FastifyRequest): Form {
  // parseFormsOnly registers the only parser of these routes; without a body there are no fields.
  return (body ?? {}) as Form
}

function readForm(given: URLSearchParams): Form {
  const fields = [...given]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length || fields.length > MAX_FIELDS)
    throw new AppError('invalid_request', 'The form repeats a field, or has too many fields')
  // U+FFFD replaces bytes that are not UTF-8.
  if (fields.flat().some((text) => text.includes('\ufffd') || text.includes('\0')))
    throw new AppError('invalid_request', 'The form has characters that cannot be read')
  // Without a prototype, `__proto__` is an ordinary name.
  return Object.assign(Object.create(null), Object.fromEntries(fields))
}
