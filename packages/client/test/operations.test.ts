import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../http/test/support/instance.ts'
import { listen } from '../../http/test/support/mcp.ts'
import {
  AlreadyEnrolledError,
  AuthenticationError,
  type Client,
  type Contact,
  createClient,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  PreconditionRequiredError,
  RateLimitError,
  ValidationError,
} from '../src/index.ts'

let instance: Instance
let baseUrl = ''
let client: Client
beforeAll(async () => {
  instance = await openInstance('sqlite')
  baseUrl = (await listen(instance)).origin
  client = createClient({ baseUrl, token: instance.acme.token })
})
afterAll(() => instance.close())

test('operations of the client place their input into path, query and body', async () => {
  const { data: created } = await client.createContact({ email: 'ada@b.example', first_name: 'Ada' })
  expect(created).toMatchObject({ email: 'ada@b.example', metadata: {} })
  const { data: changed } = await client.updateContact({ id: created.id, last_name: 'Byron' })
  expect((await client.getContact({ id: created.id })).data).toEqual(changed)
  expect((await client.listContacts({ email: 'ada@b.example', per_page: 1 })).data).toEqual([changed])
  await client.updateContact({ id: created.id, metadata: { 'plan & more': 'free', seats: 5 } })
  const byMetadata = (more: string) => client.listContacts({ metadata: { 'plan & more': 'free', seats: more } })
  expect((await byMetadata('5')).data).toMatchObject([{ id: created.id }])
  expect((await byMetadata('6')).data).toEqual([])
  const external_id = 'crm/1?x=ä&.'
  const { data: put } = await client.putContact({ external_id, email: 'ada@c.example', first_name: 'Ada' })
  expect(put.external_id).toBe(external_id)
  expect(await client.deleteContact({ id: put.id })).toBeUndefined()
  expect(await client.getMe()).toMatchObject({ data: { workspace: { name: 'Acme' } } })
})

test('the client sends each value of a list, and the service answers what the list names', async () => {
  const { guide_id: id } = instance.acme
  const { data: outline } = await client.getDraftOutline({ id })
  const [first, second, third] = outline.sections[0]?.steps?.map((step) => step.id) ?? []
  const { data } = await client.getDraftOutline({ id, include: [first ?? '', third ?? ''] })
  expect(data.sections[0]?.steps?.map((step) => step.id)).toEqual([first, third])
  expect(second).toBeDefined()
})

test('the client refuses null in a query, which would not filter', async () => {
  // @ts-expect-error as a program in JavaScript would
  const listed = client.listContacts({ organisation_id: null })
  await expect(listed).rejects.toThrow(new TypeError('organisation_id cannot be null: leave it out, or give a value'))
  // @ts-expect-error as above
  const nested = client.listContacts({ metadata: { crm: null } })
  await expect(nested).rejects.toThrow('metadata[crm] cannot be null')
})

test('operations of the client refuse an id that would lead to another resource', async () => {
  for (const id of ['', '..', '.']) expect(() => client.getContact({ id })).toThrow(TypeError)
})

test('an awaited list of the client is one page, and an iterated one all pages', async () => {
  const mine = createClient({ baseUrl: `${baseUrl}/`, token: async () => instance.other.token })
  const rows = Array.from({ length: 230 }, (_, i) => ({ name: `Organisation ${i}`, external_id: `o-${i}` }))
  for await (const { result } of mine.upsertAll('organisations', rows)) expect(result.status).toBe(201)
  expect(await mine.listOrganisations({ per_page: 10 })).toMatchObject({ data: { length: 10 }, meta: { total: 230 } })
  const names = new Set<string>()
  for await (const { name } of mine.listOrganisations()) names.add(name)
  expect(names.size).toBe(230)
  // Leaving the loop ends it.
  for await (const { name } of mine.listOrganisations({ per_page: 2 })) {
    names.delete(name)
    if (names.size === 227) break
  }

  const [first] = (await mine.listOrganisations()).data
  await mine.deleteOrganisation({ id: first?.id ?? '' })
  const sync = { updated_since: '1970-01-01T00:00:00Z', include_deleted: true }
  const kept = []
  const deleted = []
  for await (const page of mine.listOrganisations(sync).pages()) {
    kept.push(...page.data)
    deleted.push(...(page.deleted ?? []))
  }
  expect([kept.length, deleted.map(({ id }) => id)]).toEqual([229, [first?.id]])
})

test('a list of the client whose first pages have no match says so, and iterating it finds the match', async () => {
  const mine = createClient({ baseUrl, token: instance.other.token })
  const { data: found } = await mine.createContact({ email: 'a@b.example', first_name: 'A', metadata: { crm: 'A-1' } })
  const rows = Array.from({ length: 1000 }, (_, i) => ({ email: `${i}@b.example`, first_name: 'A' }))
  for await (const { result } of mine.upsertAll('contacts', rows)) expect(result.status).toBe(201)
  const byMetadata = () => mine.listContacts({ metadata: { crm: 'A-1' } })
  const { data, meta } = await byMetadata()
  expect([data, meta.total, meta.incomplete_results]).toEqual([[], undefined, true])
  const ids: string[] = []
  for await (const { id } of byMetadata()) ids.push(id)
  expect(ids).toEqual([found.id])
})

test('iterating the feed of events ends where no more can be read', async () => {
  const types = []
  for await (const { event } of client.listEvents({ per_page: 1 })) types.push(event)
  expect(types).toContain('contact.created')
})

test('errors of the client are classes by code, with status, fields and the id of the request', async () => {
  const nobody = client.getContact({ id: '019aa0f4-7c00-7000-8000-000000000001' })
  await expect(nobody).rejects.toBeInstanceOf(NotFoundError)
  await expect(nobody).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
    requestId: expect.stringMatching(/\w{8}/),
  })

  const invalid = client.createContact({ email: 'nobody', first_name: '' })
  await expect(invalid).rejects.toBeInstanceOf(ValidationError)
  await expect(invalid).rejects.toMatchObject({
    errors: { email: [expect.any(String)], first_name: [expect.any(String)] },
  })

  const unknown = createClient({ baseUrl, token: 'unknown' }).getMe()
  await expect(unknown).rejects.toBeInstanceOf(AuthenticationError)
  const narrow = createClient({ baseUrl, token: await instance.acme.key(['guides:read']) })
  await expect(narrow.createView({ name: 'V', list: 'contacts' })).rejects.toBeInstanceOf(PermissionError)
})

test('a conditional change of the client is refused when the record has changed', async () => {
  const tags: string[] = []
  const { data } = await client.createContact(
    { email: 'tag@b.example', first_name: 'Tag' },
    { onResponse: ({ headers }) => void tags.push(headers.get('etag') ?? '') },
  )
  const [ifMatch] = tags
  await client.updateContact({ id: data.id, first_name: 'Tagged' }, { ifMatch })
  const late = client.deleteContact({ id: data.id }, { ifMatch })
  await expect(late).rejects.toBeInstanceOf(PreconditionFailedError)
})

test('the client writes a guide by its draft, whose tag is required to replace the sections', async () => {
  const tags: string[] = []
  const noteTag = ({ headers }: Response) => void tags.push(headers.get('etag') ?? '')
  const sections = [{ title: 'S', steps: [{ title: 'One' }] }]
  const { data: guide } = await client.createGuide({ title: 'By program', sections }, { onResponse: noteTag })
  const { id } = guide
  const replace = client.updateGuide({ id, sections: [] })
  await expect(replace).rejects.toBeInstanceOf(PreconditionRequiredError)
  // A draft that was read can be sent back.
  const { data: read } = await client.getGuideDraft({ id })
  await client.updateGuide({ id, title: 'Renamed', sections: read.sections }, { ifMatch: tags[0] })
  const stale = client.publishGuide({ id }, { ifMatch: tags[0] })
  await expect(stale).rejects.toBeInstanceOf(PreconditionFailedError)
  expect((await client.publishGuide({ id })).data).toMatchObject({ title: 'Renamed', sections: read.sections })
  const [first] = read.sections
  const step = { action: 'insert_step' as const, section_id: first?.id ?? '', step: { title: 'Two' } }
  expect((await client.changeGuideDraft({ id, changes: [step] })).data).toMatchObject({
    has_changes: true,
    steps_count: 2,
  })
  const titles: string[] = []
  for await (const { title } of client.listAllGuides({ status: 'published' })) titles.push(title)
  expect(titles).toContain('Renamed')
  await client.archiveGuide({ id })
  await client.unarchiveGuide({ id })
  await client.deleteGuide({ id })
})

test('a contact who is already enrolled is an error with the id of the open enrollment', async () => {
  const { data: contact } = await client.createContact({ email: 'twice@b.example', first_name: 'Twice' })
  const input = { contact_id: contact.id, guide_id: instance.acme.guide_id }
  const { data: enrollment } = await client.createEnrollment(input)
  const again = client.createEnrollment(input)
  await expect(again).rejects.toBeInstanceOf(AlreadyEnrolledError)
  await expect(again).rejects.toMatchObject({ code: 'already_enrolled', enrollmentId: enrollment.id })
})

test('an idempotency key given to the client creates one record', async () => {
  const create = (): Promise<{ data: Contact }> =>
    client.createContact({ email: 'once@b.example', first_name: 'Once' }, { idempotencyKey: 'once' })
  expect((await create()).data).toEqual((await create()).data)
})

test('the rate limit of the server ends a call of the client that would have to wait too long', async () => {
  const limited = await openInstance('sqlite', { rateLimits: { minute: 1, hour: 0 } })
  const url = (await listen(limited)).origin
  const impatient = createClient({ baseUrl: url, token: limited.acme.token, maxRetryDelay: 0 })
  await impatient.getMe()
  const refused = impatient.getMe()
  await expect(refused).rejects.toBeInstanceOf(RateLimitError)
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  await limited.close()
})
