import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const MAX_BYTES = 32 * 1024
const MAX_FIELDS = 100

/** The fields of a form that was sent. A field that is not there is undefined. */
export type Form = Readonly<Record<string, string | undefined>>

/** Forms alone, in UTF-8, each field once: for routes that browsers send forms to. */
export function parseForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    async (_request: FastifyRequest, body: string) => readForm(body),
  )
}

export function formOf({ body }: FastifyRequest): Form {
  // parseForms is the only parser of these routes; without a body there are no fields.
  return (body ?? {}) as Form
}

function readForm(body: string): Form {
  const fields = [...new URLSearchParams(body)]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length || fields.length > MAX_FIELDS)
    throw new AppError('invalid_request', 'The form has a field twice, or too many')
  // U+FFFD stands for bytes that are no UTF-8.
  if (fields.flat().some((text) => text.includes('\ufffd') || text.includes('\0')))
    throw new AppError('invalid_request', 'The form has characters that cannot be read')
  // Without a prototype: `__proto__` is a name like any other.
  return Object.assign(Object.create(null), Object.fromEntries(fields))
}
