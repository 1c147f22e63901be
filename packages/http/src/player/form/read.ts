import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseForms } from '../../body/form.ts'

/** A form of a hundred long answers. */
const MAX_BYTES = 1024 * 1024

/** Takes the forms of the player's pages: names may come several times, as of the options that are chosen. */
export function parsePlayerForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  parseForms(app, {
    maxBytes: MAX_BYTES,
    read(fields) {
      // U+FFFD replaces bytes that are not UTF-8.
      if ([...fields].flat().some((text) => text.includes('\ufffd') || text.includes('\0')))
        throw new AppError('invalid_request', 'The form has characters that cannot be read')
      return fields
    },
  })
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}
