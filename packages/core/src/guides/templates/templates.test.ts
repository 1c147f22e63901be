import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { INTERFACE_LANGUAGES } from '../../contract/contract.ts'
import { operations } from '../../index.ts'
import { TEMPLATE_NAMES } from './template.ts'

const { checkGuideDraft, createGuideDraft, listGuideTemplates } = operations

describe.each(INTERFACE_LANGUAGES)('templates of guides in %s', (language) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
  })
  afterAll(() => instance.close())

  test('are listed as outlines of at most 8 KB', async () => {
    const { data } = await instance.acme.invoke(listGuideTemplates, { language })
    expect(data.map(({ name }) => name)).toEqual(TEMPLATE_NAMES)
    expect(JSON.stringify(data).length).toBeLessThan(8192)
    expect(data.flatMap(({ sections }) => sections.flatMap(({ steps }) => steps)).some(({ content }) => content)).toBe(
      false,
    )
  })

  test.each(TEMPLATE_NAMES)('%s is created as it is, and is finished but for its placeholders', async (name) => {
    const { data } = await instance.acme.invoke(listGuideTemplates, { language, name })
    const [template] = data
    const { title = '', description, sections } = template ?? {}
    const { data: draft } = await instance.acme.invoke(createGuideDraft, { title, description, sections } as never)
    const { data: checked } = await instance.acme.invoke(checkGuideDraft, { id: draft.id })
    expect(checked.can_be_published).toBe(true)
    expect(
      checked.problems.every(({ problem }) => problem.startsWith('It has a text that is still to be written')),
    ).toBe(true)
  })
})
