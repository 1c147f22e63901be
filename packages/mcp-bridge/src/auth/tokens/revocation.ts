import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import type { Credentials, Entry } from '../../store/credentials.ts'
import { authenticateClient } from '../client/authentication.ts'
import type { AuthorizationContext } from '../context.ts'
import { requestOptions } from '../token-endpoint/fetch.ts'

/** Deletes the tokens here first, so that no other process goes on with them, then revokes them at the server. */
export async function signOut(context: AuthorizationContext): Promise<boolean> {
  const before = await context.store.exclusively(async ({ entry, write }) => {
    const { tokens, static_token, requested_scopes: _, ...credentials } = entry.credentials
    if (!tokens && !static_token) return undefined
    await write({ ...entry, credentials, history: { signed_in_at: [], failures: 0 } })
    return entry
  })
  if (before) await revoke(context, before)
  return before !== undefined
}

/** RFC 7009: the refresh token with what came of it, and the access token for servers that keep it alive. */
async function revoke(context: AuthorizationContext, { credentials, pin }: Entry): Promise<void> {
  const { tokens, client, endpoints } = credentials
  if (!tokens || !client || !pin || !endpoints?.revocation_endpoint) return
  const server = { issuer: pin.issuer, revocation_endpoint: endpoints.revocation_endpoint }
  try {
    if (tokens.refresh_token) await revokeToken(context, server, client, tokens.refresh_token, 'refresh_token')
    await revokeToken(context, server, client, tokens.access_token, 'access_token')
  } catch (cause) {
    throw new BridgeError(
      'unreachable',
      `The credentials are deleted here, but ${URL.parse(pin.issuer)?.host} did not confirm that it revoked them: disconnect mcp-bridge in your account there.`,
      { cause },
    )
  }
}

async function revokeToken(
  { http, options }: AuthorizationContext,
  server: oauth.AuthorizationServer,
  client: NonNullable<Credentials['client']>,
  token: string,
  kind: string,
): Promise<void> {
  const authentication = await authenticateClient(client, options.client?.privateKey)
  const { [oauth.customFetch]: customFetch } = await requestOptions({ http, resource: undefined })
  const response = await oauth.revocationRequest(server, client, authentication, token, {
    [oauth.customFetch]: customFetch,
    [oauth.allowInsecureRequests]: true,
    additionalParameters: { token_type_hint: kind },
  })
  await oauth.processRevocationResponse(response)
}
