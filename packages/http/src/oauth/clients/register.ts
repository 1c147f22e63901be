import { type Context, networkOf, OAuthError, registerClient, scopeText } from '@handrail/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddressOf } from '../../access/client-address.ts'
import { noStore } from '../errors.ts'

/** POST /oauth/register (RFC 7591): responds with the registered metadata, which may differ from the request. */
export function answerRegister(context: Context) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { body } = request
    if (typeof body !== 'object' || body === null || body instanceof URLSearchParams)
      throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object')
    const { client, client_secret } = await registerClient(context, body, networkOf(clientAddressOf(request).address))
    return noStore(reply.code(201)).send({
      client_id: client.id,
      client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1000),
      // Zero: it does not expire (RFC 7591 section 3.2.1).
      ...(client_secret === undefined ? {} : { client_secret, client_secret_expires_at: 0 }),
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: client.auth_method,
      scope: scopeText(client.scopes),
      ...(client.jwks ? { jwks: client.jwks } : {}),
    })
  }
}
