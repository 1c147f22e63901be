import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
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
  for (const [former, path] of Object.entries(MOVED))
    app.get(former, async (request, reply) => {
      if (!hasConsole) return seeOther(settings, reply, '/')
      const { toConsole } = await import('./former-address.ts')
      return toConsole(path)({ handrail, request, reply })
    })
  // The start page says that there is no console.
  if (!hasConsole) app.get('/w/*', async (_request, reply) => seeOther(settings, reply, '/'))
}
