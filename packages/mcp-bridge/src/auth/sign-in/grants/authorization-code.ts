import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../../errors/bridge-error.ts'
import type { RegisteredClient, Tokens } from '../../../store/credentials.ts'
import { browserAddress } from '../../browser/browser.ts'
import {
  type Callback,
  DEFAULT_CALLBACK_PATH,
  isPortTaken,
  openCallback,
  portTaken,
  type Taken,
} from '../../browser/callback.ts'
import { newDpopKey } from '../../dpop.ts'
import { exchangeCode } from '../../token-endpoint/requests.ts'
import type { Plan } from '../plan.ts'
import type { Beginning, Begun } from './grant.ts'

/** The authorization code grant with PKCE, answered by a browser on this machine or by a pasted address. */
export async function browserSignIn(beginning: Beginning): Promise<Begun> {
  const { context, plan } = beginning
  const { options, http, now } = context
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const outcome = Promise.withResolvers<Tokens>()
  outcome.promise.catch(() => undefined) // It may end before anybody awaits it.
  /** Once the tokens are where every process finds them, or cannot be. */
  const kept = Promise.withResolvers<Taken>()
  let exchange: Promise<Taken> | undefined

  const take = async (parameters: URLSearchParams): Promise<Taken> => {
    // Other pages may guess the port, but not the state: they neither end nor disturb the sign-in.
    if (parameters.get('state') !== state) return 'stranger'
    exchange ??= redeem(parameters).then(
      (tokens) => {
        outcome.resolve(tokens)
        return kept.promise
      },
      (error) => {
        outcome.reject(error)
        return 'failed'
      },
    )
    return exchange
  }

  const redeem = async (parameters: URLSearchParams) => {
    const answer = checkAnswer(plan, client, parameters, state)
    const request = {
      http,
      server: plan.server,
      client,
      privateKey: options.client?.privateKey,
      resource: plan.resourceParameter,
      ...(plan.bindsTokens && { dpop: await newDpopKey() }),
      now,
    }
    return exchangeCode(request, answer, redirectUri, verifier)
  }

  const callback = await listenForAnswer(beginning, take)
  const redirectUri = `http://${options.callback?.host ?? '127.0.0.1'}:${callback.port}${pathOf(beginning)}`
  let client: RegisteredClient
  let url: string
  try {
    client = await beginning.clientFor(callback.port)
    url = await authorizationUrl(beginning, client, redirectUri, state, verifier)
  } catch (error) {
    await callback.close()
    throw error
  }
  return {
    url,
    client,
    tokens: outcome.promise,
    async paste(redirectAddress) {
      const parameters = URL.parse(redirectAddress.trim())?.searchParams
      const taken = parameters ? await take(parameters) : 'stranger'
      if (taken === 'stranger')
        throw new BridgeError(
          'sign_in_failed',
          'That is not the address of this sign-in: paste the whole address that the browser shows after you signed in.',
        )
    },
    async end(reason) {
      outcome.reject(reason ?? new BridgeError('sign_in_cancelled', 'The sign-in ended.'))
      kept.resolve(reason ? 'failed' : 'signed-in')
      await callback.close()
    },
  }
}

/** RFC 9207 and RFC 6749 section 4.1.2: who answered, to which request, and whether the person agreed. */
function checkAnswer(
  { server }: Plan,
  client: RegisteredClient,
  parameters: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, parameters, state)
  } catch (error) {
    const host = URL.parse(server.issuer)?.host
    if (error instanceof oauth.AuthorizationResponseError) {
      if (error.error === 'access_denied')
        throw new BridgeError('sign_in_refused', `Access was denied at ${host}: sign in again and allow it.`)
      const name = /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'error'
      throw new BridgeError(
        'sign_in_refused',
        `The authorization server ${host} refuses the sign-in (${name}): check the scopes and the client, or tell its operator.`,
      )
    }
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
      throw new BridgeError(
        'issuer_mismatch',
        `The answer to the sign-in did not come from ${host}, so its code was not used: sign in again, and tell the server's operator if it happens again.`,
      )
    throw error
  }
}

function pathOf({ context }: Pick<Beginning, 'context'>): string {
  return context.options.callback?.path ?? DEFAULT_CALLBACK_PATH
}

async function listenForAnswer(
  beginning: Beginning,
  take: (parameters: URLSearchParams) => Promise<Taken>,
): Promise<Callback> {
  const { context, preferredPort } = beginning
  const chosen = context.options.callback?.port
  try {
    return await openCallback(chosen ?? preferredPort, pathOf(beginning), take)
  } catch (error) {
    if (!isPortTaken(error)) throw error
    if (chosen) throw portTaken(chosen)
    return openCallback(0, pathOf(beginning), take)
  }
}

async function authorizationUrl(
  { context, plan }: Beginning,
  client: RegisteredClient,
  redirectUri: string,
  state: string,
  verifier: string,
): Promise<string> {
  const { options, http } = context
  const endpoint = plan.server.authorization_endpoint
  if (!endpoint)
    throw new BridgeError(
      'no_oauth',
      `The authorization server ${URL.parse(plan.server.issuer)?.host} has no sign-in page: use a client of your own with client credentials, or MCP_BRIDGE_TOKEN.`,
    )
  const url = new URL(endpoint)
  const parameters = {
    // OpenID Connect Core section 11: without it, offline_access is ignored.
    ...(plan.scopes?.includes('offline_access') ? { prompt: 'consent' } : {}),
    ...options.authorizeParameters,
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(plan.scopes ? { scope: plan.scopes.join(' ') } : {}),
    ...(plan.resourceParameter ? { resource: plan.resourceParameter } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return browserAddress(url.href, http)
}
