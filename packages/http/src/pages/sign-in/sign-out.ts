import { operations } from '@handrail/core'
import { boundFrom } from '../../access/client-address.ts'
import { clearCookie } from '../visit/cookies.ts'
import { formOf } from '../visit/form.ts'
import type { PageHandler } from '../visit/handler.ts'
import { localPath, seeOther } from '../visit/redirect.ts'
import { requireCsrf, sessionOf } from '../visit/session.ts'

export const post: PageHandler = async ({ handrail, request, reply }) => {
  const session = await sessionOf(handrail, request)
  if (session) {
    requireCsrf(handrail, request, session)
    const user = boundFrom(handrail.asUser(session.user_id, session.id), request)
    await user.invoke(operations.revokeSession, { id: session.id })
    clearCookie(handrail.settings, reply, 'session')
  }
  const { return_to } = formOf(request)
  return seeOther(handrail.settings, reply, return_to === undefined ? '/sign-in' : localPath(return_to))
}
