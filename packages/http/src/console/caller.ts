import { AppError, type Handrail } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { requireSameOrigin, type Session, sessionOf } from '../pages/visit/session.ts'

/** Pages of other sites cannot send this header: it requires a CORS preflight, which is refused (Fetch Standard). */
const WORKSPACE = 'handrail-workspace'

/**
 * The session of the request, which must come from a page of this site.
 * @throws AppError `authentication_required` without a session, `forbidden` for requests of other sites
 */
export async function requireCaller(handrail: Handrail, request: FastifyRequest): Promise<Session> {
  requireSameOrigin(handrail, request)
  if (request.headers[WORKSPACE] === undefined)
    throw new AppError('invalid_request', `Send the header ${WORKSPACE}: the id of a workspace, or none`)
  const session = await sessionOf(handrail, request)
  if (session) return session
  throw new AppError('authentication_required', 'Sign in first')
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The workspace in which the page acts. @throws AppError `not_found` for what is no id, as for that of another workspace */
export function workspaceOf({ headers }: FastifyRequest): string {
  const workspace = String(headers[WORKSPACE])
  if (!UUID.test(workspace)) throw notFound()
  return workspace.toLowerCase()
}
