import { operations, type Settings } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { boundFrom } from '../../access/client-address.ts'
import { clearCookie, readCookie, setCookie } from '../visit/cookies.ts'
import type { VisitorVisit } from '../visit/handler.ts'
import { seeOther, thenTo } from '../visit/redirect.ts'
import { sessionOf } from '../visit/session.ts'

export type Outcome = z.output<typeof operations.signIn.output>['data']

/** The browser and address of a sign-in. */
export function deviceOf({ headers }: FastifyRequest): { device: string } {
  return { device: (headers['user-agent'] ?? '').slice(0, 255) }
}

/** The device with the token that the browser kept from an earlier sign-in. */
export function withDevice(settings: Settings, request: FastifyRequest) {
  return { ...deviceOf(request), known_device: (readCookie(settings, request, 'known_device') ?? '').slice(0, 200) }
}

/** Sets the cookies of a sign-in, ends the browser's previous session, and redirects to `back` or to the second factor. */
export async function completeSignIn(visit: VisitorVisit, outcome: Outcome, back: string): Promise<FastifyReply> {
  const {
    handrail: { settings },
    reply,
  } = visit
  if (outcome.second_factor_token !== null) {
    setCookie(settings, reply, 'second_factor', outcome.second_factor_token)
    return seeOther(settings, reply, thenTo('/sign-in/second-factor', back))
  }
  await endFormerSession(visit)
  setCookie(settings, reply, 'session', outcome.session_token ?? '')
  if (outcome.known_device !== null) setCookie(settings, reply, 'known_device', outcome.known_device)
  clearCookie(settings, reply, 'second_factor')
  return seeOther(settings, reply, back)
}

async function endFormerSession({ handrail, request }: VisitorVisit): Promise<void> {
  const former = await sessionOf(handrail, request)
  if (!former) return
  const user = boundFrom(handrail.asUser(former.user_id, former.id), request)
  await user.invoke(operations.revokeSession, { id: former.id })
}
