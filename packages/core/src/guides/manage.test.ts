import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember, wait } from '../../test/people.ts'
import { operations } from '../index.ts'
import { invoke, recordEtag } from '../internal.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  deleteGuide,
  discardGuideChanges,
  duplicateGuide,
  getGuide,
  getGuideDraft,
  listAllGuides,
  updateGuide,
} = operations

const STEPS = [{ title: 'Only step' }]

describe.each(ENGINES)('drafts of guides on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('a list contains every status and the number of enrollments', async () => {
    const { acme } = instance
    const published = await publishedGuide(acme, 'Published')
    await acme.invoke(createGuide, { title: 'Draft' })
    const { data: contact } = await acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: published.id })
    await acme.invoke(updateGuide, { id: published.id, description: 'Changed' })
    const { data } = await acme.invoke(listAllGuides, {})
    expect(data.map(({ title, status, has_changes, invited }) => [title, status, has_changes, invited])).toEqual([
      ['Draft', 'draft', false, 0],
      ['Published', 'published', true, 1],
    ])
    expect((await acme.invoke(listAllGuides, { status: 'draft' })).data).toHaveLength(1)
    expect((await instance.other.invoke(listAllGuides, {})).data).toEqual([])
  })

  test('a list contains the last editor and the time of the change', async () => {
    const { acme } = instance
    const { id: ben } = await addMember(instance, 'ben@example.com', 'editor')
    const bound = await instance.handrail.asMember(acme.context.caller.workspace_id, ben)
    const { id } = await publishedGuide(acme, 'Written together')
    const changed = async () => {
      const { data } = await acme.invoke(listAllGuides, {})
      const { changed_at, changed_by } = data.find((guide) => guide.id === id) ?? {}
      return { changed_at, changed_by }
    }
    const published = { changed_at: instance.clock.now.toISOString(), changed_by: 'Operator' }
    expect(await changed()).toEqual(published)
    wait(instance, { days: 1 })
    await bound.invoke(updateGuide, { id, description: 'Better' })
    expect(await changed()).toEqual({ changed_at: instance.clock.now.toISOString(), changed_by: 'ben' })
    await acme.invoke(discardGuideChanges, { id })
    expect(await changed()).toEqual(published)
    const { data: copy } = await bound.invoke(duplicateGuide, { id, title: 'Copy of it' })
    const { data } = await acme.invoke(listAllGuides, { status: 'draft' })
    expect(data.find((guide) => guide.id === copy.id)?.changed_by).toBe('ben')
  })

  test('a draft contains its settings, and its changes are discarded as a whole', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    await acme.invoke(updateGuide, { id: guide.id, title: 'Another title', expires_after_days: 30 })
    const { data: draft } = await acme.invoke(getGuideDraft, { id: guide.id })
    expect(draft).toMatchObject({ title: 'Another title', expires_after_days: 30, has_changes: true })
    expect((await acme.invoke(getGuide, { id: guide.id })).data.title).toBe('Getting started')
    const { data: back } = await acme.invoke(discardGuideChanges, { id: guide.id })
    expect(back).toMatchObject({ title: 'Getting started', has_changes: false })
  })

  test('a conflicting concurrent change is rejected', async () => {
    const { acme } = instance
    const { data: guide } = await acme.invoke(createGuide, {
      title: 'Shared',
      sections: [{ title: 'One', steps: STEPS }],
    })
    const { data: read } = await acme.invoke(getGuideDraft, { id: guide.id })
    const ifMatch = recordEtag(getGuideDraft.output.shape.data, read)
    await invoke(updateGuide, acme.context, { id: guide.id, title: 'First' }, { ifMatch })
    const second = invoke(updateGuide, acme.context, { id: guide.id, title: 'Second' }, { ifMatch })
    await expect(second).rejects.toMatchObject({ code: 'precondition_failed' })
    expect((await acme.invoke(getGuideDraft, { id: guide.id })).data.title).toBe('First')
  })

  test('a duplicate is an independent draft with new step ids', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const { data: copy } = await acme.invoke(duplicateGuide, { id: guide.id, title: 'Copy' })
    expect(copy).toMatchObject({ title: 'Copy', status: 'draft', steps_count: 3, published_at: null })
    const ids = (sections: { steps: { id: string }[] }[]) => sections.flatMap(({ steps }) => steps.map(({ id }) => id))
    expect(ids(copy.sections).filter((id) => ids(guide.sections).includes(id))).toEqual([])
  })

  test('only a guide without enrollments can be deleted', async () => {
    const { acme, other } = instance
    const guide = await publishedGuide(acme)
    await expect(other.invoke(deleteGuide, { id: guide.id })).rejects.toMatchObject({ code: 'not_found' })
    await acme.invoke(deleteGuide, { id: guide.id })
    await expect(acme.invoke(getGuideDraft, { id: guide.id })).rejects.toMatchObject({ code: 'not_found' })
    const followed = await publishedGuide(acme)
    const { data: contact } = await acme.invoke(createContact, { email: 'b@example.com', first_name: 'B' })
    await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: followed.id })
    await expect(acme.invoke(deleteGuide, { id: followed.id })).rejects.toMatchObject({ reason: 'has_enrollments' })
  })
})
