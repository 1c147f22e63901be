import { ALL_SCOPES } from '@handrail/core'
import { denyConsent, grantConsent, OAuthError, pendingConsent, scopeText } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { forUsers, type UserVisit } from '../../pages/visit/handler.ts'
import { attempt } from '../../pages/visit/problem.ts'
import { showConsent } from './consent.tsx'
import { redirectWithCode, redirectWithError } from './redirect.ts'

/** Handles the decision of the person: permits all or a part of the request, or denies it. */
export const answerConsent = forUsers(async (visit: UserVisit): Promise<FastifyReply> => {
  const { handrail, reply, form, session, user } = visit
  const { settings } = handrail
  const answered = { ticket: form.ticket ?? '', user_id: session.user_id }
  if (form.decision === 'deny') {
    const request = await denyConsent(user.context, answered)
    return redirectWithError(settings, reply, request, new OAuthError('access_denied', 'The person denied the request'))
  }
  const asked = await pendingConsent(user.context, answered)
  let code: string | undefined
  const problem = await attempt(async () => {
    const consent = {
      ...answered,
      workspace_id: form.workspace_id ?? '',
      scopes: ALL_SCOPES.filter((scope) => form[scopeText([scope])] !== undefined),
      readOnly: form.read_only !== undefined,
    }
    code = (await grantConsent(user.context, consent)).code
  })
  if (code === undefined) return showConsent(visit, { ...asked, ticket: answered.ticket }, problem)
  return redirectWithCode(settings, reply, asked.request, code)
})
