import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { isFromUndeclaredProxy } from '../access/client-address.ts'

/** `/healthz`: the process answers. `/readyz`: the database answers too and deliveries run, otherwise 503. */
export async function serveHealth(app: FastifyInstance, { handrail }: { handrail: Handrail }): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  app.get('/healthz', async (request, reply) => {
    // For `handrail doctor`, which requests it through the proxies in front.
    if (isFromUndeclaredProxy(request)) reply.header('x-handrail-proxy', 'undeclared')
    return { status: 'ok' }
  })
  app.get('/readyz', async () => {
    await handrail.ping()
    return { status: 'ok' }
  })
}
