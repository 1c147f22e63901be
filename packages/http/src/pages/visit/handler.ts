import type { Bound, Handrail } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundFrom, visitorOf } from '../../access/client-address.ts'
import { type I18n, i18nFor } from '../i18n/i18n.ts'
import { type Form, formOf } from './form.ts'
import { requireCsrf, requireSameOrigin, requireSession, type Session } from './session.ts'

/** A request for a page. */
export interface Visit {
  handrail: Handrail
  request: FastifyRequest
  reply: FastifyReply
  /** A command of the operator's program as it can be typed; undefined where there is none, as within another program. */
  operatorCommand?: ((command: string) => string) | undefined
}

/** A visit with the language to answer in. */
export interface Reading extends Visit {
  i18n: I18n
}

export type PageHandler = (visit: Visit) => Promise<FastifyReply>

export interface VisitorVisit extends Reading {
  /** The operations of a visitor who is not signed in. */
  visitor: Bound
  form: Form
}

/** Creates a handler for everyone. Forms must come from a page of this instance. */
export function forVisitors(handle: (visit: VisitorVisit) => Promise<FastifyReply>): PageHandler {
  return async (visit) => {
    const { handrail, request } = visit
    const i18n = i18nFor(handrail, request)
    if (request.method === 'POST') requireSameOrigin(handrail, request)
    return handle({ ...visit, i18n, visitor: visitorOf(handrail, request), form: formOf(request) })
  }
}

export interface UserVisit extends Reading {
  session: Session
  /** The operations of the person who is signed in. */
  user: Bound
  form: Form
}

/** Creates a handler for people who are signed in; others are redirected to the sign-in. Forms must come from the session. */
export function forUsers(handle: (visit: UserVisit) => Promise<FastifyReply>): PageHandler {
  return async (visit) => {
    const { handrail, request, reply } = visit
    const session = await requireSession(handrail, request, reply)
    if (!session) return reply
    if (request.method === 'POST') requireCsrf(handrail, request, session)
    const user = boundFrom(handrail.asUser(session.user_id, session.id), request)
    return handle({ ...visit, i18n: i18nFor(handrail, request), session, user, form: formOf(request) })
  }
}

/** A query parameter that is given once. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  // Fastify's parser returns an object of strings and lists of strings.
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** All values of a parameter. */
export function queriesOf({ query }: FastifyRequest, name: string): string[] {
  // As above.
  return [(query as Record<string, unknown>)[name]].flat().filter((value) => typeof value === 'string')
}
