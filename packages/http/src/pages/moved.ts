import { type Handrail, operations } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { forUsers, queryOf } from './visit/handler.ts'
import { seeOther } from './visit/redirect.ts'

/** The pages that the console has taken over, by their former address; the path is that below the workspace. */
const MOVED = { '/members': '/settings/members', '/outbox': '/outbox' } as const

interface MovedOptions {
  handrail: Handrail
  hasConsole: boolean
}

/** Keeps former addresses working: mails and bookmarks name them. */
export async function redirectMovedPages(app: FastifyInstance, { handrail, hasConsole }: MovedOptions): Promise<void> {
  const { settings } = handrail
  app.get('/connections', async (_request, reply) => seeOther(settings, reply, '/account/connections'))
  for (const [former, path] of Object.entries(MOVED)) {
    const redirect = forUsers(async ({ request, reply, user }) => {
      const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
      const wanted = queryOf(request, 'workspace') ?? memberships[0]?.workspace_id
      if (wanted === undefined) return seeOther(settings, reply, '/')
      if (!memberships.some(({ workspace_id }) => workspace_id === wanted)) throw notFound()
      return seeOther(settings, reply, `/w/${wanted}${path}`)
    })
    app.get(former, (request, reply) =>
      hasConsole ? redirect({ handrail, request, reply }) : seeOther(settings, reply, '/'),
    )
  }
  // The start page says that there is no console.
  if (!hasConsole) app.get('/w/*', async (_request, reply) => seeOther(settings, reply, '/'))
}
