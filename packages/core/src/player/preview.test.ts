import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { createGuide, getGuideDraft, previewGuide } = operations

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
})
