import { AppError } from '@handrail/core'
import {
  type AuthorizationRequest,
  authorizationRequest,
  type Client,
  type Context,
  findClient,
  isRegistered,
  OAuthError,
  requestConsent,
} from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { forUsers, type UserVisit, type Visit } from '../../pages/visit/handler.ts'
import { type Parameters, queryParameters } from '../parameters.ts'
import { answerConsent } from './answer-consent.ts'
import { showConsent } from './consent.tsx'
import { redirectWithError } from './redirect.ts'
import { showRefusal } from './refusal.tsx'

interface Asked {
  client: Client
  redirect_uri: string
  parameters: Parameters
}

/**
 * GET /oauth/authorize (RFC 6749 section 3.1). Errors are shown to the person until the client and its redirect URI are
 * verified, and then sent to the client; for a client that registered itself, after the person agrees.
 */
export async function get(visit: Visit): Promise<FastifyReply> {
  const { context } = await visit.handrail.asSystem()
  const parameters = readQuery(visit)
  // A client's metadata document is fetched only for people who have signed in.
  if (parameters.get('client_id')?.startsWith('https://'))
    return forUsers(async (user) => ask(user, context, await clientOf(context, parameters)))(visit)
  const asked = await clientOf(context, parameters)
  if (asked.client.kind === 'application') {
    const request = readRequest(visit, context, asked)
    if (!request) return visit.reply
  }
  return forUsers((user) => ask(user, context, asked))(visit)
}

/** POST: the decision of the person. */
export const post = answerConsent

async function ask(visit: UserVisit, context: Context, asked: Asked): Promise<FastifyReply> {
  const request = readRequest(visit, context, asked)
  if (!request) return visit.reply
  const { client } = asked
  const ticket = await requestConsent(context, { user_id: visit.session.user_id, client_id: client.id, request })
  return showConsent(visit, { client, request, ticket })
}

/** @returns undefined if an error response was sent */
function readRequest(visit: Visit, context: Context, asked: Asked): AuthorizationRequest | undefined {
  const { client, redirect_uri, parameters } = asked
  try {
    parameters.requireSingle()
    return authorizationRequest(context, client, {
      redirect_uri,
      response_type: parameters.get('response_type'),
      scope: parameters.get('scope'),
      state: parameters.get('state'),
      code_challenge: parameters.get('code_challenge'),
      code_challenge_method: parameters.get('code_challenge_method'),
      resource: parameters.all('resource'),
    })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const state = parameters.repeats('state') ? null : (parameters.get('state') ?? null)
    const target = { redirect_uri, state }
    // Otherwise a client that registers itself could use this endpoint as an open redirector (RFC 9700 section 4.11.2).
    if (client.kind === 'application') redirectWithError(visit.handrail.settings, visit.reply, target, error)
    else showRefusal(visit, { client, target, error })
    return undefined
  }
}

/** @throws AppError `invalid_request`, which becomes a page */
async function clientOf(context: Context, parameters: Parameters): Promise<Asked> {
  const client_id = single(parameters, 'client_id')
  const redirect_uri = single(parameters, 'redirect_uri')
  const client = await findClient(context, client_id).catch((error) => {
    if (error instanceof OAuthError)
      throw new AppError('invalid_request', error.message, { reason: 'application_undescribed', cause: error })
    throw error
  })
  if (!client)
    throw new AppError('invalid_request', 'The application that sent you here is not registered', {
      reason: 'application_unknown',
    })
  if (isRegistered(client.redirect_uris, redirect_uri)) return { client, redirect_uri, parameters }
  throw new AppError(
    'invalid_request',
    'The application asked to send you to an address that it has not registered. It may be impersonating another application',
    { reason: 'application_unregistered_address' },
  )
}

function single(parameters: Parameters, name: string): string {
  const value = parameters.repeats(name) ? undefined : parameters.get(name)
  if (value !== undefined) return value
  throw new AppError(
    'invalid_request',
    `The request of the application that sent you here must have ${name} exactly once`,
    {
      reason: 'application_incomplete',
    },
  )
}

function readQuery({ request }: Visit): Parameters {
  try {
    return queryParameters(request)
  } catch (cause) {
    throw new AppError('invalid_request', 'The application that sent you here made a request that cannot be read', {
      reason: 'application_incomplete',
      cause,
    })
  }
}
