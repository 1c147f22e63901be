import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../../test/support/authorization.ts'
import { ENGINES, PUBLIC_URL } from '../../../test/support/instance.ts'

describe.each(ENGINES)('oauth4webapi as a client, on %s', (engine) => {
  let server: Authorization
  let as: oauth.AuthorizationServer
  beforeAll(async () => {
    server = await openAuthorization(engine)
    const issuer = new URL(PUBLIC_URL)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http })
    as = await oauth.processDiscoveryResponse(issuer, found)
  })
  afterAll(() => server.close())

  /** Its requests, answered without a network. */
  const http = {
    [oauth.customFetch]: async (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>) => {
      const answer = await server.app.inject({
        method: method as 'GET' | 'POST',
        url: url.slice(PUBLIC_URL.length),
        headers,
        ...(body ? { payload: String(body) } : {}),
      })
      const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
      return new Response(answer.payload, { status: answer.statusCode, headers: sent })
    },
  }

  async function redirected(parameters: Record<string, string>): Promise<URL> {
    const url = new URL(as.authorization_endpoint ?? '')
    url.search = new URLSearchParams({ response_type: 'code', redirect_uri: REDIRECT_URI, ...parameters }).toString()
    const page = await server.authorize(url.search.slice(1))
    return new URL((await server.answer(page.text)).headers.location ?? '')
  }

  async function useTokens(client: oauth.Client, auth: oauth.ClientAuth, tokens: oauth.TokenEndpointResponse) {
    const { access_token, refresh_token = '' } = tokens
    const url = new URL(`${PUBLIC_URL}/api/v1/contacts`)
    const call = () => oauth.protectedResourceRequest(access_token, 'GET', url, undefined, undefined, http)
    expect((await call()).status).toBe(200)
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, auth, refresh_token, http),
    )
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope: tokens.scope })
    const introspect = async () =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, auth, refreshed.access_token, http),
      )
    expect(await introspect()).toMatchObject({ active: true, iss: PUBLIC_URL, sub: server.ada.id })
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, auth, refreshed.refresh_token ?? '', http),
    )
    expect(await introspect()).toEqual({ active: false })
    await expect(call()).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    const again = await oauth.refreshTokenGrantRequest(as, client, auth, refreshed.refresh_token ?? '', http)
    await expect(oauth.processRefreshTokenResponse(as, client, again)).rejects.toMatchObject({ error: 'invalid_grant' })
  }

  const redeem = (client: oauth.Client, auth: oauth.ClientAuth, validated: URLSearchParams) =>
    oauth.authorizationCodeGrantRequest(as, client, auth, validated, REDIRECT_URI, oauth.nopkce, http)

  test.each([
    ['in the form', oauth.ClientSecretPost],
    ['in the header', oauth.ClientSecretBasic],
  ])('a confidential application without PKCE, its secret %s', async (_where, method) => {
    const client = { client_id: server.confidential.client_id }
    const auth = method(server.confidential.client_secret)
    const state = oauth.generateRandomState()
    const callback = await redirected({ ...client, state, scope: 'contacts_read contacts_write' })
    const answer = await redeem(client, auth, oauth.validateAuthResponse(as, client, callback, state))
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer)
    expect(tokens.scope).toBe('contacts_read contacts_write')
    await useTokens(client, auth, tokens)
  })

  test('a public client that registers itself, with PKCE and a resource', async () => {
    const metadata = { redirect_uris: [REDIRECT_URI], client_name: 'Inspector', token_endpoint_auth_method: 'none' }
    const registered = await oauth.dynamicClientRegistrationRequest(as, metadata, http)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const auth = oauth.None()
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const callback = await redirected({
      client_id: client.client_id,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: PUBLIC_URL,
    })
    const validated = oauth.validateAuthResponse(as, client, callback, state)
    const answer = await oauth.authorizationCodeGrantRequest(as, client, auth, validated, REDIRECT_URI, verifier, {
      ...http,
      additionalParameters: { resource: PUBLIC_URL },
    })
    await useTokens(client, auth, await oauth.processAuthorizationCodeResponse(as, client, answer))
  })

  test('a client that authenticates with private_key_jwt', async () => {
    const { privateKey, publicKey } = await oauth.generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'one' }
    const metadata = {
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [jwk as oauth.JWK] },
    }
    const registered = await oauth.dynamicClientRegistrationRequest(as, metadata, http)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const auth = oauth.PrivateKeyJwt({ key: privateKey, kid: 'one' })
    const callback = await redirected({ client_id: client.client_id, state: 's' })
    const answer = await redeem(client, auth, oauth.validateAuthResponse(as, client, callback, 's'))
    await useTokens(client, auth, await oauth.processAuthorizationCodeResponse(as, client, answer))
  })

  test('errors have the names of the RFCs', async () => {
    const client = { client_id: server.confidential.client_id }
    const auth = oauth.ClientSecretPost(server.confidential.client_secret)
    const callback = await redirected({ ...client, state: 's' })
    const validated = oauth.validateAuthResponse(as, client, callback, 's')
    const exchange = (secret: oauth.ClientAuth) =>
      oauth.authorizationCodeGrantRequest(as, client, secret, validated, REDIRECT_URI, oauth.nopkce, http)
    const wrong = await exchange(oauth.ClientSecretPost('hr_cs_wrong'))
    await expect(oauth.processAuthorizationCodeResponse(as, client, wrong)).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    })
    await oauth.processAuthorizationCodeResponse(as, client, await exchange(auth))
    await expect(oauth.processAuthorizationCodeResponse(as, client, await exchange(auth))).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
    const page = await server.authorize({ ...client, redirect_uri: REDIRECT_URI, response_type: 'code', state: 's' })
    const denied = await server.answer(page.text, { decision: 'deny' })
    const back = new URL(denied.headers.location ?? '')
    expect(() => oauth.validateAuthResponse(as, client, back, 's')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })
})
