import { ALL_SCOPES, OPERATIONS, oauthScope, type Scope } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, ENGINES, type Instance, openInstance, PUBLIC_URL, type Tenant } from '../../test/instance.ts'
import { openapiDocument } from '../openapi/document.ts'
import { isRouted, methodOf, pathOf, type RoutedOperation } from './routed.ts'

const ROUTED = OPERATIONS.filter(isRouted)
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

/** Ids of one record of each resource, by the first part of its path. */
type Records = Record<string, string>

let made = 0

async function makeRecords({ call }: Instance, { token, guide_id }: Tenant): Promise<Records> {
  const make = async (resource: string, body: unknown) => {
    const { status, body: answer } = await call({ method: 'POST', path: `/api/v1/${resource}`, token, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    return answer.data.id as string
  }
  const number = ++made
  const webhook_endpoints = await make('webhook_endpoints', {
    webhook_endpoint: { url: 'https://receiver.example/hooks', events: ['*'] },
  })
  const contacts = await make('contacts', { contact: { email: `a${number}@b.example`, first_name: 'Ann' } })
  return {
    contacts,
    organisations: await make('organisations', { organisation: { name: 'Harbour' } }),
    enrollments: await make('enrollments', { enrollment: { contact_id: contacts, guide_id } }),
    webhook_endpoints,
    deliveries: await deliveryOf(call, token, webhook_endpoints),
    guides: guide_id,
  }
}

/** The delivery that making a contact made. */
async function deliveryOf(call: Instance['call'], token: string, endpoint: string): Promise<string> {
  const { body } = await call({ path: `/api/v1/webhook_endpoints/${endpoint}/deliveries`, token })
  return body.data.at(-1).id
}

/** A body that the operation takes. */
async function bodyOf(instance: Instance, operation: RoutedOperation): Promise<unknown> {
  const { token, guide_id } = instance.acme
  const bodies: Record<string, () => Promise<unknown> | unknown> = {
    create_contact: () => ({ contact: { email: `new${++made}@b.example`, first_name: 'Zoë' } }),
    update_contact: () => ({ contact: { last_name: `Changed ${++made}` } }),
    create_organisation: () => ({ organisation: { name: 'New' } }),
    update_organisation: () => ({ organisation: { domain: `d${++made}.example` } }),
    create_enrollment: async () => {
      const contact = { email: `enrolled${++made}@b.example`, first_name: 'Eve' }
      const { body } = await instance.call({ method: 'POST', path: '/api/v1/contacts', token, body: { contact } })
      return { enrollment: { contact_id: body.data.id, guide_id } }
    },
    update_enrollment: () => ({ enrollment: { metadata: { changed: ++made } } }),
    create_webhook_endpoint: () => ({
      webhook_endpoint: { url: 'https://receiver.example/new', events: ['contact.*'] },
    }),
    recover_webhook_endpoint: () => ({ recovery: { since: '2026-01-01T00:00:00Z' } }),
    update_webhook_endpoint: () => ({ webhook_endpoint: { description: `Changed ${++made}` } }),
  }
  return bodies[operation.name]?.()
}

async function callOf(instance: Instance, operation: RoutedOperation, records: Records): Promise<Call> {
  const [, resource = ''] = pathOf(operation).split('/')
  const query = operation.name === 'search_contacts' ? '?query=ann' : ''
  const path = `/api/v1${pathOf(operation)
    .replace(':id', records[resource] ?? '')
    .replace(':delivery_id', records.deliveries ?? '')}${query}`
  return { method: methodOf(operation), path, body: await bodyOf(instance, operation) }
}

describe.each(ENGINES)('every operation with a route, on %s', (engine) => {
  let instance: Instance
  let records: Records
  beforeAll(async () => {
    instance = await openInstance(engine)
    records = await makeRecords(instance, instance.acme)
  })
  afterAll(() => instance.close())

  test.each(ROUTED.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const call = await callOf(instance, operation, records)

    const nobody = await instance.call({ ...call, token: null })
    expect(nobody.status).toBe(401)
    expect(nobody.body.error.type).toBe('authentication_required')
    expect(nobody.headers['www-authenticate']).toBe('Bearer realm="handrail"')

    const needed = operation.access as Scope
    const token = await instance.acme.key(ALL_SCOPES.filter((scope) => scope !== needed))
    const lacking = await instance.call({ ...call, token, body: undefined })
    expect(lacking.status).toBe(403)
    expect(lacking.body.error.type).toBe('insufficient_scope')
    expect(lacking.headers['www-authenticate']).toMatch(/^Bearer realm="handrail", error="insufficient_scope", /)
    expect(lacking.headers['www-authenticate']).toContain(`scope="${oauthScope(needed)}"`)

    if (name === 'test_webhook_endpoint') return
    const fresh = operation.status === 204 ? await makeRecords(instance, instance.acme) : records
    const alone = await instance.acme.key([needed])
    const done = await instance.call({ ...(await callOf(instance, operation, fresh)), token: alone })
    expect(done.status, done.text).toBe(operation.status)
    if (operation.status === 204) expect(done.text).toBe('')
    // Parsing drops what the schema does not name: were there anything, the two would differ.
    else expect(operation.output.parse(done.body)).toStrictEqual(done.body)
    expect(done.headers['x-ratelimit-limit']).toBe('6000')
  })

  test.each(ROUTED.filter((operation) => pathOf(operation).includes(':id')).map((each) => [each.name, each] as const))(
    "%s answers for another workspace's record as for an unknown one",
    async (_name, operation) => {
      const foreign = await makeRecords(instance, instance.other)
      const all = Object.keys(foreign)
      const unknown = Object.fromEntries(all.map((resource) => [resource, UNKNOWN]))
      const malformed = Object.fromEntries(all.map((resource) => [resource, 'nonsense']))
      const answers = []
      for (const ids of [foreign, unknown, malformed]) {
        const answer = await instance.call({
          ...(await callOf(instance, operation, ids)),
          headers: { 'x-request-id': 'same' },
        })
        expect(answer.status).toBe(404)
        answers.push(answer.text)
      }
      expect(new Set(answers).size).toBe(1)
    },
  )

  test('refers to nothing in another workspace', async () => {
    const foreign = await makeRecords(instance, instance.other)
    const contact = { email: 'x@y.example', first_name: 'X', organisation_id: foreign.organisations }
    const created = await instance.call({ method: 'POST', path: '/api/v1/contacts', body: { contact } })
    expect([created.status, created.body.error.errors]).toEqual([422, { organisation_id: ['does not exist'] }])
    const enrollment = { contact_id: foreign.contacts, guide_id: foreign.guides }
    const enrolled = await instance.call({ method: 'POST', path: '/api/v1/enrollments', body: { enrollment } })
    expect(enrolled.status).toBe(422)
    expect(Object.keys(enrolled.body.error.errors)).toEqual(['contact_id', 'guide_id'])
    const filtered = await instance.call({ path: `/api/v1/contacts?organisation_id=${foreign.organisations}` })
    expect(filtered.body.data).toEqual([])
  })
})

test('every operation with a route is in the OpenAPI document', () => {
  const { paths } = openapiDocument({ publicUrl: PUBLIC_URL }) as { paths: Record<string, Record<string, Described>> }
  type Described = { operationId: string; description: string }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(ROUTED.map(({ name }) => name).sort())
  for (const { name, access } of ROUTED)
    expect(described.find(({ operationId }) => operationId === name)?.description).toContain(`\`${access}\``)
})
