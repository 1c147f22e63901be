import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_SCOPES, operations, type Scope } from '@handrail/core'
import { OPERATIONS, oauthScope, RESOURCES, type Resource } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Call,
  ENGINES,
  type Instance,
  openInstance,
  PUBLIC_URL,
  type Tenant,
} from '../../test/support/instance.ts'
import { openapiDocument } from '../openapi/document.ts'
import { exampleOf } from '../openapi/examples.ts'
import { isRouted, methodOf, pathOf, type RoutedOperation, resourceOf } from './routed.ts'

const { continueGuideMove } = operations

const ROUTED = OPERATIONS.filter(isRouted)
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

/** Ids of one record of each resource, by its name; and of what is a part of a record, by the part of the path that names it. */
type Records = Record<string, string>

const resources: readonly Resource[] = RESOURCES
/** Those that make a record of a resource. */
const creations = ROUTED.filter((operation) => {
  // Its records are drafts: what refers to a guide is made with one that is published.
  if (operation.name === 'create_guide') return false
  const { name = '', within } = resourceOf(operation) ?? {}
  return operation.route === (within === undefined ? `POST /${name}` : `POST /${within}/:id/${name}`)
})
function partsOf(operation: RoutedOperation): number {
  return pathOf(operation).split('/').length
}

let made = 0

/** A record of every resource that clients create, in an order in which what a record refers to is there before. */
async function makeRecords(instance: Instance, { token, guide_id }: Tenant): Promise<Records> {
  // Endpoints come first, so that they are told of the rest.
  const records: Records = { guides: guide_id }
  const referring = (operation: RoutedOperation) => referencesOf(exampleOf(operation)).length
  const inOrder = creations.toSorted((a, b) => partsOf(a) - partsOf(b) || referring(a) - referring(b))
  for (const operation of inOrder) {
    const body = bodyOf(operation, records)
    const path = pathTo(operation, records)
    const { status, body: answer } = await instance.call({ method: 'POST', path, token, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    records[resourceOf(operation)?.name ?? ''] = answer.data.id
  }
  const endpoint = records.webhook_endpoints ?? ''
  const { body: guide } = await instance.call({ path: `/api/v1/guides/${guide_id}`, token })
  const steps = guide.data.sections[0].steps[0].id
  const deliveries = await deliveryOf(instance.call, token, endpoint)
  const emails = await emailOf(instance.call, token, records.enrollments ?? '')
  const { body: events } = await instance.call({ path: '/api/v1/events', token })
  const recovered = { method: 'POST' as const, path: `/api/v1/webhook_endpoints/${endpoint}/recover`, token }
  const { body: recovery } = await instance.call({
    ...recovered,
    body: { recovery: { since: '2026-01-01T00:00:00Z' } },
  })
  const ofWebhooks = { deliveries, events: events.data[0].id, recoveries: recovery.data.id }
  const files = await fileOf(instance, token, records.enrollments ?? '')
  const { body: versions } = await instance.call({ path: `/api/v1/guides/${guide_id}/versions`, token })
  const ofGuide = { steps, versions: versions.data[0].id, moves: await moveOf(instance, token, guide_id) }
  const agreements = await agreementsOf(instance, token, { enrollment_id: records.enrollments ?? '', step_id: steps })
  return { ...records, ...ofWebhooks, ...ofGuide, ...agreements, emails, files }
}

/** A dry run that has ended. */
async function moveOf({ handrail, call }: Instance, token: string, id: string): Promise<string> {
  const { body: me } = await call({ path: '/api/v1/me', token })
  const path = `/api/v1/guides/${id}/moves`
  const { body } = await call({ method: 'POST', path, token, body: { move: {} } })
  const system = await handrail.asSystem(me.data.workspace.id)
  const place = { id, move_id: body.data.id }
  // A worker may be at it: then there is nothing to go on with.
  while ((await system.invoke(continueGuideMove, place)).data.status !== 'checked') await sleep(5)
  return place.move_id
}

/** The mail that invites the contact of an enrollment. */
async function emailOf(call: Instance['call'], token: string, enrollment_id: string): Promise<string> {
  const path = `/api/v1/enrollments/${enrollment_id}/invitation`
  return (await call({ method: 'POST', path, token })).body.data.id
}

/** A file that the contact of an enrollment has sent. No guide of these asks for one, so it is put there. */
async function fileOf({ handrail, call }: Instance, token: string, enrollment_id: string): Promise<string> {
  const { body } = await call({ path: '/api/v1/me', token })
  const id = randomUUID()
  const at = new Date().toISOString()
  const file = { name: 'a.txt', media_type: 'text/plain', bytes: 1, stored_as: null, created_at: at, updated_at: at }
  await handrail.database.write(async ({ db, tables }) => {
    const place = { workspace_id: body.data.workspace.id, id, enrollment_id, step_id: randomUUID() }
    await db.insert(tables.files).values({ ...place, ...file })
  })
  return id
}

/** A submission and an approval of an enrollment. No guide of these asks for them, so they are put there. */
async function agreementsOf(
  { handrail, call }: Instance,
  token: string,
  place: { enrollment_id: string; step_id: string },
): Promise<{ submissions: string; approvals: string }> {
  const { body } = await call({ path: '/api/v1/me', token })
  const made = { submissions: randomUUID(), approvals: randomUUID() }
  const at = new Date().toISOString()
  const common = { workspace_id: body.data.workspace.id, ...place, note: '', created_at: at, updated_at: at }
  await handrail.database.write(async ({ db, tables: { submissions, approvals } }) => {
    const sent = { round: 1, revision: 1, status: 'submitted' as const, files: [], comment: '', notes: {} }
    await db
      .insert(submissions)
      .values({ ...common, id: made.submissions, ...sent, submitted_at: at, is_waiting: true })
    const document = { title: 'Scope', markdown: 'All', files: [] }
    const decision = { decision: 'approved' as const, person_name: 'A', signed_name: 'A' }
    const decided = { ...decision, document, document_sha256: '' }
    await db.insert(approvals).values({ ...common, id: made.approvals, ...decided })
  })
  return made
}

/** The delivery of a test: those of changes follow their commits where there are more than a few endpoints. */
async function deliveryOf(call: Instance['call'], token: string, endpoint: string): Promise<string> {
  const { body } = await call({ method: 'POST', path: `/api/v1/webhook_endpoints/${endpoint}/test`, token })
  return body.data.delivery.id
}

const addressOf = (operation: RoutedOperation) => `/api/v1${pathOf(operation)}`

/** Its path with the ids of records: `:id` is that of the first part, and `:note_id` one of `notes`; texts of mail have none. */
function pathTo(operation: RoutedOperation, records: Records): string {
  const [, first = ''] = pathOf(operation).split('/')
  return Object.entries(records).reduce(
    (path, [name, id]) => path.replace(`:${name.replace(/ies$/, 'y').replace(/s$/, '')}_id`, id),
    addressOf(operation)
      .replace(':id', records[first] ?? '')
      .replace(':kind', 'invitation')
      .replace(':language', 'en'),
  )
}

/** The values in an example that are ids of records of other examples, with the resource of each. */
function referencesOf(example: object): { id: string; resource: string }[] {
  return resources
    .flatMap(({ name, examples }) => (examples ? [{ id: examples.record.id, resource: name }] : []))
    .filter(({ id }) => Object.values(example).includes(id))
}

/** What must not be given twice: the beginning of an e-mail, the end of a name. */
const distinct = (text: string) =>
  text.replaceAll(/[\w.]+@|(?<="name":"[^"]*)(?=")/g, (found) => (found ? `${++made}.${found}` : ` ${++made}`))

/** A body that the operation takes: its example, referring to records that are there, like no other. */
function bodyOf(operation: RoutedOperation, records: Records): unknown {
  if (operation.body === undefined) return undefined
  let text = JSON.stringify(exampleOf(operation))
  for (const { id, resource } of referencesOf(exampleOf(operation))) text = text.replaceAll(id, records[resource] ?? '')
  return { [operation.body]: JSON.parse(distinct(text)) }
}

/** What has to be done with a new guide before an operation on it succeeds. */
const BEFORE: Record<string, readonly (readonly [method: 'POST' | 'PATCH', path: string, body?: object])[]> = {
  publish_guide: [],
  delete_guide: [],
  archive_guide: [['POST', '/publish']],
  unarchive_guide: [
    ['POST', '/publish'],
    ['POST', '/archive'],
  ],
  discard_guide_changes: [
    ['POST', '/publish'],
    ['PATCH', '/draft', { guide: { title: 'Changed' } }],
  ],
}

/** The operations on a section that a member opens, and whether it is open before. */
const ON_SECTIONS: Record<string, boolean> = { open_section: false, close_section: true }

/** An enrollment with a section that a member opens. */
async function gatedRecords({ call }: Instance, isOpened: boolean): Promise<Records> {
  const post = async (path: string, body?: object) =>
    (await call({ method: 'POST', path: `/api/v1${path}`, body })).body?.data
  const later = { title: 'Later', opens: 'by_team', steps: [{ title: 'B' }] }
  const sections = [{ title: 'First', steps: [{ title: 'A' }] }, later]
  const guide = await post('/guides', { guide: { title: `Gated ${++made}`, sections } })
  await post(`/guides/${guide.id}/publish`)
  const contact = await post('/contacts', { contact: { email: `gated${++made}@example.com`, first_name: 'Ann' } })
  const enrollment = await post('/enrollments', { enrollment: { contact_id: contact.id, guide_id: guide.id } })
  const section = guide.sections[1].id
  if (isOpened) await post(`/enrollments/${enrollment.id}/sections/${section}/open`)
  return { enrollments: enrollment.id, sections: section }
}

/** The records, with a guide for an operation that changes the status of one, or with an enrollment that has a closed section. */
async function readied(instance: Instance, { name }: RoutedOperation, records: Records): Promise<Records> {
  const { call } = instance
  const isOpened = ON_SECTIONS[name]
  if (isOpened !== undefined) return { ...records, ...(await gatedRecords(instance, isOpened)) }
  const before = BEFORE[name]
  const create = ROUTED.find((operation) => operation.name === 'create_guide')
  if (!before || !create) return records
  const { body: made } = await call({ method: 'POST', path: '/api/v1/guides', body: bodyOf(create, records) })
  for (const [method, path, body] of before)
    expect((await call({ method, path: `/api/v1/guides/${made.data.id}${path}`, body })).status).toBe(200)
  return { ...records, guides: made.data.id }
}

/** What an operation requires in its query. */
const QUERIES: Record<string, string> = {
  search_contacts: '?query=ann',
  preview_target_date: '?target_date=none',
}

/** Operations that name the revision of the draft that they are for. */
const REVISED = ['edit_guide_draft', 'publish_guide_draft']

/** The body with the present revision, of an operation that names one. */
async function withRevision({ call }: Instance, { name }: RoutedOperation, records: Records, body: unknown) {
  if (!REVISED.includes(name)) return body
  const { body: outline } = await call({ path: `/api/v1/guides/${records.guides}/draft/outline` })
  const revision = outline.data?.revision ?? 'none'
  const given = Object.entries(body as Record<string, object>)
  return Object.fromEntries(given.map(([wrapper, fields]) => [wrapper, { ...fields, revision }]))
}

/** A call that succeeds. Enrolling is for a contact that is not enrolled yet. */
async function callOf(instance: Instance, operation: RoutedOperation, records: Records): Promise<Call> {
  const fresh = operation.name === 'create_enrollment' ? await freshContact(instance, records) : records
  const query = QUERIES[operation.name] ?? ''
  const path = pathTo(operation, records).replace(':external_id', `crm-${++made}`)
  const headers = operation.replaces && { 'if-match': '*' }
  return {
    method: methodOf(operation),
    path: `${path}${query}`,
    body: await withRevision(instance, operation, fresh, bodyOf(operation, fresh)),
    ...(headers && { headers }),
  }
}

/** The fields of an operation that take text, and the parameters of its path. */
function placesOfText(operation: RoutedOperation): string[] {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const takesText = (schema: unknown) => /"type":"(string|array)"/.test(JSON.stringify(schema))
  return Object.keys(properties).filter((name) => takesText(properties[name]))
}

/** A call with a text in the place of a field: in the path, the query or the body. */
function withText(operation: RoutedOperation, call: Call, place: string, text: string): Call {
  const [path = '', query = ''] = call.path.split('?')
  const at = addressOf(operation).split('/').indexOf(`:${place}`)
  if (at > 0) return { ...call, path: path.split('/').with(at, encodeURIComponent(text)).join('/') }
  const isList = /"type":"array"/.test(
    JSON.stringify(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }).properties?.[place]),
  )
  if (operation.body === undefined) {
    const given = new URLSearchParams(query)
    given.set(place, text)
    return { ...call, path: `${path}?${given}` }
  }
  const body = call.body as Record<string, object>
  return { ...call, body: { [operation.body]: { ...body[operation.body], [place]: isList ? [text] : text } } }
}

/** The mails that contacts get, have got or would get. */
function mailsToContacts({ handrail }: Instance): Promise<string[]> {
  return handrail.database.read(async ({ db, tables: { emails } }) => {
    const rows = await db.select({ id: emails.id, contact_id: emails.contact_id }).from(emails)
    return rows.flatMap(({ id, contact_id }) => (contact_id === null ? [] : [id]))
  })
}

/** The ids of the entries of the audit log. */
function auditIds({ handrail }: Instance): Promise<string[]> {
  return handrail.database.read(async ({ db, tables: { audit_entries: t } }) =>
    (await db.select({ id: t.id }).from(t)).map(({ id }) => id),
  )
}

/** The entries of the audit log that are new, which belong to one call. */
function newEntries({ handrail }: Instance, before: readonly string[]) {
  return handrail.database.read(async ({ db, tables: { audit_entries: t } }) =>
    (await db.select().from(t)).filter(({ id }) => !before.includes(id)),
  )
}

/** Operations whose example changes nothing in these records; `counts.test.ts` of core looks for their entries. */
const UNCHANGING: readonly string[] = ['update_participant', 'resend_webhook_deliveries']

async function freshContact(instance: Instance, records: Records): Promise<Records> {
  const create = creations.find(({ name }) => name === 'create_contact')
  const body = create && bodyOf(create, records)
  const { body: answer } = await instance.call({ method: 'POST', path: '/api/v1/contacts', body })
  return { ...records, contacts: answer.data.id }
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

    // Every token may ask what it is, and of which workspace.
    if (operation.access === 'token:read') return
    const needed = (operation.scope ?? operation.access) as Scope
    const token = await instance.acme.key(
      ALL_SCOPES.filter((scope) => scope !== needed && scope !== operation.otherScope),
    )
    const lacking = await instance.call({ ...call, token, body: undefined })
    expect(lacking.status).toBe(403)
    expect(lacking.body.error.type).toBe('insufficient_scope')
    expect(lacking.headers['www-authenticate']).toMatch(/^Bearer realm="handrail", error="insufficient_scope", /)
    expect(lacking.headers['www-authenticate']).toContain(`scope="${oauthScope(needed)}"`)

    if (name === 'test_webhook_endpoint') return
    const fresh = operation.status === 204 ? await makeRecords(instance, instance.acme) : records
    // Its example has an address that is new, for which it creates a contact.
    const others: Scope[] = name === 'create_participant' ? ['contacts:read', 'contacts:write'] : []
    const alone = await instance.acme.key([needed, ...others])
    const ready = await readied(instance, operation, fresh)
    const prepared = await callOf(instance, operation, ready)
    const before = await mailsToContacts(instance)
    const entriesBefore = await auditIds(instance)
    const done = await instance.call({ ...prepared, token: alone })
    // What mails contacts declares it, so that the page of consent says so.
    const declared: readonly string[] = operation.does ?? []
    const mailed = (await mailsToContacts(instance)).filter((id) => !before.includes(id))
    if (!declared.includes('sends')) expect(mailed).toEqual([])
    expect(done.status, done.text).toBe(operation.creates ? 201 : operation.status)
    if (operation.status === 204) expect(done.text).toBe('')
    // Parsing drops what the schema does not name: were there anything, the two would differ.
    else expect(operation.output.parse(done.body)).toStrictEqual(done.body)
    expect(done.headers['x-ratelimit-limit']).toBe('6000')

    // What changes something has an entry, or says why not; what reads has none.
    const entries = await newEntries(instance, entriesBefore)
    const { audit = [], unaudited } = operation
    expect(entries.filter(({ action }) => !audit.some((one) => one === action))).toEqual([])
    if (audit.length > 0 && unaudited === undefined && !UNCHANGING.includes(name)) expect(entries).not.toEqual([])
    for (const { door, address, subject_type } of entries)
      expect([door, address, subject_type]).toEqual(['api', '127.0.0.1', expect.any(String)])
  })

  const posts = ROUTED.filter((operation) => methodOf(operation) === 'POST')
  test.each(posts.map((each) => [each.name, each] as const))(
    '%s runs once for one Idempotency-Key',
    async (_name, operation) => {
      const fresh = await readied(instance, operation, await makeRecords(instance, instance.acme))
      const call = { ...(await callOf(instance, operation, fresh)), headers: { 'idempotency-key': randomUUID() } }
      const [first, second] = [await instance.call(call), await instance.call(call)]
      expect([first.status, second.status], first.text).toEqual([operation.status, operation.status])
      expect(second.text).toBe(first.text)
      expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
    },
  )

  test.each(ROUTED.map((each) => [each.name, each] as const))(
    '%s stores no text with U+0000',
    async (_name, operation) => {
      const call = await callOf(instance, operation, records)
      const places = placesOfText(operation)
      for (const place of places) {
        const answer = await instance.call(withText(operation, call, place, 'a\0b'))
        expect([place, answer.status < 500], answer.text).toEqual([place, true])
        // What is an id, or names a record, is that of none.
        expect([400, 404, 422], `${place}: ${answer.text}`).toContain(answer.status)
      }
    },
  )

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

  test('refers to no record of another workspace', async () => {
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
  for (const { name, scope, access } of ROUTED.filter((operation) => operation.access !== 'token:read'))
    expect(described.find(({ operationId }) => operationId === name)?.description).toContain(`\`${scope ?? access}\``)
})
