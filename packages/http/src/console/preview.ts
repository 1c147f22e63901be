import { operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { isObject } from '../body/is-object.ts'
import { type Entered, i18nOf, type View } from '../player/visit.ts'
import { type PlayerPagesOptions, servePlayerPages } from './player-pages.ts'

/** A guide with all its texts. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Shows the draft of a guide on the player's pages, to members with access: the stored draft, or one sent as JSON, which is
 * not stored. There is no link for others.
 */
export async function servePreview(app: FastifyInstance, options: PlayerPagesOptions): Promise<void> {
  servePlayerPages(app, options, {
    path: '/console/preview/:workspace_id/:id',
    pages: ['', '/steps/:step_id', '/finish', '/thanks'],
    methods: ['GET', 'POST'],
    maxBytes: MAX_BYTES,
    operation: operations.previewGuide,
    async enter(visit, member, look) {
      const { player, request } = visit
      // The routes have the parameters in their path.
      const { workspace_id, id } = request.params as { workspace_id: string; id: string }
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
    },
  })
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
