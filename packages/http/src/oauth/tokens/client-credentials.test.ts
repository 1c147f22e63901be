import { operations, type Plan } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { asserted, claimsOf, newKey, openProgram, type Program, sign } from '../../../test/support/program.ts'

const {
  changeWorkspacePlan,
  createWorkspace,
  deleteApplication,
  deleteWorkspace,
  listApplications,
  listAuditEntries,
  listEvents,
  removeApplicationSecrets,
  rotateApplicationSecret,
  updateApplication,
} = operations

const CONTACTS = '/api/v1/contacts'

describe.each(ENGINES)('client_credentials on %s', (engine) => {
  let server: Instance
  let program: Program
  let now: Date | undefined
  beforeAll(async () => {
    const plans: Record<string, Plan> = {
      open: { entitlements: ['api-access'], limits: {} },
      closed: { entitlements: [], limits: {} },
    }
    server = await openInstance(engine, {}, { now: () => now ?? new Date(), plans })
    program = await openProgram(server)
  })
  afterAll(() => server.close())

  const tokenOf = async (of: Program = program, fields: Record<string, string> = {}): Promise<string> => {
    const { status, body, text } = await of.ask(fields)
    expect(status, text).toBe(200)
    return body.access_token
  }
  const works = async (token: string, path = CONTACTS) => (await program.get(path, token)).status === 200

  test('an application gets a token for itself, with the secret in the form or in the header, and no refresh token', async () => {
    const { client_id, client_secret } = program
    const { body, headers } = await program.ask()
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_in', 'scope', 'created_at'])
    const scope = 'contacts_read contacts_write enrollments_read'
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 7200, scope })
    expect(headers['cache-control']).toBe('no-store')
    expect(await works(body.access_token)).toBe(true)
    const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
    const inHeader = await server.call({
      method: 'POST',
      path: '/oauth/token',
      token: null,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&scope=contacts:read',
    })
    expect(inHeader).toMatchObject({ status: 200, body: { scope: 'contacts_read' } })
  })

  test('a request may narrow the scopes and the resource, and not widen them', async () => {
    const narrow = await tokenOf(program, { scope: 'enrollments_read' })
    expect(await works(narrow, '/api/v1/enrollments')).toBe(true)
    expect(await program.get(CONTACTS, narrow)).toMatchObject({
      status: 403,
      body: { error: { type: 'insufficient_scope' } },
    })
    expect(await program.ask({ scope: 'contacts_read webhooks_manage' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', error_description: expect.stringContaining('request registered scopes') },
    })
    expect(await works(await tokenOf(program, { resource: 'https://handrail.example/mcp' }))).toBe(false)
    expect(await program.ask({ resource: 'https://elsewhere.example' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    })
  })

  test('the application is the caller of what it does: in the audit log, for /me, and by its role', async () => {
    const exporter = await openProgram(server, { scopes: ['contacts:read', 'guides:publish'], name: 'Publisher' })
    const token = await tokenOf(exporter)
    const me = await exporter.get('/api/v1/me', token)
    expect(me.body.data).toEqual({
      workspace: { id: server.acme.id, name: 'Acme' },
      kind: 'application',
      scopes: ['contacts:read', 'guides:publish'],
      expires_at: expect.any(String),
      application: { id: exporter.client_id, name: 'Publisher', role: 'admin' },
    })
    const writer = await openProgram(server, { name: 'Importer', scopes: ['webhooks:manage'] })
    const made = await server.call({
      method: 'POST',
      path: '/api/v1/webhook_endpoints',
      token: await tokenOf(writer),
      body: { webhook_endpoint: { url: 'https://hooks.example/in', events: ['*'] } },
    })
    expect(made.status, made.text).toBe(201)
    const { data } = await writer.bound.invoke(listAuditEntries, { actor_id: writer.client_id })
    expect(data).toMatchObject([{ action: 'webhook_endpoint.created', actor: 'Importer', door: 'oauth' }])
    expect(data[0]?.details).not.toHaveProperty('application')
  })

  test('what an application does is recorded as done by it, and told to receivers as what anybody does', async () => {
    const scopes = ['contacts:write', 'enrollments:read', 'enrollments:write', 'guides:read']
    const helper = await openProgram(server, { name: 'Helper', scopes })
    const token = await tokenOf(helper)
    const post = async (path: string, body: object) =>
      (await server.call({ method: 'POST', path: `/api/v1${path}`, token, body })).body.data
    const contact = await post('/contacts', { contact: { email: `by.${engine}@example.com`, first_name: 'By' } })
    const enrollment = await post('/enrollments', {
      enrollment: { contact_id: contact.id, guide_id: server.acme.guide_id },
    })
    const { body: guide } = await helper.get(`/api/v1/guides/${server.acme.guide_id}`, token)
    const step_id = guide.data.sections[0].steps[0].id
    await post(`/enrollments/${enrollment.id}/steps/${step_id}/complete`, {})
    const { body } = await helper.get(`/api/v1/enrollments/${enrollment.id}/steps`, token)
    expect(body.data.completions).toMatchObject([{ step_id, completed_by: `application ${helper.client_id}` }])
    const { data: events } = await helper.bound.invoke(listEvents, { event: 'step.completed' })
    expect(events[0]).toMatchObject({ data: { id: enrollment.id } })
  })

  test('an application sees drafts with the scope for it alone, and writes them if its role includes that', async () => {
    const tokenWith = async (scopes: string[], client_credentials_role: 'editor' | 'viewer') =>
      tokenOf(await openProgram(server, { scopes: scopes as never, client_credentials_role }))
    const draft = `/api/v1/guides/${server.acme.guide_id}/draft`
    const reader = await tokenWith(['guides:read'], 'editor')
    expect(await program.get(draft, reader)).toMatchObject({
      status: 403,
      body: { error: { type: 'insufficient_scope' } },
    })
    const create = (token: string) =>
      server.call({ method: 'POST', path: '/api/v1/guides', token, body: { guide: { title: 'Drafted' } } })
    const editor = await tokenWith(['guides:read', 'guides:write'], 'editor')
    expect([(await program.get(draft, editor)).status, (await create(editor)).status]).toEqual([200, 201])
    const viewer = await tokenWith(['guides:read', 'guides:write'], 'viewer')
    expect(await create(viewer)).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } })
  })

  test('the last use of a token is shown with the application', async () => {
    const used = await openProgram(server, { name: 'Used' })
    const shown = async () =>
      (await used.bound.invoke(listApplications, {})).data.find(({ id }) => id === used.client_id)
    const token = await tokenOf(used)
    expect(await shown()).toMatchObject({ last_acted_at: null, has_secret: true, client_credentials_role: 'admin' })
    await works(token)
    await expect.poll(async () => (await shown())?.last_acted_at).toEqual(expect.any(String))
  })

  test('introspection and revocation are for the application alone', async () => {
    const { client_id, client_secret } = program
    const other = await openProgram(server)
    const token = await tokenOf()
    const introspect = (who: { client_id: string; client_secret: string }) =>
      program.send('/oauth/introspect', { token, client_id: who.client_id, client_secret: who.client_secret })
    const { body } = await introspect(program)
    expect(body).toEqual({
      active: true,
      scope: 'contacts_read contacts_write enrollments_read',
      client_id,
      token_type: 'Bearer',
      exp: body.iat + 7200,
      iat: expect.any(Number),
      sub: client_id,
      aud: 'https://handrail.example',
      iss: 'https://handrail.example',
      workspace_id: server.acme.id,
      workspace_name: 'Acme',
      client_name: 'Nightly sync',
    })
    expect((await introspect(other)).text).toBe('{"active":false}')
    await program.send('/oauth/revoke', { token, client_id: other.client_id, client_secret: other.client_secret })
    expect(await works(token)).toBe(true)
    const kept = await tokenOf()
    const revoked = await program.send('/oauth/revoke', { token, client_id, client_secret })
    expect(revoked).toMatchObject({ status: 200, text: '{}' })
    expect([await works(token), await works(kept)]).toEqual([false, true])
    expect((await introspect(program)).text).toBe('{"active":false}')
  })

  test('a token expires after two hours, and is then told as expired', async () => {
    const token = await tokenOf()
    now = new Date(Date.now() + 7_199_000)
    expect(await works(token)).toBe(true)
    now = new Date(Date.now() + 7_201_000)
    const { status, body } = await program.get(CONTACTS, token)
    now = undefined
    expect([status, body.error.type]).toEqual([401, 'token_expired'])
  })

  test.each<[string, (p: Program) => Promise<unknown>, string]>([
    [
      'switching the grant off',
      (p) =>
        p.bound.invoke(updateApplication, {
          id: p.client_id,
          client_credentials_role: null,
        }),
      'unauthorized_client',
    ],
    ['removing the secret', (p) => p.bound.invoke(removeApplicationSecrets, { id: p.client_id }), 'invalid_client'],
    [
      'replacing the secret after a leak',
      (p) => p.bound.invoke(rotateApplicationSecret, { id: p.client_id, revoke_previous: true }),
      'invalid_client',
    ],
    ['deleting the application', (p) => p.bound.invoke(deleteApplication, { id: p.client_id }), 'invalid_client'],
  ])('%s ends the tokens at once', async (_what, take, error) => {
    const own = await openProgram(server)
    const tokens = [await tokenOf(own), await tokenOf(own)]
    expect(await Promise.all(tokens.map((token) => works(token)))).toEqual([true, true])
    await take(own)
    expect(await Promise.all(tokens.map((token) => works(token)))).toEqual([false, false])
    expect(await own.ask()).toMatchObject({ status: error === 'invalid_client' ? 401 : 400, body: { error } })
  })

  test('switched off and on again, an application needs another token', async () => {
    const own = await openProgram(server)
    const token = await tokenOf(own)
    const give = (client_credentials_role: 'admin' | null) =>
      own.bound.invoke(updateApplication, {
        id: own.client_id,
        client_credentials_role,
      })
    await give(null)
    await give('admin')
    const { data } = await own.bound.invoke(listAuditEntries, { action: 'application.changed' })
    expect(data.slice(0, 2).map(({ details }) => details)).toEqual([
      { name: 'Nightly sync', changed: 'client_credentials_role', role: 'admin' },
      { name: 'Nightly sync', changed: 'client_credentials_role', role: 'none' },
    ])
    expect(await works(token)).toBe(false)
    expect(await works(await tokenOf(own))).toBe(true)
  })

  test('a rotation keeps the tokens of the previous secret until that ends', async () => {
    const own = await openProgram(server)
    const token = await tokenOf(own)
    await own.bound.invoke(rotateApplicationSecret, { id: own.client_id })
    expect([await works(token), (await own.ask()).status]).toEqual([true, 200])
    await own.bound.invoke(rotateApplicationSecret, { id: own.client_id })
    expect([await works(token), (await own.ask()).status]).toEqual([false, 401])
  })

  test('a removed key ends its tokens, and leaves those of another key', async () => {
    const [first, second] = [await newKey('ES256', { kid: 'a' }), await newKey('ES256', { kid: 'b' })]
    const own = await openProgram(server, { jwks: { keys: [first.jwk, second.jwk] } })
    expect(own.client_secret).toBe('')
    const by = async (key: typeof first, kid: string) =>
      own.ask(asserted(await sign(claimsOf(own.client_id), key.privateKey, { kid })))
    const tokens = [(await by(first, 'a')).body.access_token, (await by(second, 'b')).body.access_token]
    const shown = await own.bound.invoke(updateApplication, { id: own.client_id, jwks: { keys: [second.jwk] } })
    expect(shown.data.jwks?.keys).toMatchObject([{ kid: 'b' }])
    expect([await works(tokens[0]), await works(tokens[1])]).toEqual([false, true])
    expect((await by(first, 'a')).body).toMatchObject({ error: 'invalid_client' })
    expect((await by(second, 'b')).status).toBe(200)
  })

  test('a lower role, and fewer registered scopes, restrict the tokens that exist', async () => {
    const own = await openProgram(server)
    const token = await tokenOf(own)
    const contact = { email: `lower.${engine}@example.com`, first_name: 'L' }
    const create = () => server.call({ method: 'POST', path: CONTACTS, token, body: { contact } })
    // Tokens that were verified a moment ago are remembered.
    expect(await works(token)).toBe(true)
    await own.bound.invoke(updateApplication, { id: own.client_id, client_credentials_role: 'viewer' })
    expect(await create()).toMatchObject({ status: 403, body: { error: { type: 'forbidden' } } })
    expect(await works(token)).toBe(true)
    expect((await own.ask()).body.scope).toBe('contacts_read enrollments_read')
    expect(await own.ask({ scope: 'contacts_write' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', error_description: expect.stringContaining('viewer') },
    })
    await own.bound.invoke(updateApplication, { id: own.client_id, scopes: ['enrollments:read'] })
    expect(await program.get(CONTACTS, token)).toMatchObject({ status: 403 })
    expect(await works(token, '/api/v1/enrollments')).toBe(true)
    await own.bound.invoke(updateApplication, {
      id: own.client_id,
      scopes: ['contacts:write'],
      client_credentials_role: 'admin',
    })
    expect((await create()).status).toBe(201)
  })

  test('a plan without the API, and the end of the workspace, end what applications do', async () => {
    const operator = await server.handrail.asSystem()
    const { data: workspace } = await operator.invoke(createWorkspace, { name: 'Short', plan: 'open' })
    const own = await openProgram({ ...server, acme: { ...server.acme, id: workspace.id } })
    const token = await tokenOf(own)
    await operator.invoke(changeWorkspacePlan, { id: workspace.id, plan: 'closed' })
    expect((await program.get(CONTACTS, token)).status).toBe(403)
    expect(await own.ask()).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client', error_description: expect.stringContaining('plan') },
    })
    await operator.invoke(changeWorkspacePlan, { id: workspace.id, plan: 'open' })
    expect(await works(token)).toBe(true)
    await operator.invoke(deleteWorkspace, { id: workspace.id, name: 'Short' })
    expect(await works(token)).toBe(false)
    expect((await own.ask()).body.error).toBe('invalid_client')
  })

  test('it is for confidential applications of a workspace for which an admin has allowed it', async () => {
    const redirect_uris = ['https://a.example/cb']
    const off = await openProgram(server, { client_credentials_role: null, redirect_uris })
    expect(await off.ask()).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client', error_description: expect.stringContaining('an admin can allow it') },
    })
    const open = await openProgram(server, { type: 'public', client_credentials_role: null, redirect_uris })
    expect((await open.ask({ client_secret: undefined })).body.error).toBe('unauthorized_client')
    const body = { redirect_uris, grant_types: ['authorization_code', 'client_credentials'] }
    const registered = await server.call({ method: 'POST', path: '/oauth/register', token: null, body })
    expect(registered.body.grant_types).toEqual(['authorization_code', 'refresh_token'])
    const { client_id, client_secret } = registered.body
    expect(await program.ask({ client_id, client_secret })).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    })
  })

  test('taking the permission away beside requests leaves no token alive', async () => {
    const own = await openProgram(server)
    const asks = Array.from({ length: 12 }, () => own.ask())
    const [, ...answers] = await Promise.all([
      own.bound.invoke(updateApplication, { id: own.client_id, client_credentials_role: null }),
      ...asks,
    ])
    await own.bound.invoke(updateApplication, { id: own.client_id, client_credentials_role: 'admin' })
    const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.access_token] : []))
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
    expect(await Promise.all(tokens.map((token) => works(token)))).toEqual(tokens.map(() => false))
  })

  test('one assertion sent twenty times at once is accepted once', async () => {
    const { privateKey, jwk } = await newKey()
    const own = await openProgram(server, { jwks: { keys: [jwk] } })
    const assertion = await sign(claimsOf(own.client_id), privateKey)
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.ask(asserted(assertion))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['401 invalid_client']),
    )
  })

  test('an application requests 60 tokens a minute, and its requests are limited as one caller', async () => {
    const own = await openProgram(server)
    // One more than two minutes allow, into which they can fall.
    const answers = await Promise.all(Array.from({ length: 121 }, () => own.ask()))
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThan(0)
    expect(limited[0]?.body.error).toBe('temporarily_unavailable')
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
    const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body.access_token)
    expect(tokens.length).toBeGreaterThanOrEqual(60)
    const remaining = async (token: string) =>
      Number((await program.get(CONTACTS, token)).headers['x-ratelimit-remaining'])
    await expect.poll(async () => (await remaining(tokens[0])) - (await remaining(tokens[1]))).toBe(1)
  })

  test('nothing is left of a token in the log or in the database, and nothing failed', async () => {
    const token = await tokenOf()
    const lines = server.logged.join('')
    for (const text of [token, 'hr_at_', 'hr_cs_', '"level":50']) expect(lines.includes(text), text).toBe(false)
    const rows = await server.handrail.database.read(({ db, tables }) =>
      Promise.resolve(db.select().from(tables.oauth_application_tokens)),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
