import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, existingClient, newApplication, newMember } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { findClient, refreshTokens, registerClient, verifyClientSecret } from '../../internal.ts'

const { createApplication, listApplications, rotateApplicationSecret, updateApplication } = operations

describe.each(ENGINES)('OAuth clients on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const knows = (id: string, secret: string) =>
    instance.handrail.database.read((reader) => verifyClientSecret(reader, id, secret))
  const redirect_uris = ['https://app.example/cb']
  const register = (metadata: object = {}, source = '198.51.100.1') =>
    registerClient(instance.acme.context, { redirect_uris, ...metadata }, source)

  test('an application has an id and a secret, which is returned once', async () => {
    const { client, secret } = await newApplication(instance)
    expect(secret).toMatch(/^hr_cs_[\w-]{43}$/)
    expect(await knows(client.id, secret)).toBe(true)
    expect(await knows(client.id, '')).toBe(false)
    const { data } = await instance.acme.invoke(listApplications, {})
    expect(JSON.stringify(data)).not.toContain(secret.slice(6))
    expect(data[0]).toMatchObject({ id: client.id, name: 'Sync', type: 'confidential' })
    expect((await instance.other.invoke(listApplications, {})).data).toEqual([])
    expect((await newApplication(instance, { type: 'public' })).secret).toBe('')
  })

  test('both secrets are valid during a rotation, only the new one after a leak', async () => {
    const { client, secret } = await newApplication(instance)
    const rotate = async (revoke_previous = false) => {
      instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
      const input = { id: client.id, revoke_previous }
      return (await instance.acme.invoke(rotateApplicationSecret, input)).data.client_secret ?? ''
    }
    const second = await rotate()
    expect([await knows(client.id, secret), await knows(client.id, second)]).toEqual([true, true])
    const third = await rotate()
    expect([await knows(client.id, secret), await knows(client.id, second)]).toEqual([false, true])
    const fourth = await rotate(true)
    expect([await knows(client.id, third), await knows(client.id, fourth)]).toEqual([false, true])
    const open = await newApplication(instance, { type: 'public' })
    await expect(instance.acme.invoke(rotateApplicationSecret, { id: open.client.id })).rejects.toMatchObject({
      code: 'validation_error',
    })
  })

  test('an application is changed only in its workspace, with the right to manage applications', async () => {
    const { client } = await newApplication(instance)
    const { data } = await instance.acme.invoke(updateApplication, { id: client.id, name: 'New' })
    expect(data).toMatchObject({ name: 'New', redirect_uris: client.redirect_uris })
    const change = { id: client.id, name: 'Mine' }
    await expect(instance.other.invoke(updateApplication, change)).rejects.toMatchObject({ code: 'not_found' })
    const { id } = await newMember(instance.acme, 'editor')
    const editor = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, id)
    await expect(editor.invoke(updateApplication, change)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test.each([
    [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris.0'],
    [{ redirect_uris: ['http://app.example'] }, 'redirect_uris.0'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ scopes: ['contacts:delete'] }, 'scopes.0'],
    [{ name: '\u200b\u202e' }, 'name'],
    [{ name: '\u3164 \u2800' }, 'name'],
    [{ name: 'Cl\u200baude' }, 'name'],
    [{ name: 'App \u202etsurt' }, 'name'],
  ])('an application with %j is rejected', async (fields, field) => {
    const input = { name: 'App', redirect_uris, scopes: ['contacts:read'], ...fields }
    const refused = instance.acme.invoke(createApplication, input)
    await expect(refused).rejects.toMatchObject({ code: 'validation_error', errors: { [field]: expect.anything() } })
  })

  test('a registration is stored as requested, with its name sanitised', async () => {
    const { client, client_secret } = await register({
      client_name: '  <script>\u202eevil\u200b</script>  ',
      scope: 'guides_read root',
      logo_uri: 'data:text/html,x',
      skip_consent: true,
    })
    expect(client).toMatchObject({ kind: 'registration', name: '<script>evil</script>', scopes: ['guides:read'] })
    expect(client.auth_method).toBe('client_secret_basic')
    expect(await knows(client.id, client_secret ?? '')).toBe(true)
    expect(JSON.stringify(await existingClient(instance.acme.context, client.id))).not.toMatch(/logo|skip|data:/)
    const ours = ['Handrail', ' h\u0301AND\u2060-rail Support', 'ｈandrail', 'Hаndrаil Support', 'Handrai1', 'Ηandrail']
    for (const client_name of ['\u3164\u2800\u200b', ...ours])
      expect((await register({ client_name })).client.name, client_name).toBe('Unnamed application')
    // Some scopes must be requested by name.
    const writing = ['metadata_keys:manage', 'working_calendar:write']
    expect((await register({})).client.scopes.filter((scope) => writing.includes(scope))).toEqual([])
    expect((await register({ scope: 'metadata_keys_manage working_calendar_write' })).client.scopes).toEqual(writing)
    expect((await register({ client_name: 'Sync for Handrail \u3164' })).client.name).toBe('Sync for Handrail')
    const piled = `e${'\u0301'.repeat(50)}vil \u0489\u0488`
    expect((await register({ client_name: piled })).client.name).toBe('\u00e9\u0301\u0301vil')
    expect((await register({ client_name: 'Zoë हिन्दी عَرَبِيّ' })).client.name).toBe('Zoë हिन्दी عَرَبِيّ')
    const long = await register({ client_name: 'x'.repeat(10_000), token_endpoint_auth_method: 'none' })
    expect(long.client.name).toHaveLength(100)
    expect(long.client_secret).toBeUndefined()
  })

  test.each([
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://app.example' }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 21 }, () => 'https://app.example') }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, 'invalid_client_metadata'],
    [{ client_name: 5 }, 'invalid_client_metadata'],
  ])('a registration with %j is rejected', async (metadata, code) => {
    await expect(register(metadata)).rejects.toMatchObject({ name: 'OAuthError', code })
  })

  test('registrations are limited by network; unused ones are deleted after a day', async () => {
    const source = '203.0.113.9'
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => register({}, source)))
    const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.client] : []))
    expect(made).toHaveLength(50)
    await expect(register({}, source)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3600 })
    await register({}, '203.0.113.10')
    const [used, unused] = made
    if (!used || !unused) throw new Error('Nothing was registered')
    await connect(instance, { client: used, user_id: (await newMember(instance.acme)).id })
    await register({}, source)
    instance.clock.now = new Date(instance.clock.now.getTime() + 25 * 3_600_000)
    await instance.handrail.upkeep()
    expect(await findClient(instance.acme.context, unused.id)).toBeUndefined()
    expect(await findClient(instance.acme.context, used.id)).toBeDefined()
    await register({}, source)
  })

  test('a registration is kept while it has a grant, and for 90 days after its last tokens', async () => {
    const { client } = await register({}, '203.0.113.20')
    const user_id = (await newMember(instance.acme)).id
    const after = async (days: number) => {
      instance.clock.now = new Date(instance.clock.now.getTime() + days * 86_400_000)
      await instance.handrail.upkeep()
      return findClient(instance.acme.context, client.id)
    }
    const { context } = instance.acme
    const first = await connect(instance, { client, user_id })
    await after(20)
    const refresh = { client, refresh_token: first.refresh_token, scope: undefined, resource: [] }
    await refreshTokens(context, refresh)
    // Without a recorded use: the grant alone keeps it.
    await instance.handrail.database.write(({ db, tables }) =>
      db.update(tables.oauth_clients).set({ used_at: '2020-01-01T00:00:00.000Z' }),
    )
    expect(await after(29)).toBeDefined()
    const again = await connect(instance, { client, user_id })
    await after(29)
    await refreshTokens(context, { ...refresh, refresh_token: again.refresh_token })
    expect(await after(89)).toBeDefined()
    expect(await after(2)).toBeUndefined()
  })

  test('an application of a workspace is kept regardless of use', async () => {
    const { client } = await newApplication(instance)
    await connect(instance, { client, user_id: (await newMember(instance.acme)).id })
    instance.clock.now = new Date(instance.clock.now.getTime() + 400 * 86_400_000)
    await instance.handrail.upkeep()
    expect(await findClient(instance.acme.context, client.id)).toBeDefined()
  })
})
