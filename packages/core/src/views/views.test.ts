import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { addMember } from '../../test/people.ts'
import { type Bound, operations } from '../index.ts'
import { invoke, recordEtag } from '../internal.ts'
import { MAX_PRIVATE_VIEWS, MAX_RESTORABLE_VIEWS, MAX_SHARED_VIEWS, RESTORABLE_MINUTES } from './contract.ts'
import { View } from './view.ts'

const { createApiKey, createView, deleteView, getView, listViews, removeMember, restoreView, updateView } = operations

describe.each(ENGINES)('saved views on %s', (engine) => {
  let instance: Instance
  let editor: Bound
  let viewer: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    editor = await member('editor@example.com', 'editor')
    viewer = await member('viewer@example.com', 'viewer')
  })
  afterAll(() => instance.close())

  async function member(email: string, role: 'viewer' | 'editor') {
    const { id } = await addMember(instance, email, role)
    return instance.handrail.asMember(instance.acme.context.caller.workspace_id, id)
  }
  const stuck = { list: 'enrollments', name: 'Stuck', filters: { stalled: true } } as const
  const namesOf = async (bound: Bound, query = {}) =>
    (await bound.invoke(listViews, query)).data.map(({ name }) => name)
  const typesOf = async () =>
    (await eventsOf(instance, instance.acme)).filter(({ type }) => type.startsWith('view.')).map(({ type }) => type)

  test('private ones are seen and changed by one person, without events', async () => {
    const { data } = await viewer.invoke(createView, { ...stuck, name: ' Mine ' })
    expect(data).toMatchObject({ name: 'Mine', is_shared: false, position: 1, sort: null, order: null })
    expect(await namesOf(viewer)).toEqual(['Mine'])
    for (const other of [editor, instance.acme]) {
      expect(await namesOf(other)).toEqual([])
      await expect(other.invoke(getView, { id: data.id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(other.invoke(deleteView, { id: data.id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(other.invoke(updateView, { id: data.id, name: 'Theirs' })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    const { value } = await invoke(
      updateView,
      viewer.context,
      { id: data.id, name: 'Changed', filters: { status: 'invited' } },
      { ifMatch: recordEtag(View, data) },
    )
    expect(value.data).toMatchObject({ name: 'Changed', filters: { status: 'invited' } })
    await viewer.invoke(deleteView, { id: data.id })
    expect([await namesOf(viewer), await typesOf()]).toEqual([[], []])
  })

  test('shared ones are seen by all, and changed by members who can change enrollments', async () => {
    await expect(viewer.invoke(createView, { ...stuck, is_shared: true })).rejects.toMatchObject({ code: 'forbidden' })
    const own = (await viewer.invoke(createView, stuck)).data
    await expect(viewer.invoke(updateView, { id: own.id, is_shared: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await viewer.invoke(deleteView, { id: own.id })
    const { data } = await editor.invoke(createView, { ...stuck, is_shared: true })
    expect([await namesOf(viewer), await namesOf(instance.acme)]).toEqual([['Stuck'], ['Stuck']])
    for (const refused of [
      () => viewer.invoke(updateView, { id: data.id, name: 'X' }),
      () => viewer.invoke(deleteView, { id: data.id }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.other.invoke(getView, { id: data.id })).rejects.toMatchObject({ code: 'not_found' })
    const before = await typesOf()
    await editor.invoke(updateView, { id: data.id, name: 'Stuck' })
    await editor.invoke(updateView, { id: data.id, name: 'Stuck for days' })
    await editor.invoke(updateView, { id: data.id, is_shared: false })
    expect([await namesOf(viewer), await namesOf(editor)]).toEqual([[], ['Stuck for days']])
    await editor.invoke(updateView, { id: data.id, is_shared: true })
    await editor.invoke(deleteView, { id: data.id })
    const types = ['view.updated', 'view.deleted', 'view.created', 'view.deleted']
    expect([before.slice(-1), (await typesOf()).slice(before.length)]).toEqual([['view.created'], types])
  })

  test('programs save shared ones, and have no private ones', async () => {
    const scopes = ['views:read' as const, 'views:write' as const]
    const { data: key } = await instance.acme.invoke(createApiKey, { name: 'Views', scopes })
    const program = await instance.handrail.authenticate(key.token)
    await expect(invoke(createView, program, stuck)).rejects.toMatchObject({
      errors: { is_shared: [expect.stringContaining('must be true')] },
    })
    const { data } = (await invoke(createView, program, { ...stuck, is_shared: true })).value
    await viewer.invoke(createView, { ...stuck, name: 'Private' })
    expect((await invoke(listViews, program, {})).value.data.map(({ name }) => name)).toEqual(['Stuck'])
    await invoke(deleteView, program, { id: data.id })
  })

  test.each([
    ['a filter of another list', { list: 'contacts', filters: { status: 'invited' } }, 'filters.status'],
    ['an unknown filter', { list: 'enrollments', filters: { nonsense: 'x' } }, 'filters.nonsense'],
    ['a page', { list: 'enrollments', filters: { page: 2 } }, 'filters.page'],
    ['an id that is none', { list: 'enrollments', filters: { guide_id: 'x' } }, 'filters.guide_id'],
    ['a status that is none', { list: 'enrollments', filters: { status: 'lost' } }, 'filters.status'],
    ['a long search', { list: 'enrollments', filters: { query: 'x'.repeat(256) } }, 'filters.query'],
    ['an order of another list', { list: 'contacts', sort: 'contacts_count' }, 'sort'],
    ['an unknown list', { list: 'guides' }, 'list'],
    ['a long name', { list: 'contacts', name: 'x'.repeat(61) }, 'name'],
    ['a blank name', { list: 'contacts', name: ' ' }, 'name'],
  ])('are refused with %s', async (_what, fields, field) => {
    // What the types would refuse is the point.
    const input = { name: 'Refused', ...fields } as typeof stuck
    await expect(viewer.invoke(createView, input)).rejects.toMatchObject({
      code: 'validation_error',
      errors: { [field]: [expect.any(String)] },
    })
  })

  test('an update is refused too, with a filter that the list does not have', async () => {
    const { data } = await viewer.invoke(createView, stuck)
    const refused = viewer.invoke(updateView, { id: data.id, filters: { name: 'x' } })
    await expect(refused).rejects.toMatchObject({ errors: { 'filters.name': [expect.any(String)] } })
    await viewer.invoke(deleteView, { id: data.id })
  })

  test('are moved among those of their list and owner', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three', 'Four'])
      ids.push((await editor.invoke(createView, { list: 'contacts', name, is_shared: true })).data.id)
    const [one = '', , , four = ''] = ids
    await editor.invoke(createView, { list: 'contacts', name: 'Own' })
    await editor.invoke(createView, { list: 'organisations', name: 'Others', is_shared: true })
    const order = async () => {
      const { data } = await editor.invoke(listViews, { list: 'contacts' })
      const shared = data.filter(({ is_shared }) => is_shared)
      return shared.toSorted((a, b) => a.position - b.position).map(({ name, position }) => `${position} ${name}`)
    }
    await editor.invoke(updateView, { id: four, position: 2 })
    expect(await order()).toEqual(['1 One', '2 Four', '3 Two', '4 Three'])
    await editor.invoke(updateView, { id: one, position: 50 })
    expect(await order()).toEqual(['1 Four', '2 Two', '3 Three', '4 One'])
    await editor.invoke(deleteView, { id: four })
    await editor.invoke(updateView, { id: one, position: 1 })
    expect(await order()).toEqual(['1 One', '2 Two', '3 Three'])
  })

  test(`of a person there are at most ${MAX_PRIVATE_VIEWS}, also if two are saved at the same time`, async () => {
    const person = await member('many@example.com', 'viewer')
    for (let i = 1; i < MAX_PRIVATE_VIEWS; i++) await person.invoke(createView, { list: 'contacts', name: `${i}` })
    const both = await Promise.allSettled([person.invoke(createView, stuck), person.invoke(createView, stuck)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(person.invoke(createView, stuck)).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'too_many_views',
    })
    // Those of others do not count.
    await viewer.invoke(createView, stuck)
  })

  test(`of a workspace there are at most ${MAX_SHARED_VIEWS} shared ones`, async () => {
    const { other } = instance
    for (let i = 0; i < MAX_SHARED_VIEWS; i++)
      await other.invoke(createView, { list: 'contacts', name: `${i}`, is_shared: true })
    await expect(other.invoke(createView, { ...stuck, is_shared: true })).rejects.toMatchObject({
      reason: 'too_many_views',
    })
  })

  test('a deleted one is restored by the person who deleted it, with its id, its position and its owner', async () => {
    const { acme, clock } = instance
    const person = await member('undoing@example.com', 'editor')
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push((await person.invoke(createView, { list: 'organisations', name, filters: { name } })).data.id)
    const [, two = ''] = ids
    const { data: before } = await person.invoke(getView, { id: two })
    await person.invoke(deleteView, { id: two })
    expect(await namesOf(person, { list: 'organisations' })).not.toContain('Two')
    for (const gone of [
      () => person.invoke(getView, { id: two }),
      () => person.invoke(updateView, { id: two, name: 'X' }),
      () => person.invoke(deleteView, { id: two }),
      () => editor.invoke(restoreView, { id: two }),
      () => acme.invoke(restoreView, { id: two }),
      () => instance.other.invoke(restoreView, { id: two }),
    ])
      await expect(gone()).rejects.toMatchObject({ code: 'not_found' })
    const { data } = await person.invoke(restoreView, { id: two })
    expect(data).toEqual({ ...before, updated_at: data.updated_at })
    const own = (await person.invoke(listViews, { list: 'organisations' })).data.filter(({ is_shared }) => !is_shared)
    expect(own.toSorted((a, b) => a.position - b.position).map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
    await expect(person.invoke(restoreView, { id: two })).rejects.toMatchObject({ code: 'not_found' })
    // Shared ones come back for all, with an event; after an hour they are gone.
    const { data: shared } = await person.invoke(createView, { ...stuck, name: 'Common', is_shared: true })
    await person.invoke(deleteView, { id: shared.id })
    const types = await typesOf()
    await person.invoke(restoreView, { id: shared.id })
    expect([(await typesOf()).slice(types.length), await namesOf(viewer)]).toEqual([
      ['view.created'],
      expect.arrayContaining(['Common']),
    ])
    await person.invoke(deleteView, { id: shared.id })
    clock.now = new Date(clock.now.getTime() + RESTORABLE_MINUTES * 60_000 + 1)
    await expect(person.invoke(restoreView, { id: shared.id })).rejects.toMatchObject({ code: 'not_found' })
    await instance.handrail.upkeep()
    const rows = await instance.handrail.database.read(({ db, tables: { views } }) => db.select().from(views))
    expect(rows.map(({ id }) => id)).not.toContain(shared.id)
  })

  test(`a person can restore the latest ${MAX_RESTORABLE_VIEWS}, and no more than there is room for`, async () => {
    const person = await member('deleting@example.com', 'viewer')
    const ids: string[] = []
    for (let i = 0; i <= MAX_RESTORABLE_VIEWS; i++) {
      instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
      ids.push((await person.invoke(createView, { list: 'contacts', name: `${i}` })).data.id)
      await person.invoke(deleteView, { id: ids.at(-1) ?? '' })
    }
    const [first = '', second = '', third = ''] = ids
    await expect(person.invoke(restoreView, { id: first })).rejects.toMatchObject({ code: 'not_found' })
    await person.invoke(restoreView, { id: second })
    for (let i = 1; i < MAX_PRIVATE_VIEWS; i++) await person.invoke(createView, { list: 'contacts', name: `${i}` })
    await expect(person.invoke(restoreView, { id: third })).rejects.toMatchObject({ reason: 'too_many_views' })
  })

  test('private ones end with the membership of their person, and shared ones stay', async () => {
    const person = await member('leaving@example.com', 'editor')
    const { data: own } = await person.invoke(createView, { list: 'contacts', name: 'Own one' })
    const { data: shared } = await person.invoke(createView, { list: 'contacts', name: 'For all', is_shared: true })
    await instance.acme.invoke(removeMember, { user_id: person.context.caller.id })
    expect(await namesOf(editor)).toContain('For all')
    expect((await viewer.invoke(getView, { id: shared.id })).data.name).toBe('For all')
    const rows = await instance.handrail.database.read(({ db, tables: { views } }) => db.select().from(views))
    expect(rows.map(({ id }) => id)).not.toContain(own.id)
  })
})
