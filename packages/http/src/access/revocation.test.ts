import { ALL_SCOPES, createHandrail, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../test/support/authorization.ts'
import { ENGINES, inject, SECRET } from '../../test/support/instance.ts'
import { ERAS } from '../../test/support/mcp.ts'
import { createApp } from '../app.ts'

const {
  changeMemberRole,
  changeWorkspacePlan,
  createApiKey,
  createApplication,
  deleteApplication,
  listConnections,
  removeMember,
  revokeApiKey,
  revokeConnection,
} = operations

const plans = { closed: { entitlements: [], limits: {} } }

type App = Authorization['app']

/** What a token gets of the API and of the MCP endpoint. */
async function statuses(app: App, token: string): Promise<number[]> {
  const { headers, body } = ERAS.modern({
    method: 'tools/call',
    params: { name: 'create_organisation', arguments: { name: 'X' } },
  })
  const rest = { method: 'POST', path: '/api/v1/organisations', token, body: { organisation: { name: 'X' } } } as const
  return [
    (await inject(app, rest)).status,
    (await inject(app, { method: 'POST', path: '/mcp', token, headers, body })).status,
  ]
}

/** Somebody new, who has connected an application of their own. */
async function connect(server: Authorization) {
  const workspace = await server.handrail.asSystem(server.acme.id)
  const fields = { name: 'Sync', redirect_uris: [REDIRECT_URI], scopes: [...ALL_SCOPES] }
  const { data } = await workspace.invoke(createApplication, fields)
  const person = await server.signIn()
  const query = { client_id: data.id, redirect_uri: REDIRECT_URI, response_type: 'code' }
  const page = await server.authorize(query, person)
  const { headers } = await server.answer(page.text, {}, person)
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? ''
  const { body } = await server.exchange({ client_id: data.id, client_secret: data.client_secret ?? '' }, code)
  return { workspace, user_id: person.id, client_id: data.id, token: String(body.access_token) }
}

type Connected = Awaited<ReturnType<typeof connect>>

describe.each(ENGINES)('the end of a token on %s', (engine) => {
  let server: Authorization
  beforeAll(async () => {
    server = await openAuthorization(engine, {}, { plans })
  })
  afterAll(() => server.close())

  async function changePlan(plan: string): Promise<void> {
    const operator = await server.handrail.asSystem()
    await operator.invoke(changeWorkspacePlan, { id: server.acme.id, plan })
  }

  test('a plan without API access refuses applications and keys at the next request, until the plan includes it again', async () => {
    const tokens = [(await connect(server)).token, server.acme.token]
    for (const token of tokens) expect(await statuses(server.app, token)).toEqual([201, 200])
    await changePlan('closed')
    for (const token of tokens) expect(await statuses(server.app, token)).toEqual([403, 403])
    await changePlan('self-hosted')
    for (const token of tokens) expect(await statuses(server.app, token)).toEqual([201, 200])
  })

  test.each<[string, number, (connected: Connected) => Promise<unknown>]>([
    [
      'disconnecting the application',
      401,
      async ({ workspace }) => {
        const [newest] = (await workspace.invoke(listConnections, {})).data
        await workspace.invoke(revokeConnection, { id: newest?.id ?? '' })
      },
    ],
    ['a lower role', 403, ({ workspace, user_id }) => workspace.invoke(changeMemberRole, { user_id, role: 'viewer' })],
    ['deleting the application', 401, ({ workspace, client_id: id }) => workspace.invoke(deleteApplication, { id })],
    ['the end of the membership', 401, ({ workspace, user_id }) => workspace.invoke(removeMember, { user_id })],
  ])('%s is answered with %i at the next request', async (_what, status, end) => {
    const connected = await connect(server)
    expect(await statuses(server.app, connected.token)).toEqual([201, 200])
    await end(connected)
    expect(await statuses(server.app, connected.token)).toEqual([status, status])
  })

  test('a revoked key is refused at the next request', async () => {
    const bound = await server.handrail.asSystem(server.acme.id)
    const { data: key } = await bound.invoke(createApiKey, { name: 'Short', scopes: [...ALL_SCOPES] })
    expect(await statuses(server.app, key.token)).toEqual([201, 200])
    await bound.invoke(revokeApiKey, { id: key.id })
    expect(await statuses(server.app, key.token)).toEqual([401, 401])
  })
})

test('a revocation reaches other processes on PostgreSQL immediately, before their caches expire', async () => {
  const server = await openAuthorization('postgres', {}, { plans })
  const elsewhere = await createHandrail({
    ...{ database: server.database, secret: SECRET, publicUrl: server.handrail.settings.publicUrl, plans },
    ...{ upkeep: false, webhooks: { deliver: false } },
  })
  const app = await createApp({ handrail: elsewhere })
  const operator = await server.handrail.asSystem()
  const { token } = server.acme
  // From the first token on it listens.
  await statuses(app, token)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await statuses(app, token)).toEqual([201, 200])
  await operator.invoke(changeWorkspacePlan, { id: server.acme.id, plan: 'closed' })
  // Without a word from the other it would remember the token for three seconds.
  await expect.poll(() => statuses(app, token), { timeout: 1000, interval: 20 }).toEqual([403, 403])
  await app.close()
  await elsewhere.close()
  await server.close()
})
