import { type Context, introspectToken } from '@handrail/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressed } from '../../access/client-address.ts'
import { authenticateClient } from '../clients/client-authentication.ts'
import { noStore } from '../errors.ts'
import { bodyParameters } from '../parameters.ts'

/** POST /oauth/introspect (RFC 7662), for the client's own tokens. */
export function answerIntrospect(oauth: Context) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const context = addressed(oauth, request)
    const parameters = bodyParameters(request)
    const client = await authenticateClient(context, request, parameters)
    const answer = await introspectToken(context, client, parameters.required('token'))
    return noStore(reply).send(answer)
  }
}
