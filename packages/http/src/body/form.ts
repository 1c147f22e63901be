import type { FastifyInstance } from 'fastify'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

interface FormParsing {
  maxBytes: number
  /** What becomes the body of the request. Throws for a form that is refused. */
  read(fields: URLSearchParams): unknown
}

/** Takes forms as bodies, within this plugin alone: the API takes none. */
export function parseForms(app: FastifyInstance, { maxBytes, read }: FormParsing): void {
  app.addContentTypeParser<string>(FORM_TYPE, { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, read(new URLSearchParams(body))),
  )
}
