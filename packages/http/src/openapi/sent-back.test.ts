import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'
import { openapiDocument } from './document.ts'

// A record that was read is a valid body of the request that changes it: its read-only fields are ignored, as the schemas say.
const text = JSON.stringify(openapiDocument({ publicUrl: PUBLIC_URL })).replaceAll('#/components/schemas/', '#/$defs/')
const { schemas } = JSON.parse(text).components

function schemaNamed(name: string): z.ZodType {
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: schemas })
}

/** What writing a draft changes in any case. */
const anew = { has_changes: undefined, written_at: undefined }

describe.each(ENGINES)('records sent back as they were read, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const post = async (path: string, body: object) =>
    (await instance.call({ method: 'POST', path: `/api/v1${path}`, body })).body.data

  test.each([
    ['contacts', 'contact', 'UpdateContactRequest', { email: 'back@b.example', first_name: 'B' }],
    ['organisations', 'organisation', 'UpdateOrganisationRequest', { name: 'Back' }],
    [
      'webhook_endpoints',
      'webhook_endpoint',
      'UpdateWebhookEndpointRequest',
      { url: 'https://b.example', events: ['*'] },
    ],
    [
      'views',
      'view',
      'UpdateViewRequest',
      { list: 'contacts', name: 'Back', is_shared: true, filters: { email: 'b@b.example' } },
    ],
  ])('%s', async (resource, body, request, fields) => {
    const { id } = await post(`/${resource}`, { [body]: fields })
    await sendBack(`/${resource}/${id}`, body, request)
  })

  test('enrollments and drafts of guides', async () => {
    const contact = await post('/contacts', { contact: { email: 'enrolled@b.example', first_name: 'B' } })
    const enrollment = { contact_id: contact.id, guide_id: instance.acme.guide_id }
    const { id } = await post('/enrollments', { enrollment })
    await sendBack(`/enrollments/${id}`, 'enrollment', 'UpdateEnrollmentRequest')
    await sendBack(`/guides/${instance.acme.guide_id}/draft`, 'guide', 'UpdateGuideRequest', { 'if-match': '*' })
  })

  async function sendBack(at: string, key: string, request: string, headers: Record<string, string> = {}) {
    const path = `/api/v1${at}`
    const { body } = await instance.call({ path })
    const sent = { [key]: body.data }
    expect(schemaNamed(request).safeParse(sent)).toMatchObject({ success: true })
    expect(schemaNamed(request).safeParse({ [key]: { ...body.data, colour: 'red' } }).success).toBe(false)
    const answer = await instance.call({ method: 'PATCH', path, headers, body: sent })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(body.data.id)])
    // A draft is written anew, with the same contents.
    const now = (await instance.call({ path })).body.data
    expect({ ...now, ...anew }).toEqual({ ...body.data, ...anew })
  }
})
