import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'
import type { FormField } from './form-field.ts'

type Field = Omit<FormField, 'required'>

const { archiveGuide, createGuide, getGuide, getGuideDraft, listGuides, previewGuide, publishGuide, updateGuide } =
  operations

describe.each(ENGINES)('guides on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('a published guide contains sections and steps with positions from 0', async () => {
    const guide = await publishedGuide(instance.acme)
    const { data } = await instance.acme.invoke(getGuide, { id: guide.id })
    expect(data).toMatchObject({
      status: 'published',
      sections_count: 2,
      steps_count: 3,
      published_at: '2026-11-20T12:00:00.000Z',
      sections: [
        {
          title: 'Account',
          description: '',
          position: 0,
          steps: [
            { title: 'Sign in', position: 0, type: 'simple_content', content: { markdown: '# Hello' } },
            { title: 'Invite somebody', position: 1 },
          ],
        },
        { title: 'Data', position: 1, steps: [{ position: 0, type: 'video' }] },
      ],
    })
  })

  test('drafts and archived guides are neither listed nor readable', async () => {
    const { data: draft } = await instance.acme.invoke(createGuide, {
      title: 'Draft',
      sections: [{ title: 'S', steps: [{ title: 'T' }] }],
    })
    const archived = await publishedGuide(instance.acme, 'Archived')
    await instance.acme.invoke(archiveGuide, { id: archived.id })
    const listed = (await instance.acme.invoke(listGuides, {})).data
    expect(listed.map(({ status }) => status)).toEqual(listed.map(() => 'published'))
    expect(listed.map(({ title }) => title)).not.toContain('Draft')
    for (const { id } of [draft, archived])
      await expect(instance.acme.invoke(getGuide, { id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.acme.invoke(archiveGuide, { id: draft.id })).rejects.toMatchObject({
      errors: { status: ['cannot change from draft to archived'] },
    })
    expect((await instance.acme.invoke(publishGuide, { id: archived.id })).data.status).toBe('published')
  })

  test('changes of a draft are visible once published, and steps keep their ids', async () => {
    const guide = await publishedGuide(instance.acme, 'Versioned')
    const [first] = guide.sections
    const sections = [{ ...first, title: 'Renamed', steps: first?.steps.slice(0, 1) }].map((section) => ({
      id: section.id ?? '',
      title: section.title,
      steps: (section.steps ?? []).map(({ id, title, type, content }) => ({ id, title, type, content })),
    }))
    await instance.acme.invoke(updateGuide, { id: guide.id, title: 'Second', sections })
    expect((await instance.acme.invoke(getGuide, { id: guide.id })).data).toEqual(guide)
    await instance.acme.invoke(publishGuide, { id: guide.id })
    const { data } = await instance.acme.invoke(getGuide, { id: guide.id })
    expect(data).toMatchObject({ title: 'Second', sections_count: 1, steps_count: 1 })
    expect(data.sections[0]?.steps[0]?.id).toBe(first?.steps[0]?.id)
    expect((await eventTypesOf(instance, instance.acme)).at(-1)).toBe('guide.published')
  })

  test('publishing requires unique names of form fields and the attributes of their kind', async () => {
    const field = { name: 'a', label: 'A', kind: 'text' as const }
    const key = 'sections.0.steps.0.content.fields'
    const cases: [Field[], string, string][] = [
      [[field, field], '1.name', 'is the name of another field'],
      [[{ ...field, label: ' ' }], '0.label', "can't be blank"],
      [[{ ...field, kind: 'choice' }], '0.options', "can't be empty in a field of kind choice"],
      [[{ ...field, kind: 'multiple_choice', options: ['A', 'A'] }], '0.options', 'contains an option twice'],
      [[{ ...field, kind: 'number', min: 2, max: 1 }], '0.min', 'is greater than max'],
      [[{ ...field, kind: 'date', earliest: '2026-12-02', latest: '2026-12-01' }], '0.earliest', 'is after latest'],
    ]
    for (const [fields, at, problem] of cases) {
      const sections = [{ title: 'S', steps: [{ title: 'F', type: 'form' as const, content: { fields } }] }]
      const { data } = await instance.acme.invoke(createGuide, { title: 'G', sections })
      await expect(instance.acme.invoke(publishGuide, { id: data.id })).rejects.toMatchObject({
        errors: { [`${key}.${at}`]: [problem] },
      })
    }
    const steps = [{ title: 'F', type: 'form' as const, content: { fields: [{ ...field, name: '__proto__' }] } }]
    await expect(
      instance.acme.invoke(createGuide, { title: 'G', sections: [{ title: 'S', steps }] }),
    ).rejects.toMatchObject({ errors: { [`${key}.0.name`]: ['is not a valid field name'] } })
  })

  test('a draft takes steps that are not finished, and publishing reports all of them together', async () => {
    const { acme } = instance
    const steps = [
      { title: 'V', type: 'video' as const },
      { title: 'F', type: 'form' as const },
      { title: 'C', type: 'checklist' as const, content: { items: ['One', ' '] } },
      { title: 'L', type: 'link' as const, content: { url: 'javascript:alert(1)' } },
      { title: '' },
    ]
    const { data } = await acme.invoke(createGuide, { title: 'Begun', sections: [{ title: ' ', steps }] })
    const draft = (await acme.invoke(getGuideDraft, { id: data.id })).data
    expect(draft.sections[0]?.steps.map(({ title, content }) => [title, content])).toEqual([
      ['V', {}],
      ['F', {}],
      ['C', { items: ['One', ''] }],
      ['L', { url: 'javascript:alert(1)' }],
      ['', {}],
    ])
    await expect(acme.invoke(publishGuide, { id: data.id })).rejects.toMatchObject({
      errors: {
        'sections.0.title': ["can't be blank"],
        'sections.0.steps.0.content.url': ["can't be blank in a step of type video"],
        'sections.0.steps.1.content.fields': ["can't be blank in a step of type form"],
        'sections.0.steps.2.content.items.1': ["can't be blank"],
        'sections.0.steps.3.content.url': ['is not a web address (http or https)'],
        'sections.0.steps.4.title': ["can't be blank"],
      },
    })
    expect((await acme.invoke(getGuideDraft, { id: data.id })).data).toEqual(draft)
    const { view } = (await acme.invoke(previewGuide, { id: data.id })).data
    expect(view.guide.sections[0]?.steps[3]?.content.url).toBeUndefined()
  })

  test('publishing leaves out invalid content of another type, which remained when somebody chose another one', async () => {
    const content = { markdown: 'Read', url: 'www.example.com', items: ['', 'One'] }
    const sections = [{ title: 'S', steps: [{ title: 'Read this', content }] }]
    const { data } = await instance.acme.invoke(createGuide, { title: 'Changed type', sections })
    const published = (await instance.acme.invoke(publishGuide, { id: data.id })).data
    expect(published.sections[0]?.steps[0]?.content).toEqual({ markdown: 'Read' })
  })

  test('a draft has a title, steps to publish, bounds of its texts, and no id twice', async () => {
    const { acme } = instance
    await expect(acme.invoke(createGuide, { title: ' ' })).rejects.toMatchObject({
      errors: { title: ["can't be blank"] },
    })
    const { data } = await acme.invoke(createGuide, { title: 'Empty' })
    await expect(acme.invoke(publishGuide, { id: data.id })).rejects.toMatchObject({
      errors: { sections: ['must have at least one step'] },
    })
    const long = { title: 'x'.repeat(256), content: { url: `https://a.example/${'x'.repeat(2048)}` } }
    await expect(
      acme.invoke(createGuide, { title: 'Long', sections: [{ title: 'S', steps: [long] }] }),
    ).rejects.toMatchObject({
      errors: {
        'sections.0.steps.0.title': ['is too long (maximum is 255 characters)'],
        'sections.0.steps.0.content.url': ['is too long (maximum is 2048 characters)'],
      },
    })
    const twice = '00000000-0000-7000-8000-000000000001'
    const repeated = [
      {
        title: 'S',
        steps: [
          { id: twice, title: 'A' },
          { id: twice, title: 'B' },
        ],
      },
    ]
    await expect(acme.invoke(createGuide, { title: 'Twice', sections: repeated })).rejects.toMatchObject({
      errors: { 'sections.0.steps.1.id': ['is also that of sections.0.steps.0.id'] },
    })
  })
})

test.each(ENGINES)(
  'the hosts of embedded pages on %s: those known, and those that the operator names',
  async (engine) => {
    const instance = await openInstance(engine, { embedHosts: ['Help.Example.com', 'calendly.com'] })
    try {
      const { data } = await instance.acme.invoke(operations.listEmbedHosts, {})
      expect(data.filter((host) => ['help.example.com', 'calendly.com', 'loom.com'].includes(host))).toEqual([
        'calendly.com',
        'loom.com',
        'help.example.com',
      ])
    } finally {
      await instance.close()
    }
  },
)
