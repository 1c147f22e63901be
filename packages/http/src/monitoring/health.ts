import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: so does its database, otherwise 503 `unavailable`. */
export async function serveHealth(app: FastifyInstance, { handrail }: { handrail: Handrail }): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await handrail.ping()
    return { status: 'ok' }
  })
}
