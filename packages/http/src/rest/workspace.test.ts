import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const { createUser, removeMember, updateWorkspace } = operations

describe.each(ENGINES)('the workspace of a token and its members by REST, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const system = () => instance.handrail.asSystem(instance.acme.id)
  const addMember = async (name: string, role: 'viewer' | 'editor') => {
    const person = { email: `${name}@acme.example`, name, role, password: 'correct horse battery' }
    return (await (await system()).invoke(createUser, person)).data.id
  }

  test('any token reads the time zone in which dates are meant, and sees a change of it by the entity tag', async () => {
    const token = await instance.acme.key(['contacts:read'])
    const read = (headers = {}) => instance.call({ path: '/api/v1/workspace', token, headers })
    const first = await read()
    expect(first.body.data).toEqual({
      id: instance.acme.id,
      name: 'Acme',
      time_zone: 'UTC',
      default_language: 'en',
      languages: expect.arrayContaining(['en', 'de']),
      plan: 'self-hosted',
      entitlements: expect.arrayContaining(['api-access']),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const same = { 'if-none-match': first.headers.etag ?? '' }
    expect((await read(same)).status).toBe(304)
    await (await system()).invoke(updateWorkspace, { time_zone: 'Europe/Berlin', default_language: 'de' })
    const changed = await read(same)
    expect([changed.status, changed.body.data.time_zone, changed.body.data.default_language]).toEqual([
      ...[200, 'Europe/Berlin', 'de'],
    ])
    expect((await instance.call({ path: '/api/v1/workspace', token: instance.other.token })).body.data.name).toBe(
      'Other',
    )
    expect((await instance.call({ path: '/api/v1/workspace', token: null })).status).toBe(401)
  })

  test('members are listed with the ids that an assignee is given by, once on each page, without former ones', async () => {
    const ids: Record<string, string> = {}
    for (const name of ['ada', 'ben', 'cleo', 'dan']) ids[name] = await addMember(name, 'editor')
    const list = async (query: string, token = instance.acme.token) =>
      (await instance.call({ path: `/api/v1/members?${query}`, token })).body
    const { data, meta } = await list('per_page=100')
    expect(meta).toEqual({ page: 1, per_page: 100, total: 4, total_pages: 1 })
    expect(data).toContainEqual({
      ...{ id: ids.ada, name: 'ada', email: 'ada@acme.example', role: 'editor' },
      created_at: expect.any(String),
    })
    const byCursor: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`per_page=1&cursor=${cursor}`)
      byCursor.push(...page.data.map(({ name }: { name: string }) => name))
      cursor = page.meta.next_cursor
    }
    expect(byCursor).toEqual(data.map(({ name }: { name: string }) => name))
    expect((await list('per_page=3&page=2')).data).toEqual(data.slice(3))

    const post = (path: string, body: object) => instance.call({ method: 'POST', path: `/api/v1${path}`, body })
    const { body: contact } = await post('/contacts', { contact: { email: 'c@b.example', first_name: 'C' } })
    const enrollment = { contact_id: contact.data.id, guide_id: instance.acme.guide_id, assignee_id: ids.ben }
    expect((await post('/enrollments', { enrollment })).body.data.assignee_id).toBe(ids.ben)
    await (await system()).invoke(removeMember, { user_id: ids.ben ?? '' })
    const left = await list('per_page=100')
    expect(left.data.map(({ name }: { name: string }) => name)).not.toContain('ben')
    expect((await list('', instance.other.token)).data).toEqual([])
    expect((await instance.call({ path: '/api/v1/members?cursor=&page=1' })).status).toBe(422)
    const narrow = await instance.acme.key(['enrollments:write'])
    const refused = await instance.call({ path: '/api/v1/members', token: narrow })
    expect([refused.status, refused.body.error.type]).toEqual([403, 'insufficient_scope'])
  })
})
