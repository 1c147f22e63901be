import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { createGuide, getGuideDraft, previewGuide, publishGuide, showGuideDraft, updateGuide } = operations

describe.each(ENGINES)('the preview of a guide on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('shows the draft, or given changes, as to a new contact, and changes nothing', async () => {
    const { acme, other } = instance
    const steps = [
      { title: 'Read', content: { markdown: 'Hello' } },
      { title: 'More', required: false },
    ]
    const { data } = await acme.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
    const before = await acme.invoke(getGuideDraft, { id: data.id })
    const events = (await eventsOf(instance, acme)).length

    const { view, link } = (await acme.invoke(previewGuide, { id: data.id })).data
    expect(link).toMatchObject({ state: 'open', expires_at: null, assignee: null, language: 'en' })
    expect(view).toMatchObject({
      status: 'in_progress',
      progress: { completed_steps: 0, total_steps: 1 },
      guide: { title: 'Start', sections: [{ steps: [{ content: { markdown: 'Hello' } }, {}] }] },
    })

    const sections = [{ title: 'Other', steps: [{ title: 'Only' }] }]
    const changed = (await acme.invoke(previewGuide, { id: data.id, sections, expires_after_days: 3 })).data
    expect(changed.view.guide).toMatchObject({ title: 'Start', sections: [{ title: 'Other' }] })
    expect(changed.link.expires_at).not.toBeNull()

    expect(await acme.invoke(getGuideDraft, { id: data.id })).toEqual(before)
    expect(await eventsOf(instance, acme)).toHaveLength(events)
    await expect(other.invoke(previewGuide, { id: data.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('for a view: the draft as contacts see it, and its changes word by word', async () => {
    const { acme, other } = instance
    const steps = [
      { title: 'Read', content: { markdown: 'Take ten minutes for it.' }, estimated_minutes: 10 },
      { title: 'Of our own', responsible: 'team' as const, internal: true },
    ]
    const { data: created } = await acme.invoke(createGuide, { title: 'Shown', sections: [{ title: 'One', steps }] })
    const { id, sections } = (await acme.invoke(publishGuide, { id: created.id })).data
    const [section] = sections
    const [read, own] = section?.steps ?? []
    if (!section || !read || !own) throw new Error('They are there')
    const changed = { ...read, content: { markdown: 'Take five minutes for it.' }, estimated_minutes: 5 }
    await acme.invoke(updateGuide, { id, description: 'New', sections: [{ ...section, steps: [changed, own] }] })

    const { data } = await acme.invoke(showGuideDraft, { id })
    expect(data).toMatchObject({ step_id: null, version_number: 1, written_by: 'Operator', written_with: null })
    expect(data.view.guide.sections[0]?.steps.map(({ title }) => title)).toEqual(['Read'])
    expect(data.changes).toEqual([
      { kind: 'guide', title: 'Shown', texts: [{ field: 'description', passages: [{ kind: 'added', text: 'New' }] }] },
      {
        ...{ kind: 'changed', id: read.id, title: 'Read', in: ['text', 'minutes'] },
        texts: [
          {
            field: 'text',
            passages: [
              { kind: 'same', text: 'Take ' },
              { kind: 'removed', text: 'ten ' },
              { kind: 'added', text: 'five ' },
              { kind: 'same', text: 'minutes for it.' },
            ],
          },
          {
            field: 'minutes',
            passages: [
              { kind: 'removed', text: '10' },
              { kind: 'added', text: '5' },
            ],
          },
        ],
      },
    ])
    const { data: page } = await acme.invoke(showGuideDraft, { id, step_id: read.id })
    expect([page.step_id, page.changes]).toEqual([read.id, undefined])
    const refused = { code: 'not_found' }
    await expect(acme.invoke(showGuideDraft, { id, step_id: own.id })).rejects.toMatchObject(refused)
    await expect(other.invoke(showGuideDraft, { id })).rejects.toMatchObject(refused)
  })
})
