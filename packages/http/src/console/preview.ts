import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import { requireAccess } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RateLimits, rateLimiting } from '../access/rate-limit.ts'
import { isObject } from '../body/is-object.ts'
import { requireSameOrigin, type Session, sessionOf } from '../pages/visit/session.ts'
import { PAGES } from '../player/pages/pages.ts'
import { type Entered, i18nOf, type Player, type View, type Visit } from '../player/visit.ts'
import { sendError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'

const LOOKS = ['light', 'dark'] as const
/** The path of the preview; pages of the player are below it. */
const PATH = '/console/preview/:workspace_id/:id'
const SHOWN = ['', '/steps/:step_id', '/finish', '/thanks']
/** A guide with all its texts. */
const MAX_BYTES = 4 * 1024 * 1024

interface PreviewOptions {
  handrail: Handrail
  player: Player
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
}

/**
 * Shows the draft of a guide on the player's pages, to members with access: the stored draft, or one sent as JSON, which is
 * not stored. There is no link for others.
 */
export async function servePreview(
  app: FastifyInstance,
  { handrail, player, logger, rateLimits }: PreviewOptions,
): Promise<void> {
  const limiting = rateLimiting(handrail.rateLimiter, rateLimits)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger))
  for (const look of LOOKS) {
    const shown: Player = { ...player, preview: look, enter: (visit) => enterDraft(visit, look) }
    for (const { path, load } of PAGES.filter((page) => SHOWN.includes(page.path)))
      app.route({
        method: ['GET', 'POST'],
        url: `${PATH}/${look}${path}`,
        bodyLimit: MAX_BYTES,
        // Before the body is read, so that callers without access cost no parsing.
        onRequest: async (request, reply) => {
          const session = await requireUser(handrail, request)
          await limiting.count(session.user_id, reply)
          requireAccess(operations.previewGuide, (await memberOf(handrail, request, session)).context)
        },
        handler: async (request, reply) => {
          const { get } = await load()
          if (!get) throw new Error(`The page ${path} shows nothing`)
          reply.header('cross-origin-resource-policy', 'same-origin')
          return get({ player: shown, request, reply })
        },
      })
  }
}

/** @throws AppError `authentication_required` where nobody is signed in, `forbidden` where another site sends a draft */
async function requireUser(handrail: Handrail, request: FastifyRequest): Promise<Session> {
  if (request.method === 'POST') requireSameOrigin(handrail, request)
  const session = await sessionOf(handrail, request)
  if (!session) throw new AppError('authentication_required', 'Sign in first')
  return session
}

function pathOf({ params }: FastifyRequest): { workspace_id: string; id: string } {
  // The routes have the parameters in their path.
  return params as { workspace_id: string; id: string }
}

function memberOf(handrail: Handrail, request: FastifyRequest, { user_id, id }: Session): Promise<Bound> {
  return handrail.asMember(pathOf(request).workspace_id, user_id, id)
}

async function enterDraft(visit: Visit, look: (typeof LOOKS)[number]): Promise<Entered> {
  const { player, request } = visit
  const { workspace_id, id } = pathOf(request)
  const member = await memberOf(player.handrail, request, await requireUser(player.handrail, request))
  const { data } = await member.invoke(operations.previewGuide, { ...(isObject(request.body) && request.body), id })
  const { link } = data
  // In the default language of the workspace's contacts.
  const i18n = i18nOf(visit, link)
  const view = withNames(data.view, i18n)
  return {
    contact: member,
    link,
    view: /\/(finish|thanks)$/.test(request.url) ? finished(view) : view,
    i18n,
    home: `${player.base}/console/preview/${workspace_id}/${id}/${look}`,
  }
}

/** The view with a name for the primary contact, who is nobody yet. */
function withNames(view: View, { t }: Entered['i18n']): View {
  const participants = view.participants.map((person) =>
    person.is_primary ? { ...person, first_name: t('main_contact') } : person,
  )
  return { ...view, participants }
}

/** The view with all steps completed, for the pages at the end. */
function finished(view: View): View {
  const steps = view.guide.sections.flatMap((section) => section.steps)
  return { ...view, status: 'completed', completed_step_ids: steps.map(({ id }) => id) }
}
