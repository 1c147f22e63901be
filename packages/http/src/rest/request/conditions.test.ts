import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'

describe.each(ENGINES)('conditional requests, on %s', (engine) => {
  let instance: Instance
  let made = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const contact = () => ({
    contact: { email: `c${++made}@b.example`, first_name: 'A', metadata: { text: 'x'.repeat(2000) } },
  })
  const create = (body: unknown, headers = {}) =>
    instance.call({ method: 'POST', path: '/api/v1/contacts', body, headers })
  const total = async () => (await instance.call({ path: '/api/v1/contacts' })).body.meta.total

  test('If-None-Match: an unchanged record is 304', async () => {
    const path = `/api/v1/contacts/${(await create(contact())).body.data.id}`
    const first = await instance.call({ path })
    const tag = first.headers.etag ?? ''
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await instance.call({ path, headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag])
    }
    const changed = await instance.call({ method: 'PATCH', path, body: { contact: { last_name: 'B' } } })
    expect(changed.headers.etag).not.toBe(tag)
    const now = await instance.call({ path, headers: { 'if-none-match': tag } })
    expect([now.status, now.headers.etag]).toEqual([200, changed.headers.etag])
  })

  test('a compressed record has its own entity tag, which conditions accept', async () => {
    const path = `/api/v1/contacts/${(await create(contact())).body.data.id}`
    const plain = await instance.call({ path })
    const packed = await instance.call({ path, headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.etag).toBe(plain.headers.etag?.replace(/"$/, '-gzip"'))
    const tag = packed.headers.etag ?? ''
    expect((await instance.call({ path, headers: { 'if-none-match': tag } })).status).toBe(304)
    const body = { contact: { last_name: 'B' } }
    expect((await instance.call({ method: 'PATCH', path, body, headers: { 'if-match': tag } })).status).toBe(200)
    expect((await instance.call({ method: 'PATCH', path, body, headers: { 'if-match': tag } })).status).toBe(412)
  })

  test('If-Match: of two changes to the same state one is refused', async () => {
    const path = `/api/v1/contacts/${(await create(contact())).body.data.id}`
    const tag = (await instance.call({ path })).headers.etag ?? ''
    const change = (last_name: string) =>
      instance.call({ method: 'PATCH', path, body: { contact: { last_name } }, headers: { 'if-match': tag } })
    const statuses = (await Promise.all([change('B'), change('C')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
    const refused = await instance.call({ method: 'DELETE', path, headers: { 'if-match': tag } })
    expect([refused.status, refused.body.error.type]).toEqual([412, 'precondition_failed'])
    expect((await instance.call({ method: 'DELETE', path, headers: { 'if-match': '*' } })).status).toBe(204)
  })

  test('Idempotency-Key: a repeated request gets the answer of the first', async () => {
    const body = contact()
    const headers = { 'idempotency-key': 'once' }
    const before = await total()
    const answers = await Promise.all([create(body, headers), create(body, headers), create(body, headers)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(2)
    expect(await total()).toBe(before + 1)
    const other = await create(contact(), headers)
    expect([other.status, Object.keys(other.body.error.errors)]).toEqual([422, ['Idempotency-Key']])
    expect((await create(contact(), { 'idempotency-key': 'x'.repeat(256) })).status).toBe(422)
  })

  test('Idempotency-Key: a request repeated across an upgrade gets the first answer, or an error that says it is unknown', async () => {
    const body = contact()
    const headers = { 'idempotency-key': 'upgraded' }
    const first = await create(body, headers)
    const change = (expression: string) =>
      instance.handrail.database.write(async ({ connection }) => {
        await connection.run(`update idempotency_keys set fingerprint = ${expression} where key = 'upgraded'`, [])
      })
    // As the release before kept it, and as one may have that made it in another way.
    await change('substr(fingerprint, 3)')
    expect((await create(body, headers)).text).toBe(first.text)
    await change("'made in another way'")
    const { status, body: told } = await create(body, headers)
    expect([status, told.error.type]).toEqual([409, 'conflict'])
    expect(told.error.message).toContain('before the service was upgraded')
  })

  test('Idempotency-Key: a failed request does not use up its key', async () => {
    const headers = { 'idempotency-key': 'failed' }
    const body = contact()
    expect((await create({ contact: { ...body.contact, organisation_id: instance.acme.id } }, headers)).status).toBe(
      422,
    )
    expect((await create(body, headers)).status).toBe(201)
  })

  test('a secret is shown once, and the answer is not cacheable', async () => {
    const webhook_endpoint = { url: 'https://receiver.example/', events: ['*'] }
    const path = '/api/v1/webhook_endpoints'
    const created = await instance.call({ method: 'POST', path, body: { webhook_endpoint } })
    expect(created.headers['cache-control']).toBe('no-store')
    expect(created.body.data.secret).toMatch(/^whsec_/)
    const { id } = created.body.data
    const changed = await instance.call({ method: 'PATCH', path: `${path}/${id}`, body: { webhook_endpoint } })
    for (const answer of [await instance.call({ path }), await instance.call({ path: `${path}/${id}` }), changed]) {
      expect([answer.status, answer.text.includes('whsec_')]).toEqual([200, false])
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
    expect(instance.logged.join('').includes('whsec_')).toBe(false)
  })

  test('a column that no schema names is not part of answers', async () => {
    const planted = 'planted-where-nobody-looks'
    await instance.call({ method: 'POST', path: '/api/v1/contacts', body: contact() })
    await instance.handrail.database.write(async ({ db, tables }) => {
      await db.update(tables.contacts).set({ search_text: planted })
      await db.update(tables.webhook_endpoints).set({ sealed_secret: planted })
    })
    for (const resource of ['contacts', 'webhook_endpoints']) {
      const list = await instance.call({ path: `/api/v1/${resource}` })
      expect(list.body.data.length).toBeGreaterThan(0)
      const record = await instance.call({ path: `/api/v1/${resource}/${list.body.data[0].id}` })
      expect((list.text + record.text).includes(planted)).toBe(false)
    }
  })

  test("an entity tag depends on the record's own fields only, and every change returns it", async () => {
    const post = (path: string, body: unknown) => instance.call({ method: 'POST', path: `/api/v1/${path}`, body })
    const tagOf = async (path: string) => (await instance.call({ path: `/api/v1/${path}` })).headers.etag
    const organisation = await post('organisations', { organisation: { name: 'Tagged' } })
    const hook = { url: 'https://receiver.example/hooks', events: ['*'] }
    const endpoint = await post('webhook_endpoints', { webhook_endpoint: hook })
    const { contact: fields } = contact()
    const person = await post('contacts', { contact: { ...fields, organisation_id: organisation.body.data.id } })
    const enrollment = { contact_id: person.body.data.id, guide_id: instance.acme.guide_id }
    const enrolled = await post('enrollments', { enrollment })
    const made = { organisations: organisation, webhook_endpoints: endpoint, contacts: person, enrollments: enrolled }
    // Their count, their deliveries, their contact have changed since.
    const path = `/api/v1/contacts/${person.body.data.id}`
    const renamed = await instance.call({ method: 'PATCH', path, body: { contact: { last_name: 'Renamed' } } })
    for (const [resource, { headers, body }] of Object.entries(made)) {
      const now = await tagOf(`${resource}/${body.data.id}`)
      expect(now, resource).toBe(resource === 'contacts' ? renamed.headers.etag : headers.etag)
    }
    const pause = await post(`webhook_endpoints/${endpoint.body.data.id}/pause`, undefined)
    expect(pause.headers.etag).toBe(await tagOf(`webhook_endpoints/${endpoint.body.data.id}`))
    expect(pause.headers.etag).not.toBe(endpoint.headers.etag)
  })

  test('Idempotency-Key: a repeated request can have its fields in another order', async () => {
    const { email, first_name } = contact().contact
    const headers = { 'idempotency-key': 'order' }
    const first = await create({ contact: { email, first_name, metadata: { a: 1, b: { c: 2, d: 3 } } } }, headers)
    const again = await create({ contact: { metadata: { b: { d: 3, c: 2 }, a: 1 }, first_name, email } }, headers)
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text])
    const other = await create({ contact: { email, first_name, metadata: { a: 1, b: { c: 3, d: 2 } } } }, headers)
    expect(other.status).toBe(422)
  })
})

describe('compression', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
    for (let number = 0; number < 10; number++) {
      const body = { contact: { email: `c${number}@b.example`, first_name: 'A' } }
      await instance.call({ method: 'POST', path: '/api/v1/contacts', body })
    }
  })
  afterAll(() => instance.close())

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
  ])('Accept-Encoding: %s', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted }
    const answer = await instance.call({ path: '/api/v1/contacts', headers })
    expect(answer.headers['content-encoding']).toBe(coding)
    expect(answer.headers.vary).toContain('Accept-Encoding')
    const small = await instance.call({ path: '/api/v1/contacts?per_page=1', headers })
    expect(small.headers['content-encoding']).toBe(undefined)
  })

  test('decompresses to the same answer', async () => {
    const plain = await instance.call({ path: '/api/v1/contacts' })
    const headers = { authorization: `Bearer ${instance.acme.token}`, 'accept-encoding': 'gzip' }
    const { rawPayload } = await instance.app.inject({ url: '/api/v1/contacts', headers })
    expect(gunzipSync(rawPayload).toString()).toBe(plain.text)
  })
})
