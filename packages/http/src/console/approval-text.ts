import { operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { rateLimiting } from '../access/rate-limit.ts'
import type { LoadPlayer } from '../player/load.ts'
import { sendError } from '../server/errors.ts'
import type { ConsoleApiOptions } from './api.ts'
import { requireCaller, workspaceOf } from './caller.ts'

/**
 * The text that a contact approved as HTML, rendered as the player did. The console puts it into its record; opened by itself, it can
 * neither run nor load anything.
 */
export async function serveApprovalText(
  app: FastifyInstance,
  { handrail, logger, rateLimits, loadPlayer }: ConsoleApiOptions & { loadPlayer: LoadPlayer },
): Promise<void> {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger))
  app.post<{ Params: { id: string; approval_id: string } }>(
    '/console/approvals/:id/:approval_id',
    async (request, reply) => {
      const session = await requireCaller(handrail, request)
      await limiting.count(session.user_id, reply)
      const member = await handrail.asMember(workspaceOf(request), session.user_id, session.id)
      const { data } = await member.invoke(operations.getApproval, { ...request.params })
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send((await loadPlayer()).markdown.block(data.document.markdown))
    },
  )
}
