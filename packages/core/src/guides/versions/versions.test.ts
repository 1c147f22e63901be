import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { invoke, recordEtag } from '../../internal.ts'

const {
  createContact,
  createEnrollment,
  discardGuideChanges,
  getEnrollment,
  getGuide,
  getGuideDraft,
  getGuideVersion,
  getReplacedDraft,
  listAuditEntries,
  listGuideVersions,
  listReplacedDrafts,
  publishGuide,
  restoreGuideVersion,
  updateEnrollment,
  updateGuide,
} = operations

describe.each(ENGINES)('versions of a guide on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const enroll = async (email: string, guide_id: string) => {
    const { data } = await instance.acme.invoke(createContact, { email, first_name: 'Ada' })
    return (await instance.acme.invoke(createEnrollment, { contact_id: data.id, guide_id })).data
  }

  test('versions are listed with publisher and number of enrollments, and never change', async () => {
    const { acme, other, handrail } = instance
    const { id } = await publishedGuide(acme)
    const first = await enroll('first@example.com', id)
    await acme.invoke(updateEnrollment, { id: first.id, status: 'completed' })
    const editor = await newMember(acme)
    const bound = await handrail.asMember(acme.context.caller.workspace_id, editor.id)
    await bound.invoke(updateGuide, {
      id,
      title: 'Second edition',
      sections: [{ title: 'All', steps: [{ title: 'One' }] }],
    })
    expect((await acme.invoke(listGuideVersions, { id })).data).toHaveLength(1)
    await bound.invoke(publishGuide, { id })
    const second = await enroll('second@example.com', id)
    const followed = async (of: { id: string }) => (await acme.invoke(getEnrollment, { id: of.id })).data.guide_version
    expect([await followed(first), await followed(second)]).toMatchObject([
      { number: 1, is_published: false },
      { number: 2, is_published: true },
    ])
    const { data, meta } = await acme.invoke(listGuideVersions, { id })
    expect(meta.total).toBe(2)
    expect(data).toMatchObject([
      { number: 2, title: 'Second edition', is_published: true, invited: 1, completed: 0 },
      { number: 1, title: 'Getting started', is_published: false, invited: 0, completed: 1, published_by: 'Operator' },
    ])
    expect(data[0]?.published_by).toBe('Ada')
    const { data: old } = await acme.invoke(getGuideVersion, { id, version_id: data[1]?.id ?? '' })
    expect(old.sections.map(({ title }) => title)).toEqual(['Account', 'Data'])
    const elsewhere = await publishedGuide(acme, 'Elsewhere')
    for (const [who, key] of [
      [acme, { id: elsewhere.id, version_id: old.id }],
      [other, { id, version_id: old.id }],
    ] as const)
      await expect(who.invoke(getGuideVersion, key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.invoke(listGuideVersions, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a version is restored as the draft with its step ids, invisible until published', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    await acme.invoke(updateGuide, {
      id: guide.id,
      title: 'New',
      sections: [{ title: 'S', steps: [{ title: 'One' }] }],
    })
    await acme.invoke(publishGuide, { id: guide.id })
    await acme.invoke(updateGuide, { id: guide.id, title: 'Unfinished' })
    const [second, first] = (await acme.invoke(listGuideVersions, { id: guide.id })).data
    const { data: restored } = await acme.invoke(restoreGuideVersion, { id: guide.id, version_id: first?.id ?? '' })
    expect(restored).toMatchObject({ title: 'Getting started', has_changes: true, version_number: 2 })
    expect(restored.sections).toEqual(guide.sections)
    expect((await acme.invoke(listAuditEntries, {})).data[0]).toMatchObject({
      action: 'guide.version_restored',
      details: { title: 'New', version: '1' },
    })
    const { data: back } = await acme.invoke(restoreGuideVersion, { id: guide.id, version_id: second?.id ?? '' })
    expect(back).toMatchObject({ title: 'New', has_changes: false })
    await acme.invoke(restoreGuideVersion, { id: guide.id, version_id: first?.id ?? '' })
    expect((await acme.invoke(discardGuideChanges, { id: guide.id })).data).toMatchObject({ title: 'New' })
    await acme.invoke(restoreGuideVersion, { id: guide.id, version_id: first?.id ?? '' })
    await acme.invoke(publishGuide, { id: guide.id })
    const numbers = (await acme.invoke(listGuideVersions, { id: guide.id })).data.map(({ number }) => number)
    expect(numbers).toEqual([3, 2, 1])
    expect((await acme.invoke(getGuideDraft, { id: guide.id })).data.version_number).toBe(3)
  })

  test('a replaced draft can be restored', async () => {
    const { acme, other } = instance
    const { id } = await publishedGuide(acme)
    const [first] = (await acme.invoke(listGuideVersions, { id })).data
    const write = async (title: string) => (await acme.invoke(updateGuide, { id, title })).data.title
    const replaced = async () => (await acme.invoke(listReplacedDrafts, { id })).data
    const restore = async (version_id = '') => (await acme.invoke(restoreGuideVersion, { id, version_id })).data.title
    await write('Second')
    await acme.invoke(publishGuide, { id })
    await write('Half done')
    expect(await restore(first?.id)).toBe('Getting started')
    const [half] = await replaced()
    expect(half).toMatchObject({ guide_id: id, title: 'Half done', replaced_by: 'Operator' })
    const version_id = half?.id ?? ''
    const { data: whole } = await acme.invoke(getReplacedDraft, { id, version_id })
    expect(whole.sections.map(({ title }) => title)).toEqual(['Account', 'Data'])
    await expect(acme.invoke(getGuideVersion, { id, version_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.invoke(getReplacedDraft, { id, version_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.invoke(listReplacedDrafts, { id })).rejects.toMatchObject({ code: 'not_found' })

    // An unchanged draft equals an existing version and is not kept.
    expect(await restore(version_id)).toBe('Half done')
    expect(await replaced()).toEqual([])
    await restore(first?.id)
    await write('From the first')
    await acme.invoke(discardGuideChanges, { id })
    expect((await replaced()).map(({ title }) => title)).toEqual(['From the first', 'Half done'])
    for (let number = 0; number < 20; number++) {
      await write(`Draft ${number}`)
      await acme.invoke(discardGuideChanges, { id })
    }
    expect((await replaced()).map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Draft ${19 - index}`),
    )
  })

  test('publishing fails if the draft has changed since it was read', async () => {
    const { acme } = instance
    const { id } = await publishedGuide(acme)
    const { data: seen } = await acme.invoke(updateGuide, { id, title: 'As I saw it' })
    const ifMatch = recordEtag(getGuideDraft.output.shape.data, seen)
    await acme.invoke(updateGuide, { id, title: 'As somebody else wrote it' })
    await expect(invoke(publishGuide, acme.context, { id }, { ifMatch })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    expect((await acme.invoke(getGuide, { id })).data.title).toBe('Getting started')
  })
})
