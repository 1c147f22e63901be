import { hash } from 'node:crypto'
import { ALL_SCOPES, type Bound, operations } from '../src/index.ts'
import {
  authorizationRequest,
  type Client,
  type Context,
  findClient,
  grantConsent,
  redeemCode,
  requestConsent,
} from '../src/internal.ts'
import type { Instance } from './instance.ts'

const { createApplication, createUser } = operations

export const REDIRECT_URI = 'https://app.example/callback'
export const VERIFIER = 'v'.repeat(43)
const CHALLENGE = hash('sha256', VERIFIER, 'base64url')

let people = 0

/** A person who is a member of the workspace. */
export async function newMember(bound: Bound, role: 'viewer' | 'editor' | 'admin' = 'admin') {
  const email = `person${++people}@example.com`
  return (await bound.invoke(createUser, { email, name: 'Ada', role })).data
}

/** An application of the workspace, with its secret. */
export async function newApplication(
  instance: Instance,
  fields: { type?: 'public' | 'confidential'; scopes?: readonly string[]; redirect_uris?: string[] } = {},
) {
  const { type = 'confidential', scopes = ALL_SCOPES, redirect_uris = [REDIRECT_URI] } = fields
  const input = { name: 'Sync', redirect_uris, scopes: [...scopes], type }
  const { data } = await instance.acme.invoke(createApplication, input)
  return { client: await existingClient(instance.acme.context, data.id), secret: data.client_secret ?? '' }
}

export async function existingClient(context: Context, id: string): Promise<Client> {
  const client = await findClient(context, id)
  if (!client) throw new Error(`There is no client ${id}`)
  return client
}

interface Asking {
  client: Client
  user_id: string
  scope?: string
  resource?: string[]
  pkce?: boolean
  ticked?: readonly string[]
  readOnly?: boolean
  workspace_id?: string
}

/** The redirect of the client after consent. */
export async function consentTo({ acme: { context } }: Instance, asking: Asking): Promise<string> {
  const { client, user_id, pkce = client.auth_method === 'none' } = asking
  const request = authorizationRequest(context, client, {
    redirect_uri: client.redirect_uris[0] ?? '',
    response_type: 'code',
    scope: asking.scope,
    state: 'xyz',
    code_challenge: pkce ? CHALLENGE : undefined,
    code_challenge_method: pkce ? 'S256' : undefined,
    resource: asking.resource ?? [],
  })
  const ticket = await requestConsent(context, { user_id, client_id: client.id, request })
  const workspace_id = asking.workspace_id ?? context.caller.workspace_id
  const { ticked: scopes = ALL_SCOPES, readOnly = false } = asking
  return (await grantConsent(context, { ticket, user_id, workspace_id, scopes, readOnly })).code
}

/** The whole flow from the request to the first pair of tokens. */
export async function connect(instance: Instance, asking: Asking) {
  const { client, pkce = client.auth_method === 'none' } = asking
  return redeemCode(instance.acme.context, {
    client,
    code: await consentTo(instance, asking),
    redirect_uri: client.redirect_uris[0],
    code_verifier: pkce ? VERIFIER : undefined,
    resource: [],
  })
}
