import { operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { i18nOf } from '../player/visit.ts'
import { type PlayerPagesOptions, servePlayerPages } from './player-pages.ts'

/** In the address, in place of the id of a participant. */
const PRIMARY = 'primary'

/** Shows an enrollment on the player's pages as one of its people sees it, to members who can read it. It is no visit. */
export async function serveSeeAs(app: FastifyInstance, options: PlayerPagesOptions): Promise<void> {
  servePlayerPages(app, options, {
    path: '/console/see-as/:workspace_id/:id/:person',
    pages: ['', '/steps/:step_id', '/steps/:step_id/record', '/answers', '/thanks'],
    methods: ['GET'],
    operation: operations.seeAsPerson,
    async enter(visit, member, look) {
      const { workspace_id, id, person } = paramsOf(visit.request)
      const participant = person === PRIMARY ? {} : { participant_id: person }
      const { link, view } = (await member.invoke(operations.seeAsPerson, { id, ...participant })).data
      const home = `${visit.player.base}/console/see-as/${workspace_id}/${id}/${person}/${look}`
      return { contact: member, link, view, i18n: i18nOf(visit, link), home }
    },
  })
}

function paramsOf({ params }: { params: unknown }): { workspace_id: string; id: string; person: string } {
  // The routes have the parameters in their path.
  return params as { workspace_id: string; id: string; person: string }
}
