import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Bound } from '@handrail/core'
import type { FastifyRequest } from 'fastify'

/** A request to authenticate. */
export interface IncomingRequest {
  readonly method: string
  /** The path with its query, below the path of `publicUrl`. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The request as the framework has it: that of Express or Fastify, with what its middleware has added, or a `Request`. */
  readonly source: unknown
}

/**
 * Finds the caller of a request by the users of the embedding program: `handrail.asMember(workspace_id, user_id)`, or another of
 * these functions. Undefined for requests with a token of Handrail, and for those of nobody.
 */
export type Authenticate = (request: IncomingRequest) => Bound | undefined | Promise<Bound | undefined>

/** The request of the framework that the current one was made from. */
const sources = new AsyncLocalStorage<unknown>()

/** Handles a request that was made from one of a framework. */
export function madeFrom<T>(source: unknown, handle: () => T): T {
  return sources.run(source, handle)
}

export function incomingRequest({ raw, method, url, headers }: FastifyRequest): IncomingRequest {
  return { method, url, headers, source: sources.getStore() ?? raw }
}
