import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authorization, CHALLENGE, openAuthorization, VERIFIER } from '../../../test/authorization.ts'
import { PUBLIC_URL } from '../../../test/instance.ts'

let server: Authorization
beforeAll(async () => {
  server = await openAuthorization('sqlite')
})
afterAll(() => server.close())

type Person = Authorization['ada']

const see = async (person: Person) => {
  const { status, text } = await server.call({ path: '/connections', token: null, headers: { cookie: person.cookie } })
  expect(status).toBe(200)
  return text
}
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(csrf|workspace|id)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
const disconnect = (person: Person, fields: Record<string, string>) =>
  server.send('/connections', fields, { cookie: person.cookie, origin: PUBLIC_URL })

async function connect(): Promise<string> {
  const { client_id } = server.open
  const asked = { client_id, scope: 'contacts_read', code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  const { body } = await server.exchange(server.open, await server.codeFor(asked), { code_verifier: VERIFIER })
  return body.access_token
}
const statusWith = async (token: string) => (await server.call({ path: '/api/v1/contacts', token })).status

test('who connected an application sees it with what it may do, and disconnects it: dead at the next request', async () => {
  expect(await see(server.ada)).toContain('Nothing is connected.')
  const token = await connect()
  expect(await statusWith(token)).toBe(200)
  const page = await see(server.ada)
  expect(page).toContain('Sync public')
  expect(page).toContain('Connected by you')
  expect(page).toContain('Read contacts.')

  const answered = await disconnect(server.ada, fieldsOf(page))
  expect(answered.text).toContain('The application is disconnected.')
  expect(answered.text).toContain('Nothing is connected.')
  expect(await statusWith(token)).toBe(401)
  expect((await disconnect(server.ada, fieldsOf(page))).status).toBe(404)
})

test('others neither see nor end it, but for those who manage the applications of the workspace', async () => {
  const token = await connect()
  const [viewer, admin] = [await server.signIn('viewer'), await server.signIn('admin')]
  const own = fieldsOf(await see(server.ada))
  const page = await see(viewer)
  expect(page).not.toContain('Sync public')
  expect((await disconnect(viewer, { ...own, ...fieldsOf(page) })).status).toBe(404)
  expect((await disconnect(viewer, own)).status).toBe(403)
  expect(await statusWith(token)).toBe(200)

  const managed = await see(admin)
  expect(managed).toContain(`Connected by Ada (${server.ada.email})`)
  expect((await disconnect(admin, fieldsOf(managed))).status).toBe(200)
  expect(await statusWith(token)).toBe(401)
})
