import * as oauth from 'oauth4webapi'
import type { RegisteredClient, Tokens } from '../../store/credentials.ts'
import { inTime } from '../../timing.ts'
import { authenticateClient } from '../client/authentication.ts'
import type { AuthorizationServer } from '../discovery/authorization-server.ts'
import { accountOf } from './account.ts'
import { requestOptions } from './fetch.ts'
import type { TokenRequest } from './requests.ts'

/** Nobody waits longer for what is only good to know. */
const WITHIN_MS = 3_000

/**
 * Who signed in, and for how long: from the server's introspection (RFC 7662), where it has one and answers this client.
 * What the tokens came with says more, and stays.
 */
export async function describeTokens(
  request: Pick<TokenRequest, 'http' | 'client' | 'privateKey'>,
  server: AuthorizationServer,
  tokens: Tokens,
): Promise<Tokens> {
  if (!server.introspection_endpoint) return tokens
  const ask = (token: string | undefined) =>
    token === undefined
      ? undefined
      : inTime(introspect(request, server, token), WITHIN_MS, () => undefined).catch(() => undefined)
  const [access, refresh] = await Promise.all([ask(tokens.access_token), ask(tokens.refresh_token)])
  const account = { ...accountOf(access ?? {}), ...tokens.account }
  const { exp, iat } = refresh?.active ? refresh : {}
  return {
    ...tokens,
    ...(Object.keys(account).length > 0 && { account }),
    ...(exp !== undefined && { refresh_expires_at: exp * 1000 }),
    ...(exp !== undefined && iat !== undefined && { refresh_lifetime: (exp - iat) * 1000 }),
    ...(tokens.refresh_expires_at !== undefined && { refresh_expires_at: tokens.refresh_expires_at }),
  }
}

async function introspect(
  {
    http,
    client,
    privateKey,
  }: { http: TokenRequest['http']; client: RegisteredClient; privateKey: TokenRequest['privateKey'] },
  server: AuthorizationServer,
  token: string,
): Promise<oauth.IntrospectionResponse> {
  const authentication = await authenticateClient(client, privateKey)
  const { additionalParameters: _, ...options } = await requestOptions({ http, resource: undefined })
  const response = await oauth.introspectionRequest(server, client, authentication, token, options)
  return oauth.processIntrospectionResponse(server, client, response)
}
