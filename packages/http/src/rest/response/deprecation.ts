import type { FastifyReply, FastifyRequest } from 'fastify'
import { usesFormerKey } from '../request/input.ts'
import { operationNamed, pathOf, type RoutedOperation } from '../routed.ts'

/** The page that lists what is deprecated, below the address of the instance. */
const PAGE = '/docs/guide/api#deprecated-names'

interface Addresses {
  /** Of the instance. */
  readonly publicUrl: string
  /** Of the API. */
  readonly base: string
}

/**
 * Creates the function that says in the headers of an answer since when its route, or the key of its body, is deprecated (RFC 9745),
 * and what takes its place; undefined where nothing is.
 */
export function announcing(operation: RoutedOperation, addresses: Addresses) {
  const { deprecated, formerBody } = operation
  if (deprecated === undefined && formerBody === undefined) return undefined
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const since = deprecated?.since ?? (usesFormerKey(operation, request.body) ? formerBody?.since : undefined)
    if (since === undefined) return
    const links = [`<${addresses.publicUrl}${PAGE}>; rel="deprecation"; type="text/html"`]
    const successor = deprecated && operationNamed(deprecated.use)
    if (successor)
      links.push(`<${addresses.base}${filled(pathOf(successor), request.params)}>; rel="successor-version"`)
    reply.header('deprecation', `@${Date.parse(since) / 1000}`).header('link', links.join(', '))
  }
}

/** A path with the parameters of a request. */
function filled(path: string, params: unknown): string {
  const given = params as Record<string, string>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
}
