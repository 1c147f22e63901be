import {
  ALL,
  type Authorization,
  CHALLENGE,
  fieldsOf,
  openAuthorization,
  REDIRECT_URI,
  VERIFIER,
} from '../support/authorization.ts'
import { PUBLIC_URL } from '../support/instance.ts'
import type { Walk } from './walk.ts'

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const HERE = 'http://localhost/callback'
const APP = 'app.example:/back'

/** Requests of clients that registered themselves, which cannot be answered. */
const WRONG = {
  scope: { scope: 'nonsense' },
  type: { response_type: 'token' },
  resource: { resource: 'https://other.example' },
  state: { state: 'x'.repeat(5000) },
}

export async function seeApplications(walk: Walk): Promise<void> {
  const server = await openAuthorization('sqlite')
  try {
    await seeRequests(walk, server)
    await seeAnswers(walk, server)
  } finally {
    await server.close()
  }
}

/** Does what Ada's browser does, and notes the page that it is shown. */
function browserOf({ language, pages }: Walk, server: Authorization) {
  const headers = { cookie: server.ada.cookie, origin: PUBLIC_URL, 'accept-language': language }
  const noted = async (name: string, answering: ReturnType<Authorization['call']>) => {
    const { text } = await answering
    pages.set(name, text)
    return text
  }
  const see = (name: string, path: string, cookie = server.ada.cookie) =>
    noted(name, server.call({ path, token: null, headers: { ...headers, cookie } }))
  return {
    see,
    send: (name: string, fields: Parameters<Authorization['send']>[1]) =>
      noted(name, server.send('/oauth/authorize', fields, headers)),
    ask: (name: string, client_id: string, other: Record<string, string> = {}, person = server.ada) => {
      const usual = { client_id, redirect_uri: REDIRECT_URI, response_type: 'code', scope: ALL }
      return see(name, `/oauth/authorize?${new URLSearchParams({ ...usual, ...other })}`, person.cookie)
    },
  }
}

async function seeRequests(walk: Walk, server: Authorization): Promise<void> {
  const { ask, see } = browserOf(walk, server)
  const { client_id } = server.confidential
  const viewer = await server.signIn('viewer')
  await ask('consent of a viewer', client_id, {}, viewer)
  await ask('consent, nothing to give', client_id, { scope: 'webhooks_manage' }, viewer)
  await ask('consent, unknown application', 'nobody')
  await ask('consent, unregistered address', client_id, { redirect_uri: 'https://evil.example/' })
  await see('consent, incomplete', '/oauth/authorize')
  const client = { client_name: 'Assistant', redirect_uris: [HERE, APP], token_endpoint_auth_method: 'none' }
  const { body } = await server.call({ method: 'POST', path: '/oauth/register', token: null, body: client })
  await ask('consent of a program here', body.client_id, { redirect_uri: HERE, ...PKCE })
  await ask('consent of an app', body.client_id, { redirect_uri: APP, ...PKCE })
  for (const [what, wrong] of Object.entries(WRONG))
    await ask(`refusal, ${what}`, body.client_id, { redirect_uri: HERE, ...PKCE, ...wrong })
}

async function seeAnswers(walk: Walk, server: Authorization): Promise<void> {
  const { ask, see, send } = browserOf(walk, server)
  const consent = await ask('consent', server.confidential.client_id)
  const { csrf = '', ticket = '' } = fieldsOf(consent)
  const answer = { csrf, ticket, decision: 'allow' }
  await send('consent, nothing ticked', { ...answer, workspace_id: server.acme.id })
  await send('consent, no workspace', { ...answer, workspace_id: server.other.id, contacts_read: 'on' })
  await server.answer(consent)
  await send('consent, answered already', fieldsOf(consent))
  const { client_id } = server.open
  const code = await server.codeFor({ client_id, scope: 'contacts_read', ...PKCE })
  await server.exchange(server.open, code, { code_verifier: VERIFIER })
  await see('connections', '/account/connections')
}
