import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, consentTo, newApplication, newMember, REDIRECT_URI } from '../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { ALL_SCOPES, type Audience, operations } from '../index.ts'
import { type Client, invoke, redeemCode, refreshTokens, revokeToken } from '../internal.ts'

const {
  createApiKey,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listAuditEntries,
  revokeApiKey,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} = operations

describe.each(ENGINES)('the audit log on %s', (engine) => {
  let instance: Instance
  let client: Client
  let user_id: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    client = (await newApplication(instance)).client
    user_id = (await newMember(instance.acme)).id
  })
  afterAll(() => instance.close())

  const context = () => instance.acme.context
  const pass = (seconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + seconds * 1000)
  }
  /** Entries added by the work, oldest first. */
  async function entriesOf(work: () => Promise<unknown>) {
    pass(1)
    const since = instance.clock.now.toISOString()
    await work()
    const { data } = await instance.acme.invoke(listAuditEntries, { per_page: 100 })
    return data.filter(({ created_at }) => created_at >= since).reverse()
  }
  const refused = expect.objectContaining({ code: 'invalid_grant' })

  test('the replay of a code is recorded once, with the application and the grant', async () => {
    const code = await consentTo(instance, { client, user_id })
    const redeem = () =>
      redeemCode(context(), { client, code, redirect_uri: REDIRECT_URI, code_verifier: undefined, resource: [] })
    const { access_token } = await redeem()
    const { caller } = await instance.handrail.authenticate(access_token)
    const entries = await entriesOf(async () => {
      await expect(redeem()).rejects.toEqual(refused)
      await expect(redeem()).rejects.toEqual(refused)
    })
    expect(entries).toMatchObject([
      {
        action: 'authorization_code.replayed',
        door: 'oauth',
        actor_id: client.id,
        actor: 'Sync',
        subject_id: caller.id,
        details: { application: 'Sync', user_id },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(code)
  })

  test('the reuse of a refresh token is recorded once, the retry after a lost response is not', async () => {
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    const { caller } = await instance.handrail.authenticate(access_token)
    const refresh = () => refreshTokens(context(), { client, refresh_token, scope: undefined, resource: [] })
    const lost = await entriesOf(async () => {
      await refresh()
      await refresh()
    })
    expect(lost).toEqual([])
    pass(600)
    const reused = await entriesOf(async () => {
      await expect(refresh()).rejects.toEqual(refused)
      await expect(refresh()).rejects.toEqual(refused)
    })
    expect(reused).toMatchObject([
      { action: 'refresh_token.reused', door: 'oauth', actor: 'Sync', subject_id: caller.id, details: { user_id } },
    ])
    expect(JSON.stringify(reused)).not.toContain(refresh_token)
  })

  test('the revocation of tokens by an application is recorded once', async () => {
    const { access_token, refresh_token } = await connect(instance, { client, user_id })
    const entries = await entriesOf(async () => {
      for (const token of [refresh_token, access_token, 'unknown']) await revokeToken(context(), client, token)
    })
    expect(entries).toMatchObject([{ action: 'application.disconnected', door: 'oauth', actor: 'Sync' }])
  })

  test('entries contain the address of the caller and the application', async () => {
    const { data: key } = await instance.acme.invoke(createApiKey, { name: 'CRM', scopes: [...ALL_SCOPES] })
    const { access_token } = await connect(instance, { client, user_id })
    const endpoint = { url: 'https://example.com/hook?token=private', events: ['*'] }
    const create = async (token: string, audience: Audience) =>
      (await invoke(createWebhookEndpoint, await instance.handrail.authenticate(token, audience), endpoint)).value.data
    const entries = await entriesOf(async () => {
      for (const token of [key.token, access_token])
        for (const audience of ['rest', 'mcp'] as const) await create(token, audience)
    })
    expect(entries.map(({ action, actor, door, details }) => [action, actor, door, details])).toEqual([
      ['webhook_endpoint.created', 'CRM', 'api', { host: 'example.com' }],
      ['webhook_endpoint.created', 'CRM', 'mcp', { host: 'example.com' }],
      ['webhook_endpoint.created', 'Ada', 'oauth', { host: 'example.com', application: 'Sync' }],
      ['webhook_endpoint.created', 'Ada', 'mcp', { host: 'example.com', application: 'Sync' }],
    ])
  })

  test('status changes of a webhook endpoint are recorded', async () => {
    const { data } = await instance.acme.invoke(createWebhookEndpoint, { url: 'https://example.com/a', events: ['*'] })
    const entries = await entriesOf(async () => {
      await instance.acme.invoke(updateWebhookEndpoint, { id: data.id, url: 'https://example.org/b' })
      await instance.acme.invoke(updateWebhookEndpoint, { id: data.id, url: 'https://example.org/b' })
      const rotated = await instance.acme.invoke(rotateWebhookSecret, { id: data.id })
      await instance.acme.invoke(deleteWebhookEndpoint, { id: data.id })
      expect(rotated.data.secret).toMatch(/^whsec_/)
    })
    expect(entries.map(({ action, subject_id, door }) => [action, subject_id, door])).toEqual([
      ['webhook_endpoint.updated', data.id, 'command_line'],
      ['webhook_endpoint.secret_rotated', data.id, 'command_line'],
      ['webhook_endpoint.deleted', data.id, 'command_line'],
    ])
    expect(entries[0]?.details).toEqual({ host: 'example.org' })
    expect(JSON.stringify(entries)).not.toContain('whsec_')
  })

  test('entries are filtered by actor, action and time', async () => {
    const { acme } = instance
    const member = await newMember(acme)
    const bound = await instance.handrail.asMember(acme.context.caller.workspace_id, member.id)
    pass(60)
    const since = instance.clock.now.toISOString()
    const { data: key } = await bound.invoke(createApiKey, { name: 'Own', scopes: [...ALL_SCOPES] })
    pass(60)
    const between = instance.clock.now.toISOString()
    await bound.invoke(revokeApiKey, { id: key.id })
    await acme.invoke(createApiKey, { name: 'Other', scopes: [...ALL_SCOPES] })
    const actions = async (filters: object) =>
      (await acme.invoke(listAuditEntries, filters)).data.map(({ action, actor }) => `${action} ${actor}`)
    const own = ['api_key.revoked Ada', 'api_key.created Ada']
    expect(await actions({ actor_id: member.id })).toEqual(own)
    expect(await actions({ actor_id: member.id, action: 'api_key' })).toEqual(own)
    expect(await actions({ action: 'api_key.revoked' })).toEqual(['api_key.revoked Ada'])
    // The dot is literal, and so are the wildcards of a pattern.
    for (const action of ['api', 'api_ke_', 'api%', 'apiXkey']) expect(await actions({ action })).toEqual([])
    expect(await actions({ actor_id: member.id, from: since, until: between })).toEqual(['api_key.created Ada'])
    expect(await actions({ actor_id: 'system', from: between })).toEqual(['api_key.created Operator'])
  })
})
