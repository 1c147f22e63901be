import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseForms } from '../../body/form.ts'

const MAX_BYTES = 32 * 1024
const MAX_FIELDS = 100

/** The fields of a form that was sent. A field that is not there is undefined. */
export type Form = Readonly<Record<string, string | undefined>>

/** Takes forms and no other bodies, in UTF-8, each field once: for routes that browsers send forms to. */
export function parseFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  parseForms(app, { maxBytes: MAX_BYTES, read: readForm })
}

export function formOf({ body }: FastifyRequest): Form {
  // parseFormsOnly sets the only parser of these routes; without a body there are no fields.
  return (body ?? {}) as Form
}

function readForm(given: URLSearchParams): Form {
  const fields = [...given]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length || fields.length > MAX_FIELDS)
    throw new AppError('invalid_request', 'The form repeats a field, or has too many fields')
  // U+FFFD stands for bytes that are no UTF-8.
  if (fields.flat().some((text) => text.includes('\ufffd') || text.includes('\0')))
    throw new AppError('invalid_request', 'The form has characters that cannot be read')
  // Without a prototype: `__proto__` is a name like any other.
  return Object.assign(Object.create(null), Object.fromEntries(fields))
}
