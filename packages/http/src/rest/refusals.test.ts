import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Call, ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const { createGuide, publishGuide } = operations

// The rule of docs/api.md: 422 for what the request or the state of a record does not allow, 409 for what was read before it changed.
describe.each(ENGINES)('refusals, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const send = (method: Call['method'], path: string, body?: object, headers: Record<string, string> = {}) =>
    instance.call({ ...(method && { method }), path: `/api/v1${path}`, body, headers })
  const refusal = ({ status, body }: Answer) => [status, body.error.type, Object.keys(body.error.errors ?? {})]

  async function enrolled(email: string, guide_id = instance.acme.guide_id) {
    const contact = (await send('POST', '/contacts', { contact: { email, first_name: 'A' } })).body.data
    return (await send('POST', '/enrollments', { enrollment: { contact_id: contact.id, guide_id } })).body.data
  }

  test('what the state of a record does not allow is 422, on the field that asks for it or on the whole', async () => {
    const { id } = await enrolled('state@b.example')
    await send('PATCH', `/enrollments/${id}`, { enrollment: { status: 'completed' } })
    const invited = await send('PATCH', `/enrollments/${id}`, { enrollment: { status: 'invited' } })
    expect(refusal(invited)).toEqual([422, 'validation_error', ['status']])
    const { guide_id } = instance.acme
    expect(refusal(await send('DELETE', `/guides/${guide_id}`))).toEqual([422, 'validation_error', ['base']])
    const fresh = (await send('POST', '/guides', { guide: { title: 'Never published' } })).body.data
    const discarded = await send('DELETE', `/guides/${fresh.id}/draft`)
    expect(refusal(discarded)).toEqual([422, 'validation_error', ['base']])
    const kept = await send('POST', '/emails/send_kept', { email: {} })
    expect(refusal(kept)).toEqual([422, 'validation_error', ['base']])
    expect(kept.body.error.message).toBe('This instance has no mail server')
  })

  test('what was made for something that has changed since is 409', async () => {
    const system = await instance.handrail.asSystem(instance.acme.id)
    const { data: guide } = await system.invoke(createGuide, { title: 'Stale', sections: [] })
    const draft = { revision: 'of-before', changes: [{ action: 'insert_section', section: { title: 'A', steps: [] } }] }
    expect(refusal(await send('POST', `/guides/${guide.id}/draft/edits`, { draft }))).toEqual([409, 'conflict', []])

    const steps = [{ title: 'Sign in' }]
    const { data: other } = await system.invoke(createGuide, { title: 'Confirmed', sections: [{ title: 'B', steps }] })
    await system.invoke(publishGuide, { id: other.id })
    const contact = { email: 'confirmed@b.example', first_name: 'A' }
    const { id } = (await send('POST', '/contacts', { contact })).body.data
    const enrollment = { contact_ids: [id], guide_id: other.id }
    const { confirmation } = (await send('POST', '/enrollments/enroll', { enrollment })).body.data
    const confirmed = { enrollment: { ...enrollment, confirmation } }
    expect((await send('POST', '/enrollments/enroll', confirmed)).status).toBe(200)
    expect(refusal(await send('POST', '/enrollments/enroll', confirmed))).toEqual([409, 'conflict', []])
  })
})
