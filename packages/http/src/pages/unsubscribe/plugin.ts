import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../../server/log.ts'
import { preparePages } from '../plugin.ts'

const MAX_BYTES = 32 * 1024

/** The page at which a contact stops reminders. Its form may come from anywhere, so it stands apart from the others. */
export async function serveUnsubscribe(app: FastifyInstance, options: { handrail: Handrail; logger: Logger }) {
  preparePages(app, options)
  // RFC 8058 lets mail providers choose. What such a body says is known: there is one thing to ask for.
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
