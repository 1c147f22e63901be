import { expect, test } from 'vitest'
import { ENGINES, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { createPublishedVersions } from './published-versions.ts'
import { findGuide, findVersion } from './store.ts'

const { publishGuide, updateGuide } = operations

type Version = Tables['guide_versions']['$inferSelect']

/** As much of a version as its keeping looks at. */
const published = (id: string, title = 'T') =>
  ({
    workspace_id: 'w',
    id,
    title,
    sections: [{ id: 's', title: 'S', steps: [] }],
    published_at: 'now',
  }) as unknown as Version
const SIZE = JSON.stringify(published('1')).length

test('published versions are kept up to a size, the latest used, and large ones not at all', () => {
  const versions = createPublishedVersions(2 * SIZE, SIZE)
  for (const id of ['1', '2']) versions.keep(published(id))
  versions.find('w', '1')
  versions.keep(published('3'))
  versions.keep(published('4', 'A long title'))
  expect(['1', '2', '3', '4'].filter((id) => versions.find('w', id))).toEqual(['1', '3'])
  versions.forget('w', '1')
  versions.keep(published('5'))
  expect(['1', '3', '5'].filter((id) => versions.find('w', id))).toEqual(['3', '5'])
  expect(versions.find('other', '3')).toBeUndefined()
})

test('drafts are not kept, and what is kept cannot be changed', () => {
  const versions = createPublishedVersions()
  versions.keep({ ...published('1'), published_at: null })
  expect(versions.find('w', '1')).toBeUndefined()
  versions.keep(published('2'))
  const { sections = [] } = versions.find('w', '2') ?? {}
  expect(() => sections[0]?.steps.push({} as never)).toThrow(TypeError)
})

test.each(ENGINES)('a published version is read and parsed once, and a draft as it is, on %s', async (engine) => {
  const { acme, handrail, close } = await openInstance(engine)
  try {
    const guide = await publishedGuide(acme)
    await acme.invoke(updateGuide, { id: guide.id, title: 'Second' })
    const { workspace_id } = acme.context.caller
    const versions = () =>
      handrail.database.read(async (reader) => {
        const { published_version_id, draft_version_id } = (await findGuide(reader, workspace_id, guide.id)) ?? {}
        const find = (id: string | null = null) => (id === null ? undefined : findVersion(reader, workspace_id, id))
        return [await find(published_version_id), await find(draft_version_id)]
      })
    const [[first, draft], [again]] = [await versions(), await versions()]
    expect(first?.title).toBe('Getting started')
    expect(again).toBe(first)
    expect(draft?.title).toBe('Second')
    await acme.invoke(updateGuide, { id: guide.id, title: 'Third' })
    expect((await versions())[1]?.title).toBe('Third')
    await acme.invoke(publishGuide, { id: guide.id })
    expect((await versions())[0]?.title).toBe('Third')
  } finally {
    await close()
  }
})
