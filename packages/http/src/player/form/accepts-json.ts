import type { FastifyRequest } from 'fastify'

/** Whether it is our script that sends a form, and wants to know what came of it rather than another page. */
export function acceptsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json'
}
