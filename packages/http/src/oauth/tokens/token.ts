import {
  type AuthenticatedClient,
  type Context,
  issueApplicationToken,
  OAuthError,
  redeemCode,
  refreshTokens,
} from '@handrail/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressed } from '../../access/client-address.ts'
import { authenticateClient } from '../clients/client-authentication.ts'
import { noStore } from '../errors.ts'
import { bodyParameters, type Parameters } from '../parameters.ts'

type Grant = (context: Context, client: AuthenticatedClient, parameters: Parameters) => Promise<object>

/** The grants of RFC 6749 sections 4.1.3, 4.4 and 6. */
const GRANTS: Record<string, Grant> = {
  authorization_code: async (context, client, parameters) =>
    redeemCode(context, {
      client,
      code: parameters.required('code'),
      redirect_uri: parameters.get('redirect_uri'),
      code_verifier: parameters.get('code_verifier'),
      resource: parameters.all('resource'),
    }),
  client_credentials: async (context, client, parameters) =>
    issueApplicationToken(context, {
      client,
      scope: parameters.get('scope'),
      resource: parameters.all('resource'),
    }),
  refresh_token: async (context, client, parameters) =>
    refreshTokens(context, {
      client,
      refresh_token: parameters.required('refresh_token'),
      scope: parameters.get('scope'),
      resource: parameters.all('resource'),
    }),
}

/** POST /oauth/token: the specification's token response, with its six fields in their order; client_credentials has no refresh token. */
export function answerToken(oauth: Context) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const context = addressed(oauth, request)
    const parameters = bodyParameters(request)
    const grant_type = parameters.required('grant_type')
    const client = await authenticateClient(context, request, parameters)
    const grant = Object.hasOwn(GRANTS, grant_type) ? GRANTS[grant_type] : undefined
    if (!grant)
      throw new OAuthError(
        'unsupported_grant_type',
        'The grant types are authorization_code, client_credentials and refresh_token',
      )
    const answer = await grant(context, client, parameters)
    return noStore(reply).send(answer)
  }
}
