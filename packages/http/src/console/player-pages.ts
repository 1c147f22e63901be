import { AppError, type Bound, type Handrail } from '@handrail/core'
import { requireAccess } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { requireSameOrigin, type Session, sessionOf } from '../pages/visit/session.ts'
import type { LoadPlayer } from '../player/load.ts'
import { PAGES } from '../player/pages/pages.ts'
import { DeadLink, type Entered, type Player, type Visit } from '../player/visit.ts'
import { sendError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'

const LOOKS = ['light', 'dark'] as const
type Look = (typeof LOOKS)[number]

export interface PlayerPagesOptions {
  handrail: Handrail
  loadPlayer: LoadPlayer
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
}

interface Shown {
  /** The path of the overview, with the parameter `workspace_id`; the colour scheme and the other pages are below it. */
  path: string
  /** The pages that are there, by their paths in `PAGES`. */
  pages: readonly string[]
  methods: ('GET' | 'POST')[]
  maxBytes?: number
  /** The operation whose rights the member needs. */
  operation: Parameters<typeof requireAccess>[0]
  enter(visit: Visit, member: Bound, look: Look): Promise<Entered>
}

/** Serves pages of the player to the members of a workspace, without a link and without an effect. */
export function servePlayerPages(
  app: FastifyInstance,
  { handrail, loadPlayer, logger, rateLimits }: PlayerPagesOptions,
  { path, pages, methods, maxBytes, operation, enter }: Shown,
): void {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof DeadLink) return (await import('../player/pages/gone.tsx')).sendGonePage(error.visit)
    return sendError(request, reply, error, logger)
  })
  const enterAsMember = async (visit: Visit, look: Look) =>
    enter(visit, await memberOf(handrail, visit.request, await requireUser(handrail, visit.request)), look)
  for (const look of LOOKS) {
    const shown = async (): Promise<Player> => {
      const enter = (visit: Visit) => enterAsMember(visit, look)
      return { ...(await loadPlayer()), preview: look, enter }
    }
    for (const page of PAGES.filter((one) => pages.includes(one.path)))
      app.route({
        method: methods,
        url: `${path}/${look}${page.path}`,
        ...(maxBytes !== undefined && { bodyLimit: maxBytes }),
        // Before the body is read, so that callers without access cost no parsing.
        onRequest: async (request, reply) => {
          const session = await requireUser(handrail, request)
          await limiting.count(session.user_id, reply)
          requireAccess(operation, (await memberOf(handrail, request, session)).context)
        },
        handler: async (request, reply) => {
          const { get } = await page.load()
          if (!get) throw new Error(`The page ${page.path} shows nothing`)
          reply.header('cross-origin-resource-policy', 'same-origin')
          return get({ player: await shown(), request, reply })
        },
      })
  }
}

/** @throws AppError `authentication_required` where nobody is signed in, `forbidden` where another site sends something */
async function requireUser(handrail: Handrail, request: FastifyRequest): Promise<Session> {
  if (request.method === 'POST') requireSameOrigin(handrail, request)
  const session = await sessionOf(handrail, request)
  if (!session) throw new AppError('authentication_required', 'Sign in first')
  return session
}

function memberOf(handrail: Handrail, request: FastifyRequest, { user_id, id }: Session): Promise<Bound> {
  // The routes have the parameter in their path.
  const { workspace_id } = request.params as { workspace_id: string }
  return handrail.asMember(workspace_id, user_id, id)
}
