import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorization, CHALLENGE, openAuthorization, VERIFIER } from '../../test/support/authorization.ts'
import { type Answer, ENGINES, PUBLIC_URL } from '../../test/support/instance.ts'
import { type Era, send } from '../../test/support/mcp.ts'

const { changeMemberRole } = operations

const MCP = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`
const MISSING = 'error="insufficient_scope", error_description="This token lacks the scope contacts:write"'

/** What applications are told that lack access, and whether asking for more scopes would help. */
describe.each(ENGINES)('missing permissions on %s', (engine) => {
  let server: Authorization
  let reader: string
  let demoted: string
  beforeAll(async () => {
    server = await openAuthorization(engine)
    // Public: connecting a confidential one again would replace what it was granted first.
    const { client_id } = server.open
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const tokenFor = async (scope: string) => {
      const code = await server.codeFor({ client_id, scope, ...pkce })
      return (await server.exchange(server.open, code, { code_verifier: VERIFIER })).body.access_token
    }
    reader = await tokenFor('contacts_read')
    demoted = await tokenFor('contacts_read contacts_write')
    const workspace = await server.handrail.asSystem(server.acme.id)
    await workspace.invoke(changeMemberRole, { user_id: server.ada.id, role: 'viewer' })
  })
  afterAll(() => server.close())

  const create = (token: string) =>
    server.call({
      method: 'POST',
      path: '/api/v1/contacts',
      token,
      body: { contact: { email: 'zoe@example.com', first_name: 'Zoé' } },
    })
  const call = (era: Era, token: string, more = {}): Promise<Answer> =>
    send(server, era, {
      method: 'tools/call',
      token,
      params: { name: 'create_contact', arguments: { email: 'zoe@example.com', first_name: 'Zoé' }, ...more },
    })

  test('the API names the missing scope, in its OAuth form', async () => {
    const { status, headers, body } = await create(reader)
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope'])
    expect(headers['www-authenticate']).toBe(`Bearer realm="handrail", ${MISSING}, scope="contacts_write"`)
  })

  // The second is not one of the fast path: its answer comes from the SDK.
  test.each<[Era, object]>([
    ['modern', {}],
    ['modern', { _extra: 1 }],
    ['former', {}],
    ['former', { _extra: 1 }],
  ])('the MCP endpoint names the missing scope, and how to get it, in the %s era (%j)', async (era, more) => {
    const { status, headers, body } = await call(era, reader, more)
    expect([status, body.error.data.type]).toEqual([403, 'insufficient_scope'])
    expect(body.error.message).toBe(
      'This token lacks the scope contacts:write. Tell the user to connect again and allow this scope, or to use a key that has it',
    )
    expect(headers['www-authenticate']).toBe(`Bearer realm="handrail", ${MCP}, ${MISSING}, scope="contacts_write"`)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a missing right of the role does not ask for more scopes', async () => {
    const rest = await create(demoted)
    expect([rest.status, rest.body.error.type]).toEqual([403, 'forbidden'])
    expect(rest.headers['www-authenticate']).not.toContain('scope="')
    for (const era of ['modern', 'former'] as const) {
      const { status, headers, body } = await call(era, demoted)
      expect([status, body.error.data.type]).toEqual([403, 'forbidden'])
      expect(body.error.message).toBe('You are not allowed to do this. Tell the user; calling again will not help')
      expect(headers['www-authenticate']).toBe(`Bearer realm="handrail", ${MCP}`)
    }
  })

  test('the remaining rights work', async () => {
    expect((await server.call({ path: '/api/v1/contacts', token: demoted })).status).toBe(200)
    const { body } = await send(server, 'modern', { method: 'tools/list', token: demoted })
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['list_contacts', 'get_contact'])
  })
})
