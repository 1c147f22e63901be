import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { preparePages } from '../../pages/plugin.ts'
import type { Logger } from '../../server/log.ts'
import { limitByNetwork } from '../limits.ts'
import { MAX_BYTES } from '../parameters.ts'

/** The only OAuth endpoint that people see: errors become pages, which are loaded on the first visit. */
export async function serveAuthorize(
  app: FastifyInstance,
  { handrail, logger }: { handrail: Handrail; logger: Logger },
): Promise<void> {
  preparePages(app, { handrail, logger })
  const onRequest = limitByNetwork(handrail.rateLimiter, 'authorize')
  const load = () => import('./authorize.ts')
  app.get('/oauth/authorize', { onRequest }, async (request, reply) => (await load()).get({ handrail, request, reply }))
  app.post('/oauth/authorize', { bodyLimit: MAX_BYTES, onRequest }, async (request, reply) =>
    (await load()).post({ handrail, request, reply }),
  )
}
