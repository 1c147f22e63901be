import { OPERATIONS } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'
import { openapiDocument } from '../openapi/document.ts'
import { isRouted, methodOf, operationNamed, pathOf } from './routed.ts'

const SINCE = `@${Date.parse('2026-11-27') / 1000}`
const PAGE = `<${PUBLIC_URL}/docs/guide/api#deprecated-names>; rel="deprecation"; type="text/html"`

const ROUTED = OPERATIONS.filter(isRouted)

// The document is JSON, so its keywords have the types of the specification.
const { paths } = openapiDocument({ publicUrl: PUBLIC_URL }) as {
  paths: Record<string, Record<string, { deprecated?: boolean; description: string }>>
}

test.each(ROUTED.flatMap((operation) => (operation.deprecated ? [[operation.name, operation] as const] : [])))(
  'the reference says that %s is deprecated, and what takes its place',
  (_name, operation) => {
    const { since, use } = operation.deprecated ?? { since: '', use: '' }
    const path = pathOf(operation).replace(/:(\w+)/g, '{$1}')
    const successor = operationNamed(use)
    expect(successor.deprecated).toBeUndefined()
    expect(paths[path]?.[methodOf(operation).toLowerCase()]).toMatchObject({
      deprecated: true,
      description: expect.stringContaining(`Deprecated since ${since}, and removed in 1.0: use \`${use}\``),
    })
  },
)

describe.each(ENGINES)('deprecated names, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const post = (path: string, body?: object) => instance.call({ method: 'POST', path: `/api/v1${path}`, body })
  const saidBy = ({ headers }: Answer) => [headers.deprecation, headers.link]

  async function enrolled(email: string) {
    const contact = (await post('/contacts', { contact: { email, first_name: 'A' } })).body.data
    const enrollment = { contact_id: contact.id, guide_id: instance.acme.guide_id }
    return (await post('/enrollments', { enrollment })).body.data
  }

  test('answers of deprecated routes name the route that takes their place, and answers of others do not', async () => {
    const { guide_id } = instance.acme
    const outline = await instance.call({ path: `/api/v1/guides/${guide_id}/draft/outline` })
    const successor = `<${PUBLIC_URL}/api/v1/guides/${guide_id}/draft>; rel="successor-version"`
    expect([outline.status, ...saidBy(outline)]).toEqual([200, SINCE, `${PAGE}, ${successor}`])
    const draft = await instance.call({ path: `/api/v1/guides/${guide_id}/draft` })
    expect(saidBy(draft)).toEqual([undefined, undefined])

    const refused = await post(`/guides/${guide_id}/draft/publish`, { publication: { revision: 'none' } })
    expect([refused.status, refused.headers.deprecation]).toEqual([409, SINCE])
  })

  test('a body with the former name of its key is read like one with the present name, and its answer says so', async () => {
    const { id } = await enrolled('keys@b.example')
    const other = (await post('/contacts', { contact: { email: 'other@b.example', first_name: 'B' } })).body.data
    const rows = [
      ['import_contacts', '/contacts/import', { contacts: [{ email: 'new@b.example', first_name: 'C' }] }],
      ['enroll_contacts', '/enrollments/enroll', { contact_ids: [other.id], guide_id: instance.acme.guide_id }],
      ['send_reminders', '/enrollments/remind', { ids: [id] }],
      ['reschedule_enrollment', `/enrollments/${id}/reschedule`, { target_date: '2031-01-01' }],
      ['send_kept_emails', '/emails/send_kept', { dry_run: true }],
    ] as const
    expect(rows.map(([name]) => name).toSorted()).toEqual(
      ROUTED.flatMap(({ name, formerBody }) => (formerBody ? [name] : [])).toSorted(),
    )
    for (const [name, path, fields] of rows) {
      const { body: key = '', formerBody } = operationNamed(name)
      const former = formerBody?.key ?? ''
      const [present, past] = [await post(path, { [key]: fields }), await post(path, { [former]: fields })]
      expect([present.status, ...saidBy(present)], present.text).toEqual([200, undefined, undefined])
      expect([past.status, ...saidBy(past)], past.text).toEqual([200, SINCE, PAGE])
      expect(Object.keys(past.body.data)).toEqual(Object.keys(present.body.data))
      const both = await post(path, { [key]: fields, [former]: fields })
      expect([both.status, both.body.error.errors]).toEqual([422, { [former]: [`is not a known field beside ${key}`] }])
      const neither = await post(path, {})
      expect(neither.status).toBe(400)
    }
  })

  test('fields with new names are answered under both', async () => {
    const { id } = await enrolled('fields@b.example')
    const { body } = await instance.call({ path: `/api/v1/enrollments/${id}/history` })
    const [step] = body.data.open_steps
    expect(step).toMatchObject({ by_team: false, is_ours: false, person_name: 'A', who: 'A' })
    await post(`/enrollments/${id}/messages`, { message: { body: 'Write to us.' } })
    const told = await instance.call({ path: `/api/v1/enrollments/${id}/history` })
    const answer = told.body.data.happened.find(({ what }: { what: string }) => what === 'answer')
    expect(answer.person_name).toBe(answer.who)
  })
})
