import { ALL_SCOPES, type Caller, operations, type Scope } from '@handrail/core'
import { EFFECTS, type Effect } from '@handrail/core/contract'
import { type Context, mayOptionally, OPERATIONS, requireAccess, scopeText } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../../test/support/authorization.ts'
import { ENGINES, SPECIFIED_SCOPES } from '../../../test/support/instance.ts'
import { send } from '../../../test/support/mcp.ts'
import { consent } from '../../pages/i18n/en/applications.ts'

/** What a token with these scopes can do beyond the records, with any operation or tool. */
function possibleWith(scopes: readonly Scope[]): readonly Effect[] {
  const caller = { kind: 'oauth', rights: new Set(scopes), granted: new Set(scopes) } as unknown as Caller
  const found = OPERATIONS.flatMap((operation) => {
    try {
      requireAccess(operation, { caller } as Context)
    } catch {
      return []
    }
    const asked = mayOptionally(operation, caller) ? (operation.optionally?.does ?? []) : []
    return [...(operation.does ?? []).slice(1), ...asked]
  })
  return EFFECTS.filter((effect) => found.includes(effect))
}

const BY_HAND: readonly Scope[] = [
  'messages:write',
  'guides:publish',
  'imports:write',
  'mail_texts:write',
  'enrollments:links',
]
const SELECTIONS: readonly (readonly Scope[])[] = [
  ...ALL_SCOPES.map((scope) => [scope]),
  ALL_SCOPES,
  SPECIFIED_SCOPES as Scope[],
  ALL_SCOPES.filter((scope) => !BY_HAND.includes(scope)),
  ALL_SCOPES.filter((scope) => scope.endsWith(':read')),
  ['enrollments:write', 'imports:write'],
  ['contacts:read', 'guides:write', 'views:write'],
]

describe.each(ENGINES)('what the page of consent says of permissions, on %s', (engine) => {
  let server: Authorization
  beforeAll(async () => {
    server = await openAuthorization(engine)
  })
  afterAll(() => server.close())

  const query = (scopes: readonly Scope[]) => ({
    ...{ client_id: server.confidential.client_id, redirect_uri: REDIRECT_URI, response_type: 'code' },
    scope: scopeText(scopes),
  })
  const tokenFor = async (scopes: readonly Scope[], fields = {}) => {
    const { body } = await server.exchange(server.confidential, await server.codeFor(query(scopes), fields))
    return { token: String(body.access_token), scope: String(body.scope) }
  }

  test.each(SELECTIONS.map((scopes) => [scopes.length > 3 ? `${scopes.length} scopes` : scopes.join(' '), scopes]))(
    'is what operations can do with %s',
    async (_name, scopes) => {
      const { text } = await server.authorize(query(scopes as Scope[]))
      const possible = possibleWith(scopes as Scope[])
      expect(EFFECTS.filter((effect) => text.includes(consent[`${effect}_hint`]))).toEqual(possible)
      // With a link, an application acts as the contact, and by no operation of its own.
      const opensLinks = scopes.includes('enrollments:links')
      expect(text.includes(consent.links_hint)).toBe(opensLinks)
      expect(text.includes(consent.unmarked_hint)).toBe(possible.length === 0 && !opensLinks)
      expect(text.includes(consent.marked_hint)).toBe(possible.length > 0 || opensLinks)
      // Each mark is beside the permission that has the effect.
      for (const [, name = '', rest = ''] of text.matchAll(/<input type="checkbox" name="(\w+)"(.*?)<\/label>/gs)) {
        const scope = ALL_SCOPES.find((each) => scopeText([each]) === name)
        if (scope !== undefined && (possibleWith([scope]).length > 0 || scope === 'enrollments:links'))
          expect([name, rest]).toEqual([name, expect.stringMatching(/badge caution/)])
      }
    },
  )

  test('a token of what is selected on the page as it is shown sends nothing to customers and publishes nothing', async () => {
    const { token, scope } = await tokenFor(ALL_SCOPES)
    for (const name of BY_HAND) expect(scope.split(' ')).not.toContain(scopeText([name]))
    const { acme } = server
    const bound = await server.handrail.asSystem(acme.id)
    const { data: contact } = await bound.invoke(operations.createContact, {
      email: 'c@customer.example',
      first_name: 'C',
    })
    const made = { contact_id: contact.id, guide_id: acme.guide_id }
    const { data: enrollment } = await bound.invoke(operations.createEnrollment, made)
    const at = `/api/v1/enrollments/${enrollment.id}`
    const other = await bound.invoke(operations.createContact, { email: 'd@customer.example', first_name: 'D' })
    const enrolling = { contact_id: other.data.id, guide_id: acme.guide_id, send_invitation: true }
    const participant = { email: 'e@customer.example', first_name: 'E', send_invitation: true }
    const text = { subject: 'Ours', body: 'Pay here' }
    for (const [method, path, body, lacking] of [
      ['POST', `${at}/messages`, { message: { body: 'Hello' } }, 'messages_write'],
      ['POST', '/api/v1/enrollments/remind', { reminder: { ids: [enrollment.id] } }, 'messages_write'],
      ['POST', `${at}/invitation`, undefined, 'messages_write'],
      ['POST', '/api/v1/emails/send_kept', {}, 'messages_write'],
      ['POST', '/api/v1/enrollments', { enrollment: enrolling }, 'messages_write'],
      ['POST', `${at}/participants`, { participant }, 'messages_write'],
      ['PUT', '/api/v1/mail_texts/invitation/en', { mail_text: text }, 'mail_texts_write'],
      ['POST', `/api/v1/guides/${acme.guide_id}/archive`, undefined, 'guides_publish'],
      ['POST', `/api/v1/guides/${acme.guide_id}/moves`, { guide_move: {} }, 'guides_publish'],
    ] as const) {
      const answer = await server.call({ method, path, token, ...(body && { body }) })
      expect([path, answer.status, answer.body.error?.type]).toEqual([path, 403, 'insufficient_scope'])
      expect(answer.headers['www-authenticate']).toContain(`scope="${lacking}"`)
    }
    const batch = { items: [{ action: 'create', data: enrolling }] }
    const batched = await server.call({ method: 'POST', path: '/api/v1/enrollments/batch', token, body: { batch } })
    expect(batched.text).toContain('lacks the scope messages:write')
    const params = { name: 'create_enrollment', arguments: enrolling }
    const called = await send(server, 'modern', { method: 'tools/call', params, token })
    expect(called.body.result).toMatchObject({ isError: true })
    expect(called.text).toContain('lacks the scope messages:write, which send_invitation needs')
    const mails = await bound.invoke(operations.listEmails, {})
    expect(mails.data).toEqual([])
    // What the specification gives the scope of enrollments stays.
    const { send_invitation: _, ...plain } = enrolling
    const enrolled = await server.call({
      method: 'POST',
      path: '/api/v1/enrollments',
      token,
      body: { enrollment: plain },
    })
    expect(enrolled.status, enrolled.text).toBe(201)
    const completed = { enrollment: { status: 'completed' } }
    expect((await server.call({ method: 'PATCH', path: at, token, body: completed })).status).toBe(200)
  })

  test('a token whose person has ticked it sends', async () => {
    const { token } = await tokenFor(['enrollments:write', 'contacts:write', 'messages:write'], {
      messages_write: 'on',
    })
    const contact = { email: 'f@customer.example', first_name: 'F' }
    const { body } = await server.call({ method: 'POST', path: '/api/v1/contacts', token, body: { contact } })
    const enrollment = { contact_id: body.data.id, guide_id: server.acme.guide_id, send_invitation: true }
    const made = await server.call({ method: 'POST', path: '/api/v1/enrollments', token, body: { enrollment } })
    expect([made.status, made.body.data?.invitation?.status]).toEqual([201, 'kept'])
  })
})
