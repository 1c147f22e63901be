import { operations } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Authorization,
  CHALLENGE,
  openAuthorization,
  REDIRECT_URI,
  VERIFIER,
} from '../../../test/support/authorization.ts'
import { PUBLIC_URL } from '../../../test/support/instance.ts'

const { issuePasswordLink } = operations

let server: Authorization
beforeAll(async () => {
  server = await openAuthorization('sqlite')
})
afterAll(() => server.close())

type Person = Authorization['ada']

const see = async (person: Person) => {
  const { status, text } = await server.call({
    path: '/account/connections',
    token: null,
    headers: { cookie: person.cookie },
  })
  expect(status).toBe(200)
  return text
}
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(csrf|workspace|ids)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
const disconnect = (person: Person, fields: Record<string, string>) =>
  server.send('/account/connections', fields, { cookie: person.cookie, origin: PUBLIC_URL })

async function connect(): Promise<string> {
  const { client_id } = server.open
  const asked = { client_id, scope: 'contacts_read', code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  const { body } = await server.exchange(server.open, await server.codeFor(asked), { code_verifier: VERIFIER })
  return body.access_token
}
const statusWith = async (token: string) => (await server.call({ path: '/api/v1/contacts', token })).status

test('a person sees connected applications with their permissions, and a disconnected one is refused at the next request', async () => {
  expect(await see(server.ada)).toContain('No applications are connected.')
  const token = await connect()
  expect(await statusWith(token)).toBe(200)
  const page = await see(server.ada)
  expect(page).toContain('Sync public')
  expect(page).toContain('Read contacts.')

  const answered = await disconnect(server.ada, fieldsOf(page))
  expect(answered.text).toContain('The application has been disconnected.')
  expect(answered.text).toContain('No applications are connected.')
  expect(await statusWith(token)).toBe(401)
  expect((await disconnect(server.ada, fieldsOf(page))).status).toBe(404)
})

test('people see only their own connections, and only managers of applications end those of others', async () => {
  const token = await connect()
  const [viewer, admin] = [await server.signIn('viewer'), await server.signIn('admin')]
  const own = fieldsOf(await see(server.ada))
  for (const person of [viewer, admin]) expect(await see(person)).not.toContain('Sync public')
  const theirs = { ...own, ...fieldsOf(await see(viewer)) }
  expect((await disconnect(viewer, theirs)).status).toBe(404)
  expect((await disconnect(viewer, own)).status).toBe(403)
  expect(await statusWith(token)).toBe(200)
  expect((await disconnect(admin, { ...own, ...fieldsOf(await see(admin)) })).status).toBe(200)
  expect(await statusWith(token)).toBe(401)
})

test('a password link disconnects the listed applications unless they are unticked', async () => {
  for (const ticked of [false, true]) {
    const token = await connect()
    const { data } = await (await server.handrail.asSystem()).invoke(issuePasswordLink, { email: server.ada.email })
    const page = await server.call({ path: data.url.replace(PUBLIC_URL, ''), token: null })
    expect(page.text).toContain('<li>Sync public (Acme)</li>')
    expect(page.text).toMatch(/name="disconnect" checked/)
    const fields = { token: new URL(data.url).searchParams.get('token') ?? '', password: 'another good one' }
    const ticks = ticked ? { disconnect: 'on' } : {}
    expect((await server.send('/reset-password', { ...fields, ...ticks }, { origin: PUBLIC_URL })).status).toBe(303)
    expect(await statusWith(token)).toBe(ticked ? 401 : 200)
    const form = { email: server.ada.email, password: fields.password }
    const { headers } = await server.send('/sign-in', form, { origin: PUBLIC_URL })
    server.ada.cookie = [headers['set-cookie'] ?? '']
      .flat()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
})

test('several connections to one application are shown and disconnected together', async () => {
  const registered = async () => {
    const body = { client_name: 'Desk <b>', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }
    const { client_id } = (await server.call({ method: 'POST', path: '/oauth/register', token: null, body })).body
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const code = await server.codeFor({ client_id, ...pkce })
    const { body: tokens } = await server.exchange({ client_id, client_secret: '' }, code, { code_verifier: VERIFIER })
    return String(tokens.access_token)
  }
  const [first, second, other] = [await registered(), await registered(), await connect()]
  const page = await see(server.ada)
  expect(page.match(/<h3>Desk &lt;b>/g)).toHaveLength(1)
  expect(page).toMatch(/app\.example <span class="badge caution">not verified/)
  const form = page.slice(0, page.indexOf('Disconnect all'))
  const answered = await disconnect(server.ada, fieldsOf(form.slice(form.lastIndexOf('<form'))))
  expect(answered.text).not.toContain('Desk')
  expect(await Promise.all([first, second, other].map(statusWith))).toEqual([401, 401, 200])
})
