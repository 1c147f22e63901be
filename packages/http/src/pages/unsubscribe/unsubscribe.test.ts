import { operations } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'

const { createContact, createEnrollment, getContact, getEmail, listEmails, setLogo, updateWorkspace } = operations

let instance: Instance
let address: string
let contact_id: string
beforeAll(async () => {
  instance = await openInstance('sqlite')
  const acme = await instance.handrail.asSystem(instance.acme.id)
  const { data: contact } = await acme.invoke(createContact, {
    email: 'pia@example.com',
    first_name: 'Pia',
    language: 'de',
  })
  contact_id = contact.id
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8"/></svg>'
  await acme.invoke(setLogo, { content: Buffer.from(svg).toString('base64') })
  await acme.invoke(updateWorkspace, { colour: '#f4c430' })
  const enrollment = { contact_id, guide_id: instance.acme.guide_id, send_invitation: true }
  await acme.invoke(createEnrollment, enrollment)
  const { data } = await acme.invoke(listEmails, {})
  const { text } = (await acme.invoke(getEmail, { id: data[0]?.id ?? '' })).data
  address = /https?:\S+\/unsubscribe\?\S+/.exec(text)?.[0].slice(PUBLIC_URL.length) ?? ''
})
afterAll(() => instance.close())

const unsubscribedAt = async () =>
  (await (await instance.handrail.asSystem(instance.acme.id)).invoke(getContact, { id: contact_id })).data
    .unsubscribed_at

const FORM = 'application/x-www-form-urlencoded'
const post = (payload: string, type = FORM, url = address) =>
  instance.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

test('opening the unsubscribe address changes nothing, because mail scanners follow links', async () => {
  const page = await instance.app.inject({ method: 'GET', url: address })
  expect(page.statusCode).toBe(200)
  expect(page.payload).toContain('<html lang="de"')
  // It is a page of the workspace, like its guides.
  expect(page.payload).toContain('<bdi>Acme</bdi>')
  expect(page.payload).not.toContain('Handrail')
  expect(page.payload).toContain('/brand/colours/f4c430.css')
  const [, logo = ''] = /<img class="mark" src="([^"]+)"/.exec(page.payload) ?? []
  expect((await instance.app.inject({ url: logo })).headers['content-type']).toBe('image/svg+xml')
  expect(page.payload).toContain('Keine Erinnerungen mehr?')
  expect(page.payload).toContain('Links zu Leitfäden und Antworten')
  expect(await unsubscribedAt()).toBeNull()
})

test.each([
  ['a form', FORM, 'List-Unsubscribe=One-Click'],
  [
    'a form of several parts',
    'multipart/form-data; boundary=X',
    '--X\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--X--\r\n',
  ],
])(
  'one-click unsubscribing by a mail provider works as %s without cookies or origin (RFC 8058)',
  async (_how, type, body) => {
    const answer = await post(body, type)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect(answer.payload).toContain('sendet keine Erinnerungen mehr an pia@example.com')
    const stopped = await unsubscribedAt()
    expect(stopped).not.toBeNull()
    await post(body, type)
    expect(await unsubscribedAt()).toBe(stopped)
    expect((await post('again=yes')).payload).toContain('Keine Erinnerungen mehr?')
    expect(await unsubscribedAt()).toBeNull()
  },
)

test('an unsubscribe address without a valid signature does nothing', async () => {
  for (const wrong of [
    address.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
    '/unsubscribe',
    '/unsubscribe?token=x',
  ])
    expect((await post('List-Unsubscribe=One-Click', FORM, wrong)).statusCode).toBe(404)
  expect(await unsubscribedAt()).toBeNull()
  expect(instance.logged.join('')).not.toContain(address.split('token=')[1])
})
