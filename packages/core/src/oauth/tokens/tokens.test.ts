// Longer than other files: the life cycle of a token pair in order, on both engines over one instance.
import { hash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, consentTo, newApplication, newMember, REDIRECT_URI, VERIFIER } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance, SECRET } from '../../../test/instance.ts'
import { createHandrail, operations } from '../../index.ts'
import { type Client, introspectToken, invoke, redeemCode, refreshTokens, revokeToken } from '../../internal.ts'
import { insertGrant } from './grants.ts'

const {
  changeMemberRole,
  checkPasswordLink,
  createContact,
  deleteApplication,
  issuePasswordLink,
  listConnections,
  listContacts,
  removeMember,
  resetPassword,
  revokeConnection,
} = operations

describe.each(ENGINES)('OAuth tokens on %s', (engine) => {
  let instance: Instance
  let client: Client
  let user_id: string
  beforeAll(async () => {
    instance = await openInstance(engine, { plans: { closed: { entitlements: [], limits: {} } } })
    client = (await newApplication(instance)).client
    user_id = (await newMember(instance.acme)).id
  })
  afterAll(() => instance.close())

  const context = () => instance.acme.context
  const redeem = (code: string, other: Partial<Parameters<typeof redeemCode>[1]> = {}) =>
    redeemCode(context(), {
      client,
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: undefined,
      resource: [],
      ...other,
    })
  const refresh = (refresh_token: string, other: Partial<Parameters<typeof refreshTokens>[1]> = {}) =>
    refreshTokens(context(), { client, refresh_token, scope: undefined, resource: [], ...other })
  const pass = (seconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + seconds * 1000)
  }
  const refused = (code: string) => expect.objectContaining({ name: 'OAuthError', code })
  const works = (token: string) => instance.handrail.authenticate(token)
  const dead = (token: string) => expect(works(token)).rejects.toMatchObject({ code: 'invalid_token' })

  test('the token response has the six fields of the specification, in order', async () => {
    const answer = await connect(instance, { client, user_id, scope: 'contacts_write contacts:read' })
    expect(Object.keys(answer)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'refresh_token',
      'scope',
      'created_at',
    ])
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 7200, scope: 'contacts_write contacts_read' })
    expect(answer.created_at).toBe(Math.floor(instance.clock.now.getTime() / 1000))
    expect([answer.access_token, answer.refresh_token]).toEqual([
      expect.stringMatching(/^hr_at_[\w-]{43}$/),
      expect.stringMatching(/^hr_rt_[\w-]{43}$/),
    ])
    const { caller } = await works(answer.access_token)
    expect(caller).toMatchObject({ kind: 'oauth', workspace_id: context().caller.workspace_id })
    expect([...caller.rights].toSorted()).toEqual(['contacts:read', 'contacts:write', 'token:read'])
  })

  test('a code is valid once and for ten minutes, and its replay revokes the tokens', async () => {
    const late = await consentTo(instance, { client, user_id })
    pass(600)
    await expect(redeem(late)).rejects.toEqual(refused('invalid_grant'))
    const code = await consentTo(instance, { client, user_id })
    pass(599)
    const { access_token, refresh_token } = await redeem(code)
    await works(access_token)
    await expect(redeem(code)).rejects.toEqual(refused('invalid_grant'))
    await dead(access_token)
    await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
  })

  test('of twenty concurrent redemptions one succeeds, and its tokens are revoked afterwards', async () => {
    const code = await consentTo(instance, { client, user_id })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(code)))
    const done = outcomes.filter((one) => one.status === 'fulfilled')
    expect(done).toHaveLength(1)
    await dead(done[0]?.value.access_token ?? '')
  })

  test('a code is bound to client, redirect URI and verifier, and a failed attempt does not consume it', async () => {
    const { client: other } = await newApplication(instance)
    const code = await consentTo(instance, { client, user_id, pkce: true })
    const right = { code_verifier: VERIFIER }
    for (const wrong of [
      { ...right, client: other },
      { ...right, redirect_uri: 'https://app.example/other' },
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: 'short' },
    ])
      await expect(redeem(code, wrong)).rejects.toEqual(refused('invalid_grant'))
    await expect(redeem(code, {})).rejects.toEqual(refused('invalid_request'))
    await expect(redeem(code, { ...right, resource: ['https://elsewhere.example'] })).rejects.toEqual(
      refused('invalid_target'),
    )
    await redeem(code, { ...right, redirect_uri: undefined })
    const plain = await consentTo(instance, { client, user_id })
    await expect(redeem(plain, right)).rejects.toEqual(refused('invalid_grant'))
    await expect(redeem(plain, { redirect_uri: undefined })).rejects.toEqual(refused('invalid_request'))
  })

  test('access tokens expire after two hours, refresh tokens after thirty days', async () => {
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    pass(7199)
    await works(access_token)
    pass(1)
    await expect(works(access_token)).rejects.toMatchObject({ code: 'token_expired' })
    pass(30 * 86_400 - 7200)
    await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
  })

  test('a refresh returns a new pair, for the same or fewer scopes', async () => {
    const first = await connect(instance, { client, user_id, scope: 'contacts_read guides_read' })
    const second = await refresh(first.refresh_token)
    expect(second).toMatchObject({ scope: first.scope, expires_in: 7200 })
    expect(new Set([first.access_token, second.access_token, first.refresh_token, second.refresh_token]).size).toBe(4)
    await works(first.access_token)
    await expect(refresh(second.refresh_token, { scope: 'contacts_write' })).rejects.toEqual(refused('invalid_scope'))
    const narrow = await refresh(second.refresh_token, { scope: 'guides_read' })
    expect(narrow.scope).toBe('guides_read')
    expect((await refresh(narrow.refresh_token)).scope).toBe('contacts_read guides_read')
  })

  const shown = async (token: string) => {
    await works(token)
    const usedAt = () =>
      instance.handrail.database.read(async ({ db, tables: { oauth_access_tokens: tokens } }) => {
        const rows = await db.select().from(tokens)
        return rows.find(({ token_hash }) => token_hash === hash('sha256', token, 'base64url'))?.used_at
      })
    await expect.poll(usedAt).toEqual(expect.any(String))
  }

  test('the same refresh within a minute returns the same response, whether or not it was used', async () => {
    const { refresh_token } = await connect(instance, { client, user_id })
    const first = await refresh(refresh_token)
    await shown(first.access_token)
    pass(59)
    expect(await refresh(refresh_token)).toEqual({ ...first, expires_in: 7200 - 59 })
  })

  test.each<[string, (answer: Awaited<ReturnType<typeof connect>>) => Promise<unknown>]>([
    ['the access token', ({ access_token }) => shown(access_token)],
    ['the refresh token', (answer) => refresh(answer.refresh_token)],
  ])('reuse after a minute, if %s was used, revokes only this grant', async (_which, use) => {
    const other = await connect(instance, { client, user_id: (await newMember(instance.acme)).id })
    const { refresh_token } = await connect(instance, { client, user_id })
    const first = await refresh(refresh_token)
    await use(first)
    pass(60)
    await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
    await dead(first.access_token)
    await expect(refresh(first.refresh_token)).rejects.toEqual(refused('invalid_grant'))
    await works(other.access_token)
    await refresh(other.refresh_token)
  })

  test('an unused response is revoked and replaced for ten minutes', async () => {
    const { refresh_token } = await connect(instance, { client, user_id })
    const first = await refresh(refresh_token)
    pass(60)
    const second = await refresh(refresh_token)
    expect(second).toMatchObject({ expires_in: 7200, scope: first.scope })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await dead(first.access_token)
    await expect(refresh(first.refresh_token)).rejects.toEqual(refused('invalid_grant'))
    // Requests within a minute get the same response, and others can follow for ten minutes.
    pass(30)
    expect(await refresh(refresh_token)).toEqual({ ...second, expires_in: 7170 })
    pass(500)
    const third = await refresh(refresh_token)
    pass(60)
    await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
    await dead(third.access_token)
  })

  test('twenty concurrent retries of a lost response get the same one', async () => {
    const { refresh_token } = await connect(instance, { client, user_id })
    await refresh(refresh_token)
    pass(120)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
    await works(answers[0]?.access_token ?? '')
    await refresh(answers[0]?.refresh_token ?? '')
  })

  test.each([30, 90])(
    'after %i seconds, a retry with other parameters is rejected and revokes nothing',
    async (seconds) => {
      const { refresh_token } = await connect(instance, { client, user_id })
      const first = await refresh(refresh_token)
      pass(seconds)
      for (const other of [{ scope: 'guides_read' }, { resource: ['https://handrail.example/mcp'] }])
        await expect(refresh(refresh_token, other)).rejects.toEqual(refused('invalid_grant'))
      await works(first.access_token)
      await refresh(first.refresh_token)
    },
  )

  test('twenty concurrent refreshes leave one valid pair', async () => {
    const { refresh_token } = await connect(instance, { client, user_id })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
    await works(answers[0]?.access_token ?? '')
    await refresh(answers[0]?.refresh_token ?? '')
  })

  test('the refresh token of another client is rejected and stays valid', async () => {
    const { client: other } = await newApplication(instance)
    const { refresh_token } = await connect(instance, { client, user_id })
    await expect(refresh(refresh_token, { client: other })).rejects.toEqual(refused('invalid_grant'))
    await refresh(refresh_token)
  })

  test('no type of token is accepted as another', async () => {
    const code = await consentTo(instance, { client, user_id })
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    await dead(refresh_token)
    await dead(code)
    await expect(refresh(access_token)).rejects.toEqual(refused('invalid_grant'))
    await expect(redeem(refresh_token)).rejects.toEqual(refused('invalid_grant'))
  })

  test('a token for the MCP endpoint is valid only there, and cannot be extended', async () => {
    const mcp = 'https://handrail.example/mcp'
    const answer = await connect(instance, { client, user_id, resource: ['https://HANDRAIL.example/mcp/'] })
    await instance.handrail.authenticate(answer.access_token, 'mcp')
    await dead(answer.access_token)
    for (const resource of [['https://handrail.example'], ['https://evil.example/mcp'], ['nonsense']])
      await expect(refresh(answer.refresh_token, { resource })).rejects.toEqual(refused('invalid_target'))
    await refresh(answer.refresh_token, { resource: [mcp] })
    const whole = await connect(instance, { client, user_id, resource: ['https://handrail.example/'] })
    await works(whole.access_token)
    const narrowed = await refresh(whole.refresh_token, { resource: [mcp] })
    await dead(narrowed.access_token)
    await instance.handrail.authenticate(narrowed.access_token, 'mcp')
  })

  test.each<['confidential' | 'public', boolean]>([
    ['confidential', false],
    ['public', true],
  ])('connecting a %s application again keeps the previous connection: %s', async (type, lives) => {
    const { client: own } = await newApplication(instance, { type })
    const { id } = await newMember(instance.acme)
    const first = await connect(instance, { client: own, user_id: id })
    const another = await connect(instance, { client: own, user_id: (await newMember(instance.acme)).id })
    await works(first.access_token)
    const second = await connect(instance, { client: own, user_id: id })
    if (lives) await works(first.access_token)
    else {
      await dead(first.access_token)
      await expect(refresh(first.refresh_token, { client: own })).rejects.toEqual(refused('invalid_grant'))
    }
    await works(second.access_token)
    await works(another.access_token)
    const { data } = await instance.acme.invoke(listConnections, {})
    const mine = data.filter(({ user, application }) => user.id === id && application.id === own.id)
    expect(mine).toHaveLength(lives ? 2 : 1)
    expect(mine[0]?.application).toMatchObject({ name: 'Sync', kind: 'application', host: 'app.example' })
  })

  test('rights follow the current role, and a missing scope is reported', async () => {
    const { id } = await newMember(instance.acme)
    const { access_token } = await connect(instance, { client, user_id: id, scope: 'contacts_write contacts_read' })
    const contact = () => ({ email: `${Math.random()}@b.example`, first_name: 'A' })
    await invoke(createContact, await works(access_token), contact())
    await instance.acme.invoke(changeMemberRole, { user_id: id, role: 'viewer' })
    await expect(invoke(createContact, await works(access_token), contact())).rejects.toMatchObject({
      code: 'forbidden',
    })
    await invoke(listContacts, await works(access_token), {})
    const { access_token: narrow } = await connect(instance, { client, user_id: id, scope: 'guides_read' })
    await expect(invoke(listContacts, await works(narrow), {})).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  test('introspection and token responses contain the current scopes of the person', async () => {
    const { id } = await newMember(instance.acme)
    const role = (name: 'admin' | 'viewer') => instance.acme.invoke(changeMemberRole, { user_id: id, role: name })
    const scope = 'contacts_read contacts_write'
    const first = await connect(instance, { client, user_id: id, scope })
    const another = async () => (await newApplication(instance)).client
    const [second_client, third_client] = [await another(), await another()]
    const code = await consentTo(instance, { client: second_client, user_id: id, scope })
    const onlyWrites = await connect(instance, { client: third_client, user_id: id, scope: 'contacts_write' })
    const about = (token: string) => introspectToken(context(), client, token)
    await role('viewer')
    expect((await redeem(code, { client: second_client })).scope).toBe('contacts_read')
    for (const token of [first.access_token, first.refresh_token])
      expect(await about(token)).toMatchObject({ active: true, scope: 'contacts_read' })
    expect(await introspectToken(context(), third_client, onlyWrites.access_token)).toEqual({ active: false })
    const second = await refresh(first.refresh_token)
    expect(second.scope).toBe('contacts_read')
    expect((await refresh(first.refresh_token)).scope).toBe('contacts_read')
    // Granted scopes return with the role.
    await role('admin')
    expect(await about(second.access_token)).toMatchObject({ active: true, scope })
    expect((await refresh(second.refresh_token)).scope).toBe(scope)
  })

  test.each([true, false])(
    'choosing a password through a link disconnects applications if selected: %s',
    async (disconnect) => {
      const { id, email } = await newMember(instance.acme)
      const other = await connect(instance, { client, user_id: (await newMember(instance.acme)).id })
      const { access_token, refresh_token } = await connect(instance, { client, user_id: id })
      await works(access_token)
      const operator = await instance.handrail.asSystem()
      const { data } = await operator.invoke(issuePasswordLink, { email })
      const token = new URL(data.url).searchParams.get('token') ?? ''
      const visitor = instance.handrail.asVisitor('192.0.2.1')
      const { data: link } = await visitor.invoke(checkPasswordLink, { token })
      expect(link.connections).toEqual([{ application: 'Sync', workspace: 'Acme' }])
      await visitor.invoke(resetPassword, { token, password: 'chosen by a link', disconnect })
      if (disconnect) {
        await dead(access_token)
        await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
      } else await works(access_token)
      await works(other.access_token)
    },
  )

  test('removing a member revokes the tokens permanently', async () => {
    const { id, email } = await newMember(instance.acme)
    const { access_token, refresh_token } = await connect(instance, { client, user_id: id })
    await works(access_token)
    await instance.acme.invoke(removeMember, { user_id: id })
    await dead(access_token)
    await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
    const at = instance.clock.now.toISOString()
    const { workspace_id } = context().caller
    await instance.handrail.database.write(({ db, tables: { memberships } }) =>
      db.insert(memberships).values({ workspace_id, user_id: id, role: 'admin', created_at: at, updated_at: at }),
    )
    await dead(access_token)
    expect(email).toBeTruthy()
  })

  test('a plan without API access rejects tokens', async () => {
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    const { workspace_id } = context().caller
    const plan = (name: string) =>
      instance.handrail.database.write(async ({ db, tables: { workspaces } }) => {
        const { eq } = await import('drizzle-orm')
        await db.update(workspaces).set({ plan: name }).where(eq(workspaces.id, workspace_id))
      })
    await plan('closed')
    await expect(works(access_token)).rejects.toMatchObject({ code: 'forbidden' })
    for (const token of [access_token, refresh_token])
      expect(await introspectToken(context(), client, token)).toEqual({ active: false })
    await expect(consentTo(instance, { client, user_id })).rejects.toMatchObject({ code: 'forbidden' })
    await plan('self-hosted')
  })

  test('deleting or disconnecting the application revokes its tokens immediately', async () => {
    const { client: doomed } = await newApplication(instance)
    const first = await connect(instance, { client: doomed, user_id })
    await works(first.access_token)
    await expect(instance.other.invoke(deleteApplication, { id: doomed.id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await instance.acme.invoke(deleteApplication, { id: doomed.id })
    await dead(first.access_token)

    const second = await connect(instance, { client, user_id })
    await works(second.access_token)
    const [connection] = (await instance.acme.invoke(listConnections, {})).data
    expect(connection).toMatchObject({ application: { name: 'Sync' }, user: { id: user_id, name: 'Ada' } })
    const revoke = { id: connection?.id ?? '' }
    await expect(instance.other.invoke(revokeConnection, revoke)).rejects.toMatchObject({ code: 'not_found' })
    await instance.acme.invoke(revokeConnection, revoke)
    await dead(second.access_token)
    await expect(refresh(second.refresh_token)).rejects.toEqual(refused('invalid_grant'))
  })

  test('pages of connections contain each connection once', async () => {
    const { id } = await newMember(instance.acme)
    const { workspace_id } = context().caller
    await instance.handrail.database.write(async (tx) => {
      const at = tx.stamp
      const grant = {
        workspace_id,
        user_id: id,
        client_id: client.id,
        scopes: [],
        resource: 'https://x',
        created_at: at,
      }
      for (let i = 0; i < 1001; i++) await insertGrant(tx, { ...grant, id: randomUUID() })
    })
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const { data, meta } = await instance.acme.invoke(listConnections, { ...(after && { after }) })
      seen.push(...data.filter(({ user }) => user.id === id).map((connection) => connection.id))
      after = meta.next_after
    }
    expect(seen).toHaveLength(1001)
    expect(new Set(seen).size).toBe(1001)
    await instance.handrail.database.write(({ db, tables: { oauth_grants: grants } }) =>
      db.delete(grants).where(eq(grants.user_id, id)),
    )
  })

  test('members see and disconnect only their own connections', async () => {
    const { id } = await newMember(instance.acme, 'viewer')
    await connect(instance, { client, user_id })
    await connect(instance, { client, user_id: id, scope: 'guides_read' })
    const viewer = await instance.handrail.asMember(context().caller.workspace_id, id)
    const { data } = await viewer.invoke(listConnections, {})
    expect(data.map(({ user }) => user.id)).toEqual([id])
    const foreign = (await instance.acme.invoke(listConnections, {})).data.find(({ user }) => user.id === user_id)
    await expect(viewer.invoke(revokeConnection, { id: foreign?.id ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await viewer.invoke(revokeConnection, { id: data[0]?.id ?? '' })
    expect((await viewer.invoke(listConnections, {})).data).toEqual([])
  })

  test('a refresh concurrent with a revocation does not restore the grant', async () => {
    for (let round = 0; round < 5; round++) {
      const { access_token, refresh_token } = await connect(instance, { client, user_id })
      const [refreshed] = await Promise.allSettled([
        refresh(refresh_token),
        revokeToken(context(), client, access_token),
      ])
      await dead(access_token)
      if (refreshed.status === 'fulfilled') await dead(refreshed.value.access_token)
      await expect(refresh(refresh_token)).rejects.toEqual(refused('invalid_grant'))
    }
  })

  test('a copy of the database under another address accepts no tokens', async () => {
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    const copy = await createHandrail({
      database: instance.database,
      secret: SECRET,
      publicUrl: 'https://copy.example',
      now: () => instance.clock.now,
      upkeep: false,
      webhooks: { deliver: false },
    })
    await expect(copy.authenticate(access_token)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(copy.authenticate(access_token, 'mcp')).rejects.toMatchObject({ code: 'invalid_token' })
    const there = (await copy.asSystem()).context
    expect(await introspectToken(there, client, access_token)).toEqual({ active: false })
    const asked = { client, refresh_token, scope: undefined, resource: [] }
    await expect(refreshTokens(there, asked)).rejects.toEqual(refused('invalid_grant'))
    await copy.close()
    await works(access_token)
  })

  test('introspection returns only tokens of the client', async () => {
    const { client: other } = await newApplication(instance)
    const answer = await connect(instance, { client, user_id, scope: 'guides_read' })
    const issued = answer.created_at
    const about = {
      active: true,
      scope: 'guides_read',
      client_id: client.id,
      iat: issued,
      sub: user_id,
      aud: 'https://handrail.example',
      iss: 'https://handrail.example',
      workspace_id: context().caller.workspace_id,
      name: expect.stringMatching(/./),
      workspace_name: 'Acme',
      client_name: client.name,
    }
    expect(await introspectToken(context(), client, answer.access_token)).toEqual({
      ...about,
      token_type: 'Bearer',
      exp: issued + 7200,
    })
    expect(await introspectToken(context(), client, answer.refresh_token)).toEqual({
      ...about,
      exp: issued + 30 * 86_400,
    })
    const inactive = { active: false }
    expect(await introspectToken(context(), other, answer.access_token)).toEqual(inactive)
    expect(await introspectToken(context(), client, 'nonsense')).toEqual(inactive)
    await refresh(answer.refresh_token)
    expect(await introspectToken(context(), client, answer.refresh_token)).toEqual(inactive)
    pass(7200)
    expect(await introspectToken(context(), client, answer.access_token)).toEqual(inactive)
  })

  test('revoking either token ends the grant; tokens of another client are not affected', async () => {
    const { client: other } = await newApplication(instance)
    for (const which of ['access_token', 'refresh_token'] as const) {
      const answer = await connect(instance, { client, user_id })
      await revokeToken(context(), other, answer[which])
      await works(answer.access_token)
      await revokeToken(context(), client, answer[which])
      await dead(answer.access_token)
      await expect(refresh(answer.refresh_token)).rejects.toEqual(refused('invalid_grant'))
      expect(await introspectToken(context(), client, answer.access_token)).toEqual({ active: false })
    }
  })

  test('upkeep deletes expired rows, and the database contains no secret', async () => {
    const first = await connect(instance, { client, user_id })
    const second = await refresh(first.refresh_token)
    const code = await consentTo(instance, { client, user_id })
    const everything = () =>
      instance.handrail.database.read(async ({ db, tables }) => {
        const rows = await Promise.all(Object.values(tables).map((table) => db.select().from(table)))
        return JSON.stringify(rows)
      })
    const text = await everything()
    for (const secret of [code, ...Object.values(first), ...Object.values(second)].filter(
      (value) => typeof value === 'string' && value.startsWith('hr_'),
    ))
      expect(text).not.toContain(String(secret).slice(6))
    pass(31 * 86_400)
    await instance.handrail.upkeep()
    const left = await instance.handrail.database.read(({ db, tables: t }) =>
      Promise.all(
        [t.oauth_access_tokens, t.oauth_refresh_tokens, t.oauth_grants, t.oauth_codes, t.oauth_consents].map((table) =>
          db.select().from(table),
        ),
      ),
    )
    expect(left.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 0])
  })
})
