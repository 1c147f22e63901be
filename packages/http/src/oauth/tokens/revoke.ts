import { type Context, revokeToken } from '@handrail/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressed } from '../../access/client-address.ts'
import { authenticateClient } from '../clients/client-authentication.ts'
import { noStore } from '../errors.ts'
import { bodyParameters } from '../parameters.ts'

/** POST /oauth/revoke (RFC 7009). Responds with an empty JSON object, because clients parse every body. */
export function answerRevoke(oauth: Context) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const context = addressed(oauth, request)
    const parameters = bodyParameters(request)
    const client = await authenticateClient(context, request, parameters)
    await revokeToken(context, client, parameters.required('token'))
    return noStore(reply).send({})
  }
}
