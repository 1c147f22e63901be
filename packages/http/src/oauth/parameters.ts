import { OAuthError } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM_TYPE, parseForms } from '../body/form.ts'
import { isObject } from '../body/is-object.ts'

/** The limit of bodies: most OAuth endpoints accept them without authentication. */
export const MAX_BYTES = 16 * 1024

/** Parameters of an OAuth request. Those without a value count as not sent (RFC 6749 section 3.1). */
export interface Parameters {
  get(name: string): string | undefined
  /** @throws OAuthError `invalid_request` */
  required(name: string): string
  /** All values of `resource`, the one parameter that may be repeated (RFC 8707 section 2). */
  all(name: 'resource'): string[]
  /** Whether a parameter is given more than once. */
  repeats(name: string): boolean
  /**
   * Checks that no parameter but `resource` is repeated (RFC 6749 section 3.1). @throws OAuthError `invalid_request`
   */
  requireSingle(): void
}

/** Bodies may be forms (RFC 6749 section 4.1.3). */
export function parseParameters(app: FastifyInstance): void {
  parseForms(app, { maxBytes: MAX_BYTES, read: (fields) => fields })
}

/** Parameters of a body: a form, or a JSON object, which some clients send. @throws OAuthError `invalid_request` */
export function bodyParameters({ body }: FastifyRequest): Parameters {
  if (body instanceof URLSearchParams) return single(ofSearch(body))
  if (!isObject(body)) throw new OAuthError('invalid_request', `The body must be sent as ${FORM_TYPE}`)
  const entries = Object.entries(body).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  if (entries.some(([, value]) => typeof value !== 'string'))
    throw new OAuthError('invalid_request', 'The parameters must be strings')
  const given = new Given()
  for (const [name, value] of entries) given.add(name, String(value))
  return single(given)
}

function single(given: Parameters): Parameters {
  given.requireSingle()
  return given
}

/** Parameters of a query. The caller checks whether one is repeated. @throws OAuthError `invalid_request` */
export function queryParameters({ url }: FastifyRequest): Parameters {
  return ofSearch(new URLSearchParams(url.split('?').slice(1).join('?')))
}

function ofSearch(search: URLSearchParams): Parameters {
  const given = new Given()
  // Twice as fast as a loop over its entries.
  search.forEach((value, name) => {
    given.add(name, value)
  })
  return given
}

class Given implements Parameters {
  private readonly values = new Map<string, string[]>()

  /** @throws OAuthError `invalid_request` */
  add(name: string, value: string): void {
    if (value.includes('\0') || !value.isWellFormed())
      throw new OAuthError('invalid_request', 'A parameter contains characters that cannot be stored')
    const others = this.values.get(name)
    if (others) others.push(value)
    else this.values.set(name, [value])
  }

  get(name: string): string | undefined {
    return this.values.get(name)?.[0] || undefined
  }

  required(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw new OAuthError('invalid_request', `Missing required parameter: ${name}`)
    return value
  }

  all(name: 'resource'): string[] {
    return this.values.get(name)?.filter((value) => value !== '') ?? []
  }

  repeats(name: string): boolean {
    return (this.values.get(name)?.length ?? 0) > 1
  }

  requireSingle(): void {
    for (const [name, { length }] of this.values)
      if (length > 1 && name !== 'resource')
        throw new OAuthError('invalid_request', 'A parameter is given more than once')
  }
}
