import { AppError } from '@handrail/core'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses a path of `publicUrl` that begins like one of Handrail's own, such as `/api`: where a proxy removes it and where it does not
 * could not be told apart.
 * @throws AppError `invalid_request` when the app becomes ready
 */
export function refuseOwnPath(app: FastifyInstance, base: string): void {
  const [, first] = base.split('/')
  if (!first) return
  let isOwn = false
  app.addHook('onRoute', ({ url }) => {
    isOwn ||= url.split('/')[1] === first
  })
  app.addHook('onReady', async () => {
    if (!isOwn) return
    throw new AppError(
      'invalid_request',
      `The public address ends with ${base}, but /${first} is a path of Handrail itself. Choose another one, such as /onboarding, or a host name of its own`,
    )
  })
}
