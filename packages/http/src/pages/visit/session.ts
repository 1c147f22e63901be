import { hash, timingSafeEqual } from 'node:crypto'
import { AppError, type Handrail, type SignedInSession } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'
import { formOf } from './form.ts'
import { seeOther, thenTo } from './redirect.ts'

/** The session of a browser, with the CSRF token of its forms. */
export interface Session extends SignedInSession {
  /** Derived from the session's token, so it ends with the session and is useless in another. */
  csrf: string
}

export const CSRF_FIELD = 'csrf'

/** The current session; undefined without one. @param isUse whether the request is an activity that extends the session */
export async function sessionOf(
  handrail: Handrail,
  request: FastifyRequest,
  isUse = true,
): Promise<Session | undefined> {
  const token = readCookie(handrail.settings, request, 'session')
  const session = token === undefined ? undefined : await handrail.session(token, isUse)
  return session && { ...session, csrf: hash('sha256', `csrf ${token}`, 'base64url') }
}

/**
 * The current session. Without one, redirects to the sign-in page, which returns to the requested page, and resolves to
 * undefined.
 */
export async function requireSession(
  handrail: Handrail,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | undefined> {
  const session = await sessionOf(handrail, request)
  if (session) return session
  // The content of a form is lost, but its page can be shown again.
  const back = request.method === 'GET' ? request.url : (request.url.split('?')[0] ?? '/')
  seeOther(handrail.settings, reply, thenTo('/sign-in', back))
  return undefined
}

/**
 * Refuses a form that does not come from a page of this session.
 * @throws AppError `forbidden`
 */
export function requireCsrf(handrail: Handrail, request: FastifyRequest, session: Session): void {
  requireSameOrigin(handrail, request)
  const given = Buffer.from(formOf(request)[CSRF_FIELD] ?? '')
  const expected = Buffer.from(session.csrf)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new AppError('forbidden', 'This form is from another session. Go back, load the page again and repeat it', {
    reason: 'another_form',
  })
}

/**
 * Refuses a form from a page of another site. For forms of visitors, who have no session.
 * @throws AppError `forbidden`
 */
export function requireSameOrigin({ settings }: Handrail, { headers }: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') throw foreign()
  // Pages without referrers send the origin `null`; then only Sec-Fetch-Site shows the source of a form.
  if (site === 'same-origin' && (origin === undefined || origin === 'null')) return
  if (origin === undefined || !URL.canParse(origin)) throw foreign()
  if (origin === new URL(settings.publicUrl).origin || new URL(origin).host === host) return
  throw foreign()
}

function foreign(): AppError {
  return new AppError('forbidden', 'This form was not sent from a page of this site', { reason: 'another_site' })
}
