import { ALL_SCOPES, operations } from '@handrail/core'
import type { Answer } from '../support/instance.ts'
import { ERAS } from '../support/mcp.ts'
import type { Running } from './running.ts'

const { createApiKey, createGuide, listContacts, publishGuide } = operations

const ENDPOINTS = '/api/v1/webhook_endpoints'

/** A program with a key: signing secrets, idempotency keys, and tokens in the wrong places. */
export async function runKeys(running: Running, workspace_id: string): Promise<void> {
  const { handrail, keep, call } = running
  const workspace = await handrail.asSystem(workspace_id)
  const { data: key } = await workspace.invoke(createApiKey, { name: 'CRM', scopes: [...ALL_SCOPES] })
  const token = keep(key.token)
  const post = (path: string, body: unknown, status: number) =>
    call(path, { method: 'POST', token, headers: { 'idempotency-key': path }, body, status })

  const headers = { authorization: keep(`Bearer of-the-receiver-${token.slice(-8)}`) }
  const endpoint = { webhook_endpoint: { url: 'https://example.com/hook', events: ['*'], headers } }
  const { body } = await post(ENDPOINTS, endpoint, 201)
  await post(ENDPOINTS, endpoint, 201)
  await post(`${ENDPOINTS}/${body.data.id}/rotate_secret`, { rotation: {} }, 200)
  await post('/api/v1/contacts', { contact: { email: 'zoe@example.com', first_name: 'Zoé' } }, 201)

  await enroll(running, workspace_id, post)

  for (const path of ['/api/v1/contacts', '/nowhere', '/.well-known/nowhere'])
    await call(`${path}?access_token=${token}&token=${token}`)
  await call(`/api/v1/contacts/${token}`, { token, status: 404 })
  await call(`/api/v1/contacts?email=${token}`, { token })
  await call('/api/v1/contacts', { headers: { authorization: `Basic ${token}`, cookie: `session=${token}` } })
  await call('/api/v1/contacts', { headers: { authorization: `Bearer ${token}x` }, status: 401 })
  await call('/api/v1/contacts', { token, headers: { 'x-request-id': `${token} `, origin: token, 'if-match': token } })
  const odd = { [token]: token, email: token, first_name: `\0${token}` }
  await call('/api/v1/contacts', { method: 'POST', token, body: { contact: odd } })
  await call('/api/v1/contacts', { method: 'POST', token, body: `{"contact": "${token}` })
  await callTools(running, token)
}

/** A contact with a link: the token in it opens the guide. */
async function enroll(
  { handrail, keep, call }: Running,
  workspace_id: string,
  post: (path: string, body: unknown, status: number) => Promise<Answer>,
): Promise<void> {
  const workspace = await handrail.asSystem(workspace_id)
  const steps = [{ title: 'Read' }]
  const { data: guide } = await workspace.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
  await workspace.invoke(publishGuide, { id: guide.id })
  const { data: contacts } = await workspace.invoke(listContacts, {})
  const enrollment = { contact_id: contacts[0]?.id, guide_id: guide.id, send_invitation: true }
  const { body } = await post('/api/v1/enrollments', { enrollment }, 201)
  const link = keep(body.data.access_token)
  await call(`/g/${link}`, { status: 200 })
  await call(`/g/${link}x`, { status: 404 })
}

/** Calls that work and calls that do not, of both eras. */
export async function callTools({ call }: Running, token: string): Promise<void> {
  for (const era of Object.values(ERAS))
    for (const [name, given] of [
      ['list_contacts', {}],
      ['get_contact', { id: token }],
      ['create_contact', { email: token, first_name: 'Zoe', [token]: 1 }],
      [token, {}],
    ] as const) {
      const { headers, body } = era({ method: 'tools/call', params: { name, arguments: given } })
      await call('/mcp', { method: 'POST', token, headers, body })
    }
  const { headers, body } = ERAS.modern({ method: token, headers: { 'mcp-method': `${token}x` } })
  await call('/mcp', { method: 'POST', token, headers, body })
}
