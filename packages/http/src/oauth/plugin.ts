import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../server/log.ts'
import { serveAuthorize } from './authorize/plugin.ts'
import { answerRegister } from './clients/register.ts'
import { answerOauthErrors } from './errors.ts'
import { limitByNetwork } from './limits.ts'
import { serveMetadata } from './metadata.ts'
import { MAX_BYTES, parseParameters } from './parameters.ts'
import { answerIntrospect } from './tokens/introspect.ts'
import { answerRevoke } from './tokens/revoke.ts'
import { answerToken } from './tokens/token.ts'

interface OauthOptions {
  handrail: Handrail
  logger: Logger
}

/** The authorization server: one file for each endpoint, named by the RFC's verb. */
export async function serveOauth(app: FastifyInstance, { handrail, logger }: OauthOptions): Promise<void> {
  const { context } = await handrail.asSystem()
  const limit = (endpoint: Parameters<typeof limitByNetwork>[1]) => ({
    bodyLimit: MAX_BYTES,
    onRequest: limitByNetwork(handrail.rateLimiter, endpoint),
  })
  await app.register(serveAuthorize, { handrail, logger })
  parseParameters(app)
  answerOauthErrors(app, logger)
  serveMetadata(app, handrail.settings)
  app.post('/oauth/token', limit('token'), answerToken(context))
  app.post('/oauth/introspect', limit('introspect'), answerIntrospect(context))
  app.post('/oauth/revoke', limit('revoke'), answerRevoke(context))
  app.post('/oauth/register', limit('register'), answerRegister(context))
}
