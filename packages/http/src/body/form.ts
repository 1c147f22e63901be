import type { FastifyInstance } from 'fastify'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

interface FormParsing {
  maxBytes: number
  /** Maps the form to the body of the request. Throws for an invalid form. */
  read(fields: URLSearchParams): unknown
}

/** Parses forms as bodies, in this plugin only: the API accepts none. */
export function parseForms(app: FastifyInstance, { maxBytes, read }: FormParsing): void {
  app.addContentTypeParser<string>(FORM_TYPE, { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, read(new URLSearchParams(body))),
  )
}
