// Longer than other files: one instance for every way in which a request to authorize can be wrong, and be answered.
import { ALL_SCOPES, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  type Authorization,
  CHALLENGE,
  fieldsOf,
  openAuthorization,
  REDIRECT_URI,
  VERIFIER,
} from '../../../test/support/authorization.ts'
import { ENGINES, PUBLIC_URL } from '../../../test/support/instance.ts'

const { changeMemberRole, removeMember } = operations

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }

describe.each(ENGINES)('GET and POST /oauth/authorize on %s', (engine) => {
  let server: Authorization
  beforeAll(async () => {
    server = await openAuthorization(engine)
  })
  afterAll(() => server.close())

  const query = (other: Record<string, string | undefined> = {}) => ({
    client_id: server.confidential.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'contacts_read contacts_write',
    ...other,
  })
  const told = (answer: { headers: Record<string, string | undefined> }) => {
    const { searchParams, origin } = new URL(answer.headers.location ?? '')
    return { origin, ...Object.fromEntries(searchParams) }
  }
  const register = async (metadata: object = {}) => {
    const body = { client_name: 'Assistant', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }
    const answer = await server.call({
      method: 'POST',
      path: '/oauth/register',
      token: null,
      body: { ...body, ...metadata },
    })
    return answer.body.client_id
  }

  test('a visitor signs in first, and returns to the same request', async () => {
    const asked = await server.authorize(query({ state: 'a b+c' }), null)
    expect(asked.status).toBe(303)
    const { pathname, searchParams } = new URL(asked.headers.location ?? '', PUBLIC_URL)
    expect(pathname).toBe('/sign-in')
    expect(searchParams.get('return_to')).toMatch(/^\/oauth\/authorize\?client_id=/)
  })

  test('the consent page names application, host, scopes and workspace; "Allow" returns a code', async () => {
    const page = await server.authorize(query({ state: 'x' }))
    expect(page.status, page.text).toBe(200)
    for (const text of ['Connect Sync confidential?', 'app.example', 'Read contacts', 'Write contacts', 'Acme', 'Deny'])
      expect(page.text).toContain(text)
    expect(page.text).not.toContain('Unverified')
    expect(page.text).not.toMatch(/<script|onclick/)
    const answered = await server.answer(page.text)
    expect(answered.status).toBe(303)
    expect(answered.headers.location?.startsWith(`${REDIRECT_URI}?code=hr_ac_`)).toBe(true)
    expect(Object.keys(told(answered))).toEqual(['origin', 'code', 'state', 'iss'])
    expect(told(answered)).toMatchObject({ state: 'x', iss: PUBLIC_URL })
    expect(answered.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  test('permissions are grouped; those that reach customers are marked, not ticked, and granted to those who tick them', async () => {
    const scope = 'contacts_read guides_write guides_publish insights_read messages_write imports_write'
    const page = await server.authorize(query({ scope }))
    const groups = [...page.text.matchAll(/<fieldset><legend>([^<]+)<\/legend><ul(.*?)<\/ul>/gs)]
    expect(
      groups.map(([, name = '', rows = '']) => [name, [...rows.matchAll(/name="([^"]+)"/g)].map(([, n]) => n)]),
    ).toEqual([
      ['In the workspace', ['workspace_id']],
      ['Contacts, enrollments and guides', ['contacts_read']],
      ['Writing guides', ['guides_write', 'guides_publish']],
      ['Insights', ['insights_read']],
      ['Messages', ['messages_write']],
      ['Many at once', ['imports_write']],
    ])
    expect(page.text.match(/reaches customers</g)).toHaveLength(3)
    const granted = async (fields: Record<string, string>) => {
      const code = new URL(
        (await server.answer((await server.authorize(query({ scope }))).text, fields)).headers.location ?? '',
      )
      const { body } = await server.exchange(server.confidential, code.searchParams.get('code') ?? '')
      return body.scope
    }
    expect(await granted({})).toBe('contacts_read guides_write insights_read')
    expect(await granted({ guides_publish: 'on' })).toBe('contacts_read guides_write guides_publish insights_read')
    expect(await granted({ messages_write: 'on', read_only: 'on' })).toBe('contacts_read insights_read')
  })

  test('without scopes of our own there are no groups, and nothing is left unticked', async () => {
    const { text } = await server.authorize(query())
    expect(text.match(/<legend>[^<]+/g)).toEqual([
      '<legend>In the workspace',
      '<legend>Permissions',
      '<legend>Restrict access',
    ])
    expect(fieldsOf(text)).toMatchObject({ contacts_read: 'on', contacts_write: 'on' })
  })

  test.each(['plain', 'a b+c%20d&e=f#g', 'ä€😀', 'x'.repeat(4000)])(
    'the state is returned unchanged: %s',
    async (state) => {
      const page = await server.authorize(query({ state }))
      expect(told(await server.answer(page.text))).toMatchObject({ state })
      const refused = await server.authorize(query({ state, scope: 'nonsense' }))
      expect(told(refused)).toMatchObject({ state, error: 'invalid_scope', iss: PUBLIC_URL })
    },
  )

  test('"Cancel" returns access_denied', async () => {
    const page = await server.authorize(query({ state: 'x' }))
    const denied = await server.answer(page.text, { decision: 'deny' })
    expect(told(denied)).toMatchObject({ error: 'access_denied', state: 'x', iss: PUBLIC_URL })
    expect((await server.answer(page.text)).status).toBe(403)
  })

  test.each([
    ['https://app.example/callback.evil'],
    ['https://app.example/callback/../x'],
    ['https://app.example/callback?x'],
    ['https://app.example/callback/'],
    ['https://app.example/CALLBACK'],
    ['https://app.example/%63allback'],
    ['https://app.example\\@evil.example/callback'],
    ['https://app.example@evil.example/callback'],
    ['https://app.example/callback#x'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['//evil.example/'],
    [''],
  ])('%s is never a redirect target', async (redirect_uri) => {
    for (const other of [{}, { scope: 'nonsense' }, { response_type: 'token' }, { client_id: 'nobody' }]) {
      const answer = await server.authorize(query({ redirect_uri, ...other }))
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  test('a repeated client_id or redirect_uri is shown to the person, other repeated parameters are returned to the application', async () => {
    const { client_id } = server.confidential
    const base = new URLSearchParams({ client_id, redirect_uri: REDIRECT_URI, response_type: 'code' }).toString()
    for (const again of [`client_id=${client_id}`, `redirect_uri=${encodeURIComponent(REDIRECT_URI)}`])
      expect(await server.authorize(`${base}&${again}`)).toMatchObject({ status: 400 })
    expect(told(await server.authorize(`${base}&scope=a&scope=b&state=x`))).toMatchObject({
      error: 'invalid_request',
      state: 'x',
    })
    expect((await server.authorize(`${base}&prompt=consent&nonce=1&utm=2`)).status).toBe(200)
  })

  test.each([
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'contacts_read contacts_delete' }, 'invalid_scope'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ ...PKCE, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: CHALLENGE }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ ...PKCE, code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    [{ ...PKCE, code_challenge: 'x'.repeat(129) }, 'invalid_request'],
  ])('%j is returned to the application as %s', async (other, error) => {
    const answer = await server.authorize(query({ state: 'x', ...other }), null)
    expect(answer.status).toBe(303)
    expect(told(answer)).toMatchObject({ origin: 'https://app.example', error, state: 'x', iss: PUBLIC_URL })
  })

  test('a public client must use PKCE; without scopes, it requests all that it has registered', async () => {
    const own = query({ client_id: server.open.client_id, scope: undefined })
    expect(told(await server.authorize(own))).toMatchObject({ error: 'invalid_request' })
    const page = await server.authorize({ ...own, ...PKCE })
    // One for each scope, and one for reading alone.
    expect(page.text.match(/type="checkbox"/g)).toHaveLength(ALL_SCOPES.length + 1)
  })

  test('a client that registered itself is marked, needs consent each time, and redirects only signed-in people', async () => {
    const client_id = await register({ client_name: '<script>alert(1)</script>' })
    const own = query({ client_id, ...PKCE })
    for (const _time of [1, 2]) {
      const page = await server.authorize(own)
      expect(page.status).toBe(200)
      expect(page.text).toContain('Unverified')
      expect(page.text).toContain('&lt;script>')
      expect(page.text).not.toContain('<script')
      expect((await server.answer(page.text)).status).toBe(303)
    }
    const bad = await server.authorize({ ...own, scope: 'nonsense' }, null)
    expect(bad.headers.location).toMatch(/^\/sign-in/)
  })

  test.each([{ scope: 'nonsense' }, { response_type: 'token' }, { code_challenge_method: 'plain' }])(
    'a client that registered itself does not cause a redirect by requesting %j: the person sees the address first',
    async (wrong) => {
      const client_id = await register({ client_name: '"><img src=x>' })
      const answer = await server.authorize({ ...query({ client_id, ...PKCE, state: 'a&b' }), ...wrong })
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
      expect(answer.text).toContain('app.example')
      expect(answer.text).not.toMatch(/<img src=x|http-equiv|<script/)
      const [, href = ''] = /<a class="button"[^>]* href="([^"]*)"/.exec(answer.text) ?? []
      const location = href.replaceAll('&amp;', '&')
      const [error] = Object.keys(wrong).map((name) => (name === 'scope' ? 'invalid_scope' : expect.any(String)))
      expect(told({ headers: { location } })).toMatchObject({
        origin: 'https://app.example',
        error,
        state: 'a&b',
        iss: PUBLIC_URL,
      })
    },
  )

  test('the port of a loopback redirect address can vary; the person is warned', async () => {
    const client_id = await register({ redirect_uris: ['http://127.0.0.1/cb', 'cursor://app/cb?x=1'] })
    const own = query({ client_id, ...PKCE, redirect_uri: 'http://127.0.0.1:3118/cb' })
    const page = await server.authorize(own)
    expect(page.text).toContain('127.0.0.1:3118')
    expect(page.text).toContain('a program on your own computer')
    const { headers } = await server.answer(page.text)
    expect(headers.location).toMatch(/^http:\/\/127\.0\.0\.1:3118\/cb\?code=/)
    const custom = await server.authorize({ ...own, redirect_uri: 'cursor://app/cb?x=1' })
    expect((await server.answer(custom.text)).headers.location).toMatch(/^cursor:\/\/app\/cb\?x=1&code=/)
    for (const redirect_uri of [
      'http://127.0.0.1:3118/other',
      'http://127.0.0.1.evil.example/cb',
      'https://127.0.0.1/cb',
    ])
      expect((await server.authorize({ ...own, redirect_uri })).status).toBe(400)
  })

  test('the grant contains the requested scopes that stay ticked', async () => {
    const granted = async (fields: Record<string, string | undefined>) => {
      const page = await server.authorize(query())
      const answer = await server.answer(page.text, fields)
      if (answer.status !== 303) return `${answer.status}`
      const { body } = await server.exchange(
        server.confidential,
        new URL(answer.headers.location ?? '').searchParams.get('code') ?? '',
      )
      return body.scope
    }
    expect(await granted({})).toBe('contacts_read contacts_write')
    expect(await granted({ contacts_write: undefined })).toBe('contacts_read')
    expect(await granted({ webhooks_manage: 'on', guides_read: 'on' })).toBe('contacts_read contacts_write')
    expect(await granted({ read_only: 'on' })).toBe('contacts_read')
    expect(await granted({ contacts_read: undefined, contacts_write: undefined })).toBe('403')
    expect(await granted({ workspace_id: server.other.id })).toBe('403')
    expect(await granted({ workspace_id: 'nonsense' })).toBe('403')
  })

  test('an invalid form is shown again, and can be sent', async () => {
    const page = await server.authorize(query())
    const wrong = await server.answer(page.text, { contacts_read: undefined, contacts_write: undefined })
    expect(wrong.text).toContain('Choose at least one permission')
    expect((await server.answer(wrong.text, { contacts_read: 'on' })).status).toBe(303)
  })

  test('a viewer sees the scopes that the role excludes, and does not get them', async () => {
    const viewer = await server.signIn('viewer')
    const page = await server.authorize(query(), viewer)
    expect(page.text).toContain('Your role does not include this.')
    expect(page.text).toMatch(/<input type="checkbox" name="contacts_write" disabled[^>]*>/)
    expect(fieldsOf(page.text)).toMatchObject({ contacts_read: 'on' })
    expect(fieldsOf(page.text)).not.toHaveProperty('contacts_write')
    expect(page.text).not.toContain('name="read_only"')
    const answer = await server.answer(page.text, {}, viewer)
    const code = new URL(answer.headers.location ?? '').searchParams.get('code') ?? ''
    const { body } = await server.exchange(server.confidential, code)
    expect(body.scope).toBe('contacts_read')
    const only = await server.authorize(query({ scope: 'contacts_write' }), viewer)
    expect(only.text).toContain('Your role includes none of the requested permissions')
    expect(only.text).not.toContain('value="allow"')
    expect(
      (await server.answer(only.text, { workspace_id: server.acme.id, contacts_write: 'on' }, viewer)).status,
    ).toBe(403)
  })

  test('switching accounts returns to the same request', async () => {
    const state = 'a b+c%20d&e=f'
    const [person, eve] = [await server.signIn(), await server.signIn()]
    const page = await server.authorize(query({ ...PKCE, state, resource: `${PUBLIC_URL}/mcp` }), person)
    const fields = fieldsOf(page.text.slice(page.text.indexOf('Not you?')))
    const form = { csrf: fields.csrf, return_to: fields.return_to?.replaceAll('&amp;', '&') }
    const left = await server.send('/sign-out', form, { cookie: person.cookie, origin: PUBLIC_URL })
    expect(left.status).toBe(303)
    const address = new URL(left.headers.location ?? '', PUBLIC_URL)
    expect(address.pathname).toBe('/oauth/authorize')
    const again = await server.authorize(address.search.slice(1), eve)
    expect(again.text).toContain(`You are signed in as ${eve.email}`)
    const answered = told(await server.answer(again.text, {}, eve))
    expect(answered).toMatchObject({ state, code: expect.stringMatching(/^hr_ac_/) })
    const { body } = await server.exchange(server.confidential, 'code' in answered ? String(answered.code) : '', {
      code_verifier: VERIFIER,
    })
    expect(body.scope).toBe('contacts_read contacts_write')
    expect((await server.call({ path: '/api/v1/contacts', token: body.access_token })).status).toBe(401)
  })

  test('role and membership are checked when the form is sent, and afterwards', async () => {
    const person = await server.signIn()
    const workspace = await server.handrail.asSystem(server.acme.id)
    const page = await server.authorize(query(), person)
    await workspace.invoke(changeMemberRole, { user_id: person.id, role: 'viewer' })
    const answer = await server.answer(page.text, {}, person)
    const code = new URL(answer.headers.location ?? '').searchParams.get('code') ?? ''
    const { body } = await server.exchange(server.confidential, code)
    expect(body.scope).toBe('contacts_read')
    const works = () => server.call({ path: '/api/v1/contacts', token: body.access_token })
    expect((await works()).status).toBe(200)
    const late = await server.authorize(query(), person)
    await workspace.invoke(removeMember, { user_id: person.id })
    expect((await works()).status).toBe(401)
    expect((await server.answer(late.text, {}, person)).status).toBe(403)
  })

  test('a workspace whose plan has no API access cannot be chosen, and the page says so', async () => {
    const closed = await openAuthorization(engine)
    const id = '019a0000-0000-7000-8000-000000000001'
    const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await closed.handrail.database.write(async ({ db, tables: { workspaces, memberships } }) => {
      await db.insert(workspaces).values({ id, name: 'Closed', plan: 'gone', ...at })
      await db.insert(memberships).values({ workspace_id: id, user_id: closed.ada.id, role: 'admin', ...at })
    })
    const page = await closed.authorize({
      client_id: closed.confidential.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
    })
    expect(page.text).toContain('The plan of this workspace does not include API access')
    expect((await closed.answer(page.text, { workspace_id: id })).status).toBe(403)
    expect(fieldsOf(page.text).workspace_id).toBe(closed.acme.id)
    await closed.close()
  })

  test('consent is bound to person, session and request, and works once', async () => {
    const eve = await server.signIn()
    const page = await server.authorize(query())
    const fields = { ...fieldsOf(page.text), decision: 'allow' }
    const post = (sent: Record<string, string | undefined>, headers: Record<string, string>) =>
      server.send('/oauth/authorize', sent, headers)
    const own = { cookie: server.ada.cookie, origin: PUBLIC_URL }
    const theirs = fieldsOf((await server.authorize(query(), eve)).text)
    for (const [sent, headers] of [
      [{ ...fields, csrf: undefined }, own],
      [{ ...fields, csrf: theirs.csrf }, own],
      [{ ...fields, ticket: theirs.ticket }, own],
      [{ ...fields, ticket: undefined }, own],
      [fields, { ...own, cookie: eve.cookie }],
      [fields, { cookie: server.ada.cookie }],
      [fields, { ...own, origin: 'https://evil.example' }],
      [fields, { ...own, 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      const answer = await post(sent, headers)
      expect([answer.status, answer.headers.location]).toEqual([403, undefined])
    }
    const signedOut = await post(fields, { origin: PUBLIC_URL })
    expect(signedOut.headers.location).toMatch(/^\/sign-in/)
    const get = await server.authorize({ ...fields, ...query({ state: 'x' }) })
    expect([get.status, get.headers.location]).toEqual([200, undefined])
    expect((await post(fields, own)).status).toBe(303)
    expect((await post(fields, own)).status).toBe(403)
  })

  test('the consent page cannot be framed or cached, and can redirect to the application', async () => {
    const { headers } = await server.authorize(query())
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('form-action')
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
    expect(headers['referrer-policy']).toMatch(/no-referrer|same-origin/)
  })

  test('every scope has a name', async () => {
    const page = await server.authorize(query({ scope: ALL }))
    for (const text of ['Read published guides', 'Manage webhook endpoints', 'Write enrollments'])
      expect(page.text).toContain(text)
  })

  test('none of these was an internal error, and no code was logged', () => {
    const lines = server.logged.join('')
    for (const text of ['hr_ac_', '"level":50', '"status":5', 'csrf', server.ada.cookie])
      expect(lines.includes(text), text).toBe(false)
  })
})
