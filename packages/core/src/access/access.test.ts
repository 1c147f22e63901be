import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'
import { invoke } from '../internal.ts'

const {
  createApiKey,
  createContact,
  createGuide,
  createUser,
  createWebhookEndpoint,
  createWorkspace,
  listApiKeys,
  listContacts,
  listGuides,
  revokeApiKey,
} = operations

describe.each(ENGINES)('access on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, {
      plans: {
        small: { entitlements: ['api-access'], limits: { contacts: 1 } },
        closed: { entitlements: [], limits: {} },
      },
    })
  })
  afterAll(() => instance.close())

  const key = async (scopes: string[]) => (await instance.acme.invoke(createApiKey, { name: 'Key', scopes })).data
  const workspace = async (fields: { name: string; plan?: string; owner?: { email: string; name: string } }) => {
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(createWorkspace, fields)
    return instance.handrail.asSystem(data.id)
  }

  test('an API key acts in its workspace with its scopes, in both forms of their names', async () => {
    const { token, scopes } = await key(['contacts_read', 'contacts:read', 'guides:read'])
    expect(token).toMatch(/^hr_key_[\w-]{43}$/)
    expect(scopes).toEqual(['contacts:read', 'guides:read'])
    const context = await instance.handrail.authenticate(token)
    expect(context.caller.workspace_id).toBe(instance.acme.context.caller.workspace_id)
    await invoke(listContacts, context, {})
    await expect(invoke(createContact, context, {})).rejects.toMatchObject({
      code: 'insufficient_scope',
      scopes: ['contacts:write'],
    })
    await expect(invoke(createApiKey, context, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(invoke(createWorkspace, context, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('a token is stored as a hash, returned once, and invalid once revoked', async () => {
    const { id, token, hint } = await key(['contacts:read'])
    expect(token.endsWith(hint)).toBe(true)
    await instance.handrail.authenticate(token)
    const rows = await instance.handrail.database.read(async ({ db, tables }) => db.select().from(tables.api_keys))
    expect(JSON.stringify(rows)).not.toContain(token.slice(7))
    const listed = await instance.acme.invoke(listApiKeys, {})
    expect(JSON.stringify(listed)).not.toContain(token.slice(7))
    expect(listed.data.find((one) => one.id === id)?.made_by).toBe('Operator')
    await expect(instance.other.invoke(revokeApiKey, { id })).rejects.toMatchObject({ code: 'not_found' })
    await instance.acme.invoke(revokeApiKey, { id })
    await expect(instance.handrail.authenticate(token)).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await instance.acme.invoke(listApiKeys, {})).data.find((one) => one.id === id)?.revoked_at).not.toBeNull()
  })

  test('an API key is valid until its expiry, which must be in the future', async () => {
    const { clock, acme, handrail } = instance
    const at = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000).toISOString()
    const fields = { name: 'Short', scopes: ['contacts:read'] }
    for (const expires_at of [at(0), at(-1)])
      await expect(acme.invoke(createApiKey, { ...fields, expires_at })).rejects.toMatchObject({
        errors: { expires_at: ['must be in the future'] },
      })
    const { data } = await acme.invoke(createApiKey, { ...fields, expires_at: at(60) })
    expect(data.expires_at).toBe(at(60))
    expect((await acme.invoke(listApiKeys, {})).data[0]).toMatchObject({ id: data.id, expires_at: at(60) })
    const start = clock.now
    clock.now = new Date(start.getTime() + 59_999)
    await handrail.authenticate(data.token)
    clock.now = new Date(start.getTime() + 60_000)
    await expect(handrail.authenticate(data.token)).rejects.toMatchObject({ code: 'token_expired' })
    clock.now = start
    expect((await key(['contacts:read'])).expires_at).toBeNull()
  })

  test('the last use of a key is recorded', async () => {
    const { id, token } = await key(['contacts:read'])
    await instance.handrail.authenticate(token)
    await expect
      .poll(async () => (await instance.acme.invoke(listApiKeys, {})).data.find((one) => one.id === id)?.last_used_at)
      .toBe('2026-11-20T12:00:00.000Z')
  })

  test('unknown tokens and scopes are rejected', async () => {
    for (const token of ['', 'nonsense', `hr_key_${'a'.repeat(43)}`])
      await expect(instance.handrail.authenticate(token)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(key(['contacts:delete'])).rejects.toMatchObject({ code: 'validation_error' })
    await expect(key([])).rejects.toMatchObject({ errors: { scopes: ["can't be empty"] } })
  })

  test('features that the plan does not include are forbidden, and its limits are enforced', async () => {
    const small = await workspace({ name: 'Small', plan: 'small' })
    await small.invoke(createContact, { email: 'one@example.com', first_name: 'One' })
    await expect(small.invoke(createContact, { email: 'two@example.com', first_name: 'Two' })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The plan of this workspace allows at most 1 contacts',
    })
    await expect(
      small.invoke(createWebhookEndpoint, { url: 'https://a.example', events: ['*'] }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    const closed = await workspace({ name: 'Closed', plan: 'closed' })
    const { data } = await closed.invoke(createApiKey, { name: 'K', scopes: ['contacts:read'] })
    await expect(instance.handrail.authenticate(data.token)).rejects.toMatchObject({ code: 'forbidden' })
    for (const plan of ['golden', 'constructor'])
      await expect(workspace({ name: 'X', plan })).rejects.toMatchObject({
        errors: { plan: ['is not one of small, closed, self-hosted'] },
      })
  })

  test('members have the rights of their role, only in their own workspaces', async () => {
    const bound = await workspace({ name: 'Owned', owner: { email: 'Owner@example.com', name: 'O' } })
    const { workspace_id } = bound.context.caller
    const { database } = instance.handrail
    const user = await database.read(async ({ db, tables }) => (await db.select().from(tables.users))[0])
    expect(user?.email).toBe('owner@example.com')
    const user_id = user?.id ?? ''
    const member = (role: string) =>
      database
        .write(async ({ db, tables }) => db.update(tables.memberships).set({ role }))
        .then(() => instance.handrail.asMember(workspace_id, user_id))
    const draft = { title: 'Draft' }
    const contact = { email: 'member@example.com', first_name: 'M' }
    const viewer = await member('viewer')
    await viewer.invoke(listGuides, {})
    await expect(viewer.invoke(createGuide, draft)).rejects.toMatchObject({ code: 'forbidden' })
    const editor = await member('editor')
    await editor.invoke(createGuide, draft)
    await expect(editor.invoke(createContact, contact)).rejects.toMatchObject({ code: 'forbidden' })
    const admin = await member('admin')
    await admin.invoke(createContact, contact)
    const elsewhere = instance.handrail.asMember(instance.acme.context.caller.workspace_id, user_id)
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
  })
  test('the operator without a workspace is refused what belongs to one, and told how to name it', async () => {
    const operator = await instance.handrail.asSystem()
    const count = () =>
      instance.handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.contacts)).length)
    const before = await count()
    const contact = { email: 'orphan@example.com', first_name: 'Orphan' }
    const user = {
      email: 'nobody@example.com',
      name: 'Nobody',
      role: 'viewer' as const,
      password: 'correct horse battery',
    }
    for (const act of [
      () => operator.invoke(createContact, contact),
      () => operator.invoke(listContacts, {}),
      () => operator.invoke(createUser, user),
      () => operator.invoke(createApiKey, { name: 'Key', scopes: ['contacts:read'] }),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/^The operation \w+ needs a workspace: use asSystem\(workspace\.id\)/),
      })
    expect(await count()).toBe(before)
  })
})
