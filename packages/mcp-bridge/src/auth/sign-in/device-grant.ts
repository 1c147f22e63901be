import { setTimeout as sleep } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import type { RegisteredClient, Tokens } from '../../store/credentials.ts'
import { browserAddress } from '../browser/browser.ts'
import { authenticateClient } from '../client/authentication.ts'
import { newDpopKey } from '../dpop.ts'
import { tokenFault } from '../token-endpoint/errors.ts'
import { requestOptions } from '../token-endpoint/fetch.ts'
import { exchangeDeviceCode, type TokenRequest } from '../token-endpoint/requests.ts'
import type { Beginning, Begun } from './grant.ts'

/** RFC 8628 section 3.2: how often to ask where the server does not say. */
const INTERVAL = 5

/** The device grant: the person signs in on any other machine, and types a code there. */
export async function deviceSignIn({ context, plan, clientFor }: Beginning): Promise<Begun> {
  const { http, now, options } = context
  const client = await clientFor(0)
  const request: TokenRequest = {
    http,
    server: plan.server,
    client,
    privateKey: options.client?.privateKey,
    resource: plan.resourceParameter,
    ...(plan.bindsTokens && { dpop: await newDpopKey() }),
    now,
  }
  const answer = await authorizeDevice(request, plan.server, client, plan.scopes)
  const ending = new AbortController()
  const outcome = Promise.withResolvers<Tokens>()
  outcome.promise.catch(() => undefined) // It may end before anybody awaits it.
  poll(request, answer, ending.signal).then(outcome.resolve, outcome.reject)
  return {
    url: browserAddress(answer.verification_uri_complete ?? answer.verification_uri, http),
    userCode: answer.user_code,
    client,
    tokens: outcome.promise,
    async paste() {
      throw new BridgeError('sign_in_failed', 'This sign-in needs no address: enter its code on the page instead.')
    },
    async end(reason) {
      outcome.reject(reason ?? new BridgeError('sign_in_cancelled', 'The sign-in ended.'))
      ending.abort()
    },
  }
}

async function authorizeDevice(
  request: TokenRequest,
  server: Beginning['plan']['server'],
  client: RegisteredClient,
  scopes: readonly string[] | undefined,
): Promise<oauth.DeviceAuthorizationResponse> {
  const { additionalParameters, ...options } = await requestOptions(request)
  const parameters = { ...additionalParameters, ...(scopes ? { scope: scopes.join(' ') } : {}) }
  const authentication = await authenticateClient(client, request.privateKey)
  try {
    const response = await oauth.deviceAuthorizationRequest(server, client, authentication, parameters, options)
    return await oauth.processDeviceAuthorizationResponse(server, client, response)
  } catch (error) {
    throw tokenFault(error, URL.parse(server.issuer)?.host ?? '')
  }
}

async function poll(
  request: TokenRequest,
  { device_code, interval, expires_in }: oauth.DeviceAuthorizationResponse,
  signal: AbortSignal,
): Promise<Tokens> {
  const end = request.now() + expires_in * 1000
  let seconds = interval ?? INTERVAL
  while (request.now() < end) {
    await sleep(seconds * 1000, undefined, { signal })
    const tokens = await ask(request, device_code)
    if (tokens === 'slow_down') seconds += 5
    else if (tokens !== 'pending') return tokens
  }
  throw new BridgeError('sign_in_timeout', 'The sign-in code has expired: start again.')
}

async function ask(request: TokenRequest, deviceCode: string): Promise<Tokens | 'pending' | 'slow_down'> {
  try {
    return await exchangeDeviceCode(request, deviceCode)
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    // RFC 8628 section 3.5: a lost answer is asked for again, more slowly.
    if (error.code === 'unreachable') return 'slow_down'
    if (error.cause === 'authorization_pending') return 'pending'
    if (error.cause === 'slow_down') return 'slow_down'
    throw error
  }
}
