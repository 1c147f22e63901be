import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../../server/log.ts'
import { preparePages } from '../plugin.ts'

const MAX_BYTES = 32 * 1024

/** The page at which a contact stops reminders. Its form may come from any site, so it is a plugin of its own. */
export async function serveUnsubscribe(app: FastifyInstance, options: { handrail: Handrail; logger: Logger }) {
  preparePages(app, options)
  // RFC 8058 lets mail providers choose the content type; the body has a fixed meaning and is not read.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, async () => undefined)
  const { handrail } = options
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/unsubscribe',
      handler: async (request, reply) => {
        const { get, post } = await import('./unsubscribe.tsx')
        return (method === 'GET' ? get : post)({ handrail, request, reply })
      },
    })
}
