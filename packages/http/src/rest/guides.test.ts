import { randomUUID } from 'node:crypto'
import { operations } from '@handrail/core'
import { invoke } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const { createContact, createEnrollment, updateGuide } = operations

const SECTIONS = [{ title: 'One', steps: [{ title: 'First' }, { title: 'Second', type: 'link' }] }]

describe.each(ENGINES)('guides by REST, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const call = (method: NonNullable<Call['method']>, path: string, guide?: object, more: Partial<Call> = {}) =>
    instance.call({ method, path: `/api/v1/guides${path}`, ...(guide && { body: { guide } }), ...more })
  const create = async (title: string) => (await call('POST', '', { title, sections: SECTIONS })).body.data
  const published = async (title: string, url = 'https://a.example/') => {
    const { id, sections } = await create(title)
    sections[0].steps[1].content.url = url
    await call('PATCH', `/${id}/draft`, { sections }, { headers: { 'if-match': '*' } })
    expect((await call('POST', `/${id}/publish`)).status).toBe(200)
    return id
  }
  const eventsOf = async (id: string) => {
    const { body } = await instance.call({ path: '/api/v1/events?per_page=100' })
    const own = body.data.filter((event: { data: { id: string } }) => event.data.id === id)
    return own.map(({ event }: { event: string }) => event).reverse()
  }

  test('are written as drafts, published, archived and deleted', async () => {
    const created = await call('POST', '', { title: 'By REST', sections: SECTIONS })
    const { id } = created.body.data
    expect(created.body.data).toMatchObject({ status: 'draft', has_changes: false, steps_count: 2 })
    expect((await call('GET', `/${id}`)).status).toBe(404)

    const read = await call('GET', `/${id}/draft`)
    expect([read.body, read.headers.etag]).toEqual([created.body, created.headers.etag])
    const refused = await call('POST', `/${id}/publish`)
    const field = 'sections.0.steps.1.content.url'
    expect([refused.status, refused.body.error.errors]).toEqual([
      422,
      { [field]: ["can't be blank in a step of type link"] },
    ])

    // The record is sent back as it was read, with one change.
    const guide = read.body.data
    guide.sections[0].steps[1].content.url = 'https://a.example/'
    guide.sections[0].steps.reverse()
    const changed = await call('PATCH', `/${id}/draft`, guide, { headers: { 'if-match': read.headers.etag ?? '' } })
    expect(changed.status, changed.text).toBe(200)
    const steps = changed.body.data.sections[0].steps
    expect(steps.map((step: { title: string; position: number }) => [step.title, step.position])).toEqual([
      ['Second', 0],
      ['First', 1],
    ])
    expect(steps.map((step: { id: string }) => step.id)).toEqual(
      guide.sections[0].steps.map((step: { id: string }) => step.id),
    )

    expect((await call('POST', `/${id}/publish`)).body.data).toMatchObject({ status: 'published', title: 'By REST' })
    await call('PATCH', `/${id}/draft`, { title: 'Next' })
    const { body: drafts } = await call('GET', '/drafts')
    const row = drafts.data.find((one: { id: string }) => one.id === id)
    expect(row).toMatchObject({ title: 'By REST', has_changes: true, changed_by: 'test' })

    expect((await call('POST', `/${id}/unarchive`)).body.error.errors).toEqual({
      status: ['cannot change from published to published'],
    })
    expect((await call('POST', `/${id}/archive`)).body.data.status).toBe('archived')
    expect((await call('GET', `/${id}`)).status).toBe(404)
    // The changes of the draft are not published with it.
    expect((await call('POST', `/${id}/unarchive`)).body.data).toMatchObject({ status: 'published', title: 'By REST' })
    expect((await call('DELETE', `/${id}/draft`)).body.data).toMatchObject({ title: 'By REST', has_changes: false })
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('GET', `/${id}/draft`)).status).toBe(404)
    expect(await eventsOf(id)).toEqual(['guide.published', 'guide.archived', 'guide.published'])
    const system = await instance.handrail.asSystem(instance.acme.id)
    const [entry] = (await system.invoke(operations.listAuditEntries, {})).data
    expect(entry).toMatchObject({ action: 'guide.deleted', actor: 'test' })
  })

  test('sections are replaced by those who have seen the draft', async () => {
    const { id } = await create('Shared')
    const seen = (await call('GET', `/${id}/draft`)).headers.etag ?? ''
    const bare = await call('PATCH', `/${id}/draft`, { sections: [] })
    expect([bare.status, bare.body.error.type]).toEqual([428, 'precondition_required'])
    expect(bare.body.error.message).toContain('If-Match')

    // A person saves in the console; then a program that had read before, and the person again with the own tag.
    const { context } = await instance.handrail.asSystem(instance.acme.id)
    await invoke(updateGuide, context, { id, description: 'By a person' }, { ifMatch: seen })
    const late = await call('PATCH', `/${id}/draft`, { sections: [] }, { headers: { 'if-match': seen } })
    expect([late.status, late.body.error.type]).toEqual([412, 'precondition_failed'])
    const now = await call('GET', `/${id}/draft`)
    expect(now.body.data).toMatchObject({ description: 'By a person', steps_count: 2 })
    const own = now.headers.etag ?? ''
    expect(
      (await call('PATCH', `/${id}/draft`, { title: 'By a program' }, { headers: { 'if-match': own } })).status,
    ).toBe(200)
    const person = invoke(updateGuide, context, { id, title: 'By a person' }, { ifMatch: own })
    await expect(person).rejects.toMatchObject({ code: 'precondition_failed' })

    // What is published, discarded and deleted is the draft that was read, too.
    for (const [method, path] of [
      ['POST', '/publish'],
      ['DELETE', '/draft'],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/${id}${path}`, undefined, { headers: { 'if-match': own } })).status).toBe(412)
    expect((await call('PATCH', `/${id}/draft`, { sections: [] }, { headers: { 'if-match': '*' } })).status).toBe(200)
  })

  describe('by changes of parts', () => {
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
    const outline = (guide: { sections: { title: string; steps: { title: string }[] }[] }) =>
      guide.sections.map(({ title, steps }) => `${title}: ${steps.map((step) => step.title).join(' ')}`)
    const change = (id: string, changes: object[], headers = {}) =>
      instance.call({
        method: 'POST',
        path: `/api/v1/guides/${id}/draft/changes`,
        body: { draft: { changes } },
        headers,
      })
    /** A guide with two sections of two steps, and the ids of these. */
    async function made() {
      const [a = '', b = '', a1 = '', a2 = '', b1 = '', b2 = ''] = ids(6)
      const sections = [
        {
          id: a,
          title: 'A',
          steps: [
            { id: a1, title: 'a1' },
            { id: a2, title: 'a2' },
          ],
        },
        {
          id: b,
          title: 'B',
          steps: [
            { id: b1, title: 'b1' },
            { id: b2, title: 'b2' },
          ],
        },
      ]
      const { body } = await call('POST', '', { title: 'Parts', sections })
      return { id: String(body.data.id), a, b, a1, a2, b1, b2 }
    }

    test('each is applied after the one before it', async () => {
      const { id, a, b, a1, a2, b1, b2 } = await made()
      const [c = '', c1 = ''] = ids(2)
      const steps: [object, string[]][] = [
        [
          { action: 'insert_section', section: { id: c, title: 'C', steps: [] }, before: b },
          ['A: a1 a2', 'C: ', 'B: b1 b2'],
        ],
        [{ action: 'insert_step', section_id: c, step: { id: c1, title: 'c1' } }, ['A: a1 a2', 'C: c1', 'B: b1 b2']],
        [{ action: 'move_step', id: a1, section_id: c, before: c1 }, ['A: a2', 'C: a1 c1', 'B: b1 b2']],
        [{ action: 'move_step', id: b1 }, ['A: a2', 'C: a1 c1', 'B: b2 b1']],
        [{ action: 'move_step', id: b1, before: b1 }, ['A: a2', 'C: a1 c1', 'B: b2 b1']],
        [{ action: 'move_section', id: a }, ['C: a1 c1', 'B: b2 b1', 'A: a2']],
        [{ action: 'set_section', id: b, title: 'Second' }, ['C: a1 c1', 'Second: b2 b1', 'A: a2']],
        [{ action: 'remove_step', id: b2 }, ['C: a1 c1', 'Second: b1', 'A: a2']],
        [{ action: 'remove_section', id: c }, ['Second: b1', 'A: a2']],
      ]
      // Separately, and in one request.
      for (const [one, expected] of steps) expect(outline((await change(id, [one])).body.data)).toEqual(expected)
      const again = await made()
      const text = JSON.stringify(steps.map(([one]) => one))
      const old = { a, b, a1, a2, b1, b2 }
      const changes = Object.entries(old).reduce(
        // The parts of both have the same names.
        (part, [name, one]) => part.replaceAll(one, again[name as keyof typeof old]),
        text,
      )
      const { body } = await change(again.id, JSON.parse(changes))
      expect(outline(body.data)).toEqual(['Second: b1', 'A: a2'])
      const fields = { id: b1, type: 'video', content: { url: 'https://a.example/' }, required: false }
      const { body: changed, headers } = await change(id, [
        { action: 'set_step', ...fields },
        { action: 'set_step', id: b1, estimated_minutes: 5 },
      ])
      expect(changed.data.sections[0].steps[0]).toMatchObject({
        ...fields,
        title: 'b1',
        estimated_minutes: 5,
      })
      expect((await call('GET', `/${id}/draft`)).headers.etag).toBe(headers.etag)
    })

    test('keep what others have changed meanwhile, unless the request says of which version it is', async () => {
      const { id, a, a1, b1 } = await made()
      const seen = (await call('GET', `/${id}/draft`)).headers.etag
      const answers = await Promise.all([
        change(id, [{ action: 'set_step', id: a1, title: 'by a' }]),
        change(id, [{ action: 'set_step', id: b1, title: 'by b' }]),
        change(id, [{ action: 'set_section', id: a, title: 'by c' }]),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(outline((await call('GET', `/${id}/draft`)).body.data)).toEqual(['by c: by a a2', 'B: by b b2'])
      const late = await change(id, [{ action: 'remove_step', id: a1 }], { 'if-match': seen })
      expect([late.status, late.body.error.type]).toEqual([412, 'precondition_failed'])
    })

    test('are refused as a whole, and every problem is told by its path', async () => {
      const { id, a, b, a1, b1 } = await made()
      const before = (await call('GET', `/${id}/draft`)).body
      const [unknown = ''] = ids(1)
      const { status, body } = await change(id, [
        { action: 'set_section', id: a, title: 'Changed' },
        { action: 'set_step', id: unknown, title: 'X' },
        { action: 'move_step', id: a1, section_id: b, before: unknown },
        { action: 'move_section', id: a, before: unknown },
        { action: 'insert_step', section_id: unknown, step: { title: 'X' } },
        { action: 'insert_step', section_id: b, step: { id: b1, title: 'X' } },
        { action: 'insert_section', section: { title: 'X', steps: [{ id: b1, title: 'X' }] } },
        { action: 'insert_step', section_id: b, step: { title: 'X' }, before: a1 },
        { action: 'remove_step', id: a },
      ])
      const missing = ['does not exist in the draft']
      const taken = ['has an id that the draft has already']
      expect([status, body.error.errors]).toEqual([
        422,
        {
          'changes.1.id': missing,
          'changes.2.before': missing,
          'changes.3.before': missing,
          'changes.4.section_id': missing,
          'changes.5.step.id': taken,
          'changes.6.section': taken,
          'changes.7.before': missing,
          'changes.8.id': missing,
        },
      ])
      const shapes = await change(id, [
        { action: 'sing' },
        { action: 'set_step', id: 'x', titel: 'T' },
        { action: 'remove_step' },
      ])
      expect([shapes.status, Object.keys(shapes.body.error.errors).toSorted()]).toEqual([
        422,
        ['changes.0.action', 'changes.1.id', 'changes.1.titel', 'changes.2.id'],
      ])
      expect((await call('GET', `/${id}/draft`)).body).toEqual(before)
    })

    test('have bounds', async () => {
      const { id, a } = await made()
      const insert = { action: 'insert_step', section_id: a, step: { title: 'X' } }
      expect((await change(id, [])).status).toBe(422)
      expect((await change(id, Array(201).fill(insert))).body.error.errors).toEqual({
        changes: [expect.stringContaining('200')],
      })
      const full = await change(id, Array(199).fill(insert))
      expect([full.status, full.body.error.errors]).toEqual([
        422,
        { 'changes.198.step': ['would be one of more than 200 steps'] },
      ])
      const section = { action: 'insert_section', section: { title: 'X', steps: [] } }
      expect((await change(id, Array(99).fill(section))).body.error.errors).toEqual({
        'changes.98.section': ['would be one of more than 100 sections'],
      })
    })
  })

  test('publishing with a key is repeated under the tag that it has changed', async () => {
    const id = await published('Keyed')
    const { headers } = await call('PATCH', `/${id}/draft`, { title: 'Keyed twice' })
    const conditions = { 'if-match': headers.etag ?? '', 'idempotency-key': 'publish-1' }
    const first = await call('POST', `/${id}/publish`, undefined, { headers: conditions })
    expect(first.body.data).toMatchObject({ title: 'Keyed twice' })
    const again = await call('POST', `/${id}/publish`, undefined, { headers: conditions })
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
  })

  test('drafts need guides:write, and publishing guides:publish', async () => {
    const writer = await instance.acme.key(['guides:write'])
    const reader = await instance.acme.key(['guides:read'])
    const id = await published('Guarded')
    const as = (token: string) => ({ token })
    for (const path of [`/${id}/draft`, '/drafts']) {
      const refused = await call('GET', path, undefined, as(reader))
      expect([refused.status, refused.body.error.type]).toEqual([403, 'insufficient_scope'])
      expect(refused.headers['www-authenticate']).toContain('scope="guides_write"')
      expect((await call('GET', path, undefined, as(writer))).status).toBe(200)
    }
    expect((await call('GET', `/${id}`, undefined, as(writer))).status).toBe(403)
    for (const [method, path] of [
      ['POST', '/publish'],
      ['POST', '/archive'],
      ['DELETE', ''],
    ] as const) {
      const refused = await call(method, `/${id}${path}`, undefined, as(writer))
      expect([refused.status, refused.headers['www-authenticate']], path).toEqual([
        403,
        expect.stringContaining('scope="guides_publish"'),
      ])
    }
    const { body } = await call('POST', '', { title: 'Scratch' }, as(writer))
    expect((await call('DELETE', `/${body.data.id}`, undefined, as(writer))).status).toBe(204)
  })

  test('with enrollments are not deleted, and drafts never published not discarded', async () => {
    const { id } = await create('New')
    expect((await call('DELETE', `/${id}/draft`)).body.error).toMatchObject({
      type: 'validation_error',
      message: 'This guide was never published. Delete it instead',
    })
    const system = await instance.handrail.asSystem(instance.acme.id)
    const { data: contact } = await system.invoke(createContact, { email: 'a@b.example', first_name: 'A' })
    await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: instance.acme.guide_id })
    expect((await call('DELETE', `/${instance.acme.guide_id}`)).body.error).toMatchObject({
      type: 'validation_error',
      message: 'Contacts were enrolled in this guide. Archive it instead',
    })
  })

  test('have bounds, and every problem is told by its path', async () => {
    const id = '00000000-0000-7000-8000-000000000001'
    const steps = [
      { id, title: 'x'.repeat(256), type: 'song', position: -1 },
      { id, title: 'B', content: { url: 5 }, minutes: 3 },
    ]
    const wrong = await call('POST', '', { title: ' ', sections: [{ title: 'S', steps }] })
    expect([wrong.status, Object.keys(wrong.body.error.errors).toSorted()]).toEqual([
      422,
      [
        'sections.0.steps.0.position',
        'sections.0.steps.0.title',
        'sections.0.steps.0.type',
        'sections.0.steps.1.content.url',
        'sections.0.steps.1.minutes',
        'title',
      ],
    ])
    const twice = await call('POST', '', {
      title: 'T',
      sections: [
        {
          title: 'S',
          steps: [
            { id, title: 'A' },
            { id, title: 'B' },
          ],
        },
      ],
    })
    expect(twice.body.error.errors).toEqual({
      'sections.0.steps.1.id': ['is also that of sections.0.steps.0.id'],
    })
    const many = await call('POST', '', {
      title: 'T',
      sections: [{ title: 'S', steps: Array(201).fill({ title: 'A' }) }],
    })
    expect([many.status, Object.keys(many.body.error.errors)]).toEqual([422, ['sections.0.steps']])
    // A body of a guide can be larger than others, within its limit.
    const step = { title: 'Long', content: { markdown: 'x'.repeat(100_000) } }
    const long = { title: 'Long', sections: [{ title: 'S', steps: Array(10).fill(step) }] }
    expect((await call('POST', '', long)).status).toBe(201)
    const large = await call('POST', '', { ...long, sections: [{ title: 'S', steps: Array(45).fill(step) }] })
    expect([large.status, large.body.error.type]).toEqual([413, 'payload_too_large'])
  })
})
