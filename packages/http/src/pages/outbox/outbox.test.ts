import { operations } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../../test/browsing.ts'
import { type Instance, openInstance } from '../../../test/instance.ts'

const { createContact, createEnrollment, createUser, listEmails } = operations

const PASSWORD = 'correct horse battery'

let instance: Instance
let url: string
beforeAll(async () => {
  instance = await openInstance('sqlite')
  const acme = await instance.handrail.asSystem(instance.acme.id)
  for (const [name, role] of [
    ['viola', 'viewer'],
    ['edith', 'editor'],
  ] as const)
    await acme.invoke(createUser, { email: `${name}@example.com`, name, role, password: PASSWORD })
  const { data: contact } = await acme.invoke(createContact, { email: 'pia@example.com', first_name: '<b>Pia' })
  const enrollment = { contact_id: contact.id, guide_id: instance.acme.guide_id, send_invitation: true }
  url = (await acme.invoke(createEnrollment, enrollment)).data.url
})
afterAll(() => instance.close())

async function signedIn(name: string): Promise<Browsing> {
  const browsing = openBrowsing(instance.app)
  await browsing.visit('/sign-in', { form: { email: `${name}@example.com`, password: PASSWORD } })
  return browsing
}

const idOf = async () => {
  const { data } = await (await instance.handrail.asSystem(instance.acme.id)).invoke(listEmails, {})
  return data[0]?.id ?? ''
}

test('a member sees what cannot be sent, and copies its link', async () => {
  const viola = await signedIn('viola')
  const list = await viola.visit('/outbox')
  expect(list.payload).toContain('This instance has no mail server')
  expect(list.payload).toContain('To pass on')
  expect(list.payload).not.toContain(url)
  const mail = await viola.visit(`/outbox?id=${await idOf()}`)
  expect(mail.payload).toContain(`<code>${url}</code>`)
  expect(mail.payload).toContain('Hello &lt;b>Pia,')
  expect(mail.payload).not.toContain('Send it')
  expect(mail.headers['cache-control']).toBe('no-store')
})

test.each([
  ['The contact was deleted', 'Der Kontakt wurde gelöscht'],
  ['The mail server could not be used (ECONNREFUSED)', 'Der Mailserver war nicht zu erreichen (ECONNREFUSED)'],
  ['The mail server refused the mail: 550 nobody is here', 'Der Mailserver hat die Mail abgelehnt: 550 nobody is here'],
  ['What an earlier release said', 'What an earlier release said'],
])('why a mail was not sent is said in the language of the reader: %s', async (error, german) => {
  const id = await idOf()
  await instance.handrail.database.write(async ({ db, tables: { emails } }) => {
    await db.update(emails).set({ error })
  })
  for (const [headers, text] of [
    [{}, error],
    [{ 'accept-language': 'de' }, german],
  ] as const) {
    const viola = await signedIn('viola')
    for (const page of ['/outbox', `/outbox?id=${id}`])
      expect((await viola.visit(page, { headers })).payload).toContain(text)
  }
  await instance.handrail.database.write(async ({ db, tables: { emails } }) => {
    await db.update(emails).set({ error: null })
  })
})

test('another workspace has an outbox of its own', async () => {
  const viola = await signedIn('viola')
  expect((await viola.visit(`/outbox?workspace=${instance.other.id}`)).statusCode).toBe(404)
  expect((await viola.visit('/outbox?id=nonsense')).statusCode).toBe(404)
  expect((await openBrowsing(instance.app).visit('/outbox')).headers.location).toContain('/sign-in')
})

test('who may not change enrollments sends nothing; who may does', async () => {
  const id = await idOf()
  const form = async (browsing: Browsing) => ({
    csrf: await browsing.csrfOn('/account'),
    workspace: instance.acme.id,
    id,
  })
  const viola = await signedIn('viola')
  expect((await viola.visit('/outbox', { form: await form(viola) })).statusCode).toBe(403)
  const edith = await signedIn('edith')
  const sent = await edith.visit('/outbox', { form: await form(edith) })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/outbox?workspace=${instance.acme.id}&id=${id}`])
})
