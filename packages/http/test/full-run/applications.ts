import { hash } from 'node:crypto'
import { ALL_SCOPES, operations } from '@handrail/core'
import { fieldsOf } from '../support/authorization.ts'
import { callTools } from './keys.ts'
import type { Owner } from './people.ts'
import type { Fields, Running } from './running.ts'

const { createApplication, rotateApplicationSecret } = operations

const REDIRECT_URI = 'https://app.example/callback'
const VERIFIER = 'typed-verifier-'.repeat(4)

interface Application {
  /** What it shows of itself: its id, and its secret if it has one. */
  credentials: Fields
  /** What it adds to the request for a code, and shows when it redeems it. */
  challenge?: Fields
  verifier?: Fields
}

/** A confidential and a public application, from the consent to the revocation. */
export async function runApplications(running: Running, owner: Owner): Promise<void> {
  const { handrail, keep, call } = running
  const workspace = await handrail.asSystem(owner.workspace_id)
  const application = { name: 'Sync', redirect_uris: [REDIRECT_URI], scopes: [...ALL_SCOPES] }
  const { data } = await workspace.invoke(createApplication, application)
  const { data: rotated } = await workspace.invoke(rotateApplicationSecret, { id: data.id })
  keep(data.client_secret)
  await connect(running, owner, { credentials: { client_id: data.id, client_secret: keep(rotated.client_secret) } })

  const register = (method: string) => {
    const body = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: method }
    return call('/oauth/register', { method: 'POST', body, status: 201 })
  }
  const { body: open } = await register('none')
  const challenge = { code_challenge: hash('sha256', VERIFIER, 'base64url'), code_challenge_method: 'S256' }
  const verifier = { code_verifier: keep(VERIFIER) }
  await connect(running, owner, { credentials: { client_id: open.client_id }, challenge, verifier })
  keep((await register('client_secret_post')).body.client_secret)
  await actAlone(running, owner)
}

/** An application that gets a token for itself, until it ends it. */
async function actAlone({ handrail, keep, call, send }: Running, owner: Owner): Promise<void> {
  const workspace = await handrail.asSystem(owner.workspace_id)
  const fields = { name: 'Nightly', redirect_uris: [], scopes: ['contacts:read'] }
  const { data } = await workspace.invoke(createApplication, { ...fields, client_credentials_role: 'viewer' })
  const credentials = { client_id: data.id, client_secret: keep(data.client_secret) }
  const requesting = { grant_type: 'client_credentials', ...credentials }
  const { access_token } = (await send('/oauth/token', requesting, 200)).body
  await send('/oauth/introspect', { token: keep(access_token), ...credentials }, 200)
  await call('/api/v1/contacts', { token: access_token, status: 200 })
  await call('/api/v1/contacts', { token: access_token, method: 'POST', body: {}, status: 403 })
  await send('/oauth/token', { ...requesting, client_secret: `${credentials.client_secret}x` }, 401)
}

/** A code, tokens, their refresh and use, at the right places and at wrong ones; then the code again, and the end. */
async function connect(running: Running, { browsing }: Owner, application: Application): Promise<void> {
  const { keep, call, send } = running
  const { credentials, challenge, verifier } = application
  const asked = { response_type: 'code', redirect_uri: REDIRECT_URI, client_id: credentials.client_id, ...challenge }
  const page = (await browsing.visit(`/oauth/authorize?${new URLSearchParams(asked as Fields)}`)).payload
  keep(fieldsOf(page).ticket)
  const answered = await browsing.visit('/oauth/authorize', { form: { ...fieldsOf(page), decision: 'allow' } })
  const code = keep(URL.parse(String(answered.headers.location))?.searchParams.get('code') ?? '')

  const redeeming = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...credentials }
  await send('/oauth/token', { ...redeeming, code_verifier: 'w'.repeat(43) }, 400)
  const first = (await send('/oauth/token', { ...redeeming, ...verifier }, 200)).body
  const refreshing = { grant_type: 'refresh_token', refresh_token: first.refresh_token, ...credentials }
  const { access_token, refresh_token } = (await send('/oauth/token', refreshing, 200)).body
  await send('/oauth/token', refreshing, 200)
  await send(`/oauth/token?client_secret=${credentials.client_secret}&refresh_token=${refresh_token}`, credentials, 400)
  for (const token of [access_token, refresh_token]) {
    await send('/oauth/introspect', { token, ...credentials }, 200)
    await call('/api/v1/contacts', { token, status: token === access_token ? 200 : 401 })
    await callTools(running, token)
  }
  await send('/oauth/token', { ...redeeming, ...verifier }, 400)
  await send('/oauth/revoke', { token: refresh_token, ...credentials }, 200)
  await call('/api/v1/contacts', { token: access_token, status: 401 })
}
