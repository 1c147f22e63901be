import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

test('GET /me: every token can read what it is', async () => {
  const token = await instance.acme.key(['contacts:read', 'webhooks:manage'])
  const { status, body } = await instance.call({ path: '/api/v1/me', token })
  expect([status, body.data]).toEqual([
    200,
    {
      workspace: { id: instance.acme.id, name: 'Acme' },
      kind: 'api_key',
      scopes: ['contacts:read', 'webhooks:manage'],
      expires_at: null,
    },
  ])
  expect((await instance.call({ path: '/api/v1/me', token: null })).status).toBe(401)
})

test('completing a step by the API: it is recorded once', async () => {
  const { body: guide } = await instance.call({ path: `/api/v1/guides/${instance.acme.guide_id}` })
  const contact = { email: 'step@b.example', first_name: 'S' }
  const { body: made } = await instance.call({ method: 'POST', path: '/api/v1/contacts', body: { contact } })
  const enrollment = { contact_id: made.data.id, guide_id: instance.acme.guide_id }
  const { body: enrolled } = await instance.call({ method: 'POST', path: '/api/v1/enrollments', body: { enrollment } })
  const [step] = guide.data.sections[0].steps
  const path = `/api/v1/enrollments/${enrolled.data.id}/steps/${step.id}/complete`
  for (const _ of [1, 2]) {
    const { status, body } = await instance.call({ method: 'POST', path })
    expect([status, body.data.status, body.data.progress_percentage]).toEqual([200, 'in_progress', 33.3])
  }
  const unknown = path.replace(step.id, made.data.id)
  expect((await instance.call({ method: 'POST', path: unknown })).status).toBe(422)
})

test('PUT by external id creates a record the first time and updates it afterwards', async () => {
  const path = '/api/v1/contacts/by_external_id/crm%2F1%20x'
  const put = (contact: object) => instance.call({ method: 'PUT', path, body: { contact } })
  const first = await put({ email: 'put@b.example', first_name: 'P' })
  expect([first.status, first.body.created, first.body.data.external_id]).toEqual([201, true, 'crm/1 x'])
  const again = await put({ first_name: 'Q' })
  expect([again.status, again.body.created, again.body.data.first_name]).toEqual([200, false, 'Q'])
  expect(again.headers.etag).toBe(
    (await instance.call({ path: `/api/v1/contacts/${first.body.data.id}` })).headers.etag,
  )
})
