import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const { createApiKey, createApplication, createUser, listAuditEntries, revokeApiKey } = operations

const PASSWORD = 'correct horse battery'
const PROXY = '10.0.0.1'
const PERSON = '203.0.113.7'

/** The peer, the header, and the address that something vouches for. */
const WAYS = [
  ['a connection without a proxy', PERSON, undefined, PERSON],
  ['a declared proxy', PROXY, PERSON, PERSON],
  ['a declared proxy, with what the client forged', PROXY, `198.51.100.9, ${PERSON}`, PERSON],
  ['a private proxy that nobody declared', '10.0.0.2', PERSON, null],
  ['a public peer that claims another address', '198.51.100.1', PERSON, '198.51.100.1'],
] as const

describe.each(ENGINES)('the address of an entry of the audit log on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, { trustProxy: [PROXY] })
  })
  afterAll(() => instance.close())

  const acme = () => instance.handrail.asSystem(instance.acme.id)
  const newest = async (action: string) =>
    (await (await acme()).invoke(listAuditEntries, { action, per_page: 1 })).data[0]
  const from = (remoteAddress: string, forwarded: string | undefined) => ({
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })

  test.each(WAYS)('of the API: %s', async (_way, peer, forwarded, address) => {
    const { headers, remoteAddress } = from(peer, forwarded)
    const contact = { email: `${peer}.${forwarded?.length ?? 0}@example.com`, first_name: 'A' }
    const { body } = await instance.call({ method: 'POST', path: '/api/v1/contacts', body: { contact } })
    const answer = await instance.app.inject({
      method: 'DELETE',
      url: `/api/v1/contacts/${body.data.id}`,
      remoteAddress,
      headers: { ...headers, authorization: `Bearer ${instance.acme.token}` },
    })
    expect(answer.statusCode).toBe(204)
    expect(await newest('contact.deleted')).toMatchObject({ address, door: 'api', subject_id: body.data.id })
  })

  test.each(WAYS)('of a refused sign-in: %s', async (_way, peer, forwarded, address) => {
    const email = `${peer}.${forwarded?.length ?? 0}@example.com`
    const user = { email, name: 'Ada', role: 'admin' as const, password: PASSWORD }
    const { data } = await (await acme()).invoke(createUser, user)
    const { headers, remoteAddress } = from(peer, forwarded)
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: instance.handrail.settings.publicUrl }
    const answer = await instance.app.inject({
      method: 'POST',
      url: '/sign-in',
      remoteAddress,
      headers: { ...headers, ...form },
      payload: new URLSearchParams({ email, password: 'wrong wrong wrong' }).toString(),
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(await newest('sign_in')).toMatchObject({ action: 'sign_in.failed', address, subject_id: data.id })
  })

  test('of a key that was revoked, by REST and MCP', async () => {
    const bound = await acme()
    const { data: key } = await bound.invoke(createApiKey, { name: 'Old', scopes: ['contacts:read'] })
    await bound.invoke(revokeApiKey, { id: key.id })
    const headers = { authorization: `Bearer ${key.token}` }
    for (const url of ['/api/v1/contacts', '/mcp'] as const) {
      const method = url === '/mcp' ? ('POST' as const) : ('GET' as const)
      const { statusCode } = await instance.app.inject({ method, url, headers, remoteAddress: PERSON })
      expect(statusCode).toBe(401)
    }
    expect(await newest('api_key.refused')).toMatchObject({
      actor: 'Old',
      address: PERSON,
      details: { reason: 'revoked', count: '2' },
    })
  })

  test('of an application with a wrong secret, which no token is issued for', async () => {
    const bound = await acme()
    const { data: application } = await bound.invoke(createApplication, {
      name: 'Sync',
      redirect_uris: ['https://app.example/callback'],
      scopes: ['contacts:read'],
      type: 'confidential',
    })
    const ask = (client_id: string) =>
      instance.app.inject({
        method: 'POST',
        url: '/oauth/token',
        remoteAddress: PERSON,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: 'x' }).toString(),
      })
    expect((await ask(application.id)).statusCode).toBe(401)
    expect((await ask('unknown')).statusCode).toBe(401)
    const { data } = await bound.invoke(listAuditEntries, { action: 'application.refused' })
    expect(data).toMatchObject([
      { subject_id: application.id, door: 'oauth', address: PERSON, details: { reason: 'wrong_credentials' } },
    ])
  })
})
