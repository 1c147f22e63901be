import { revokeSession } from '@handrail/core'
import { clearCookie } from '../visit/cookies.ts'
import type { PageHandler } from '../visit/handler.ts'
import { seeOther } from '../visit/redirect.ts'
import { requireCsrf, sessionOf } from '../visit/session.ts'

export const post: PageHandler = async ({ handrail, request, reply }) => {
  const session = await sessionOf(handrail, request)
  if (session) {
    requireCsrf(handrail, request, session)
    await handrail.asUser(session.user_id, session.id).invoke(revokeSession, { id: session.id })
    clearCookie(handrail.settings, reply, 'session')
  }
  return seeOther(handrail.settings, reply, '/sign-in')
}
