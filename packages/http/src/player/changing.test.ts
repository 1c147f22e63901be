import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, publish } from '../../test/support/player.ts'

const { continueGuideMove, createGuideMove, getEnrollment, publishGuide, runGuideMove, updateGuide } = operations

const field = (name: string, required = false) => ({ name, label: name, kind: 'text' as const, required })
const FORM = { fields: [field('company', true), field('street'), field('city')] }
const ITEMS = { items: ['Coffee', 'Tea', 'Water'] }

describe.each(ENGINES)('a guide that changes while a contact has it open, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, {}, { imports: false })
  })
  afterAll(() => instance.close())

  /** A contact on version 1 of a guide of a text, a form and a checklist. */
  async function opened() {
    const bound = await instance.handrail.asSystem(instance.acme.id)
    const steps = [
      { title: 'Read' },
      { title: 'Tell', type: 'form' as const, content: FORM },
      { title: 'Drink', type: 'checklist' as const, content: ITEMS },
    ]
    const guide = await publish(bound, { title: 'Way', sections: [{ title: 'All', steps }] })
    const { id, path } = await invite(bound, guide.id)
    const [section] = guide.sections
    const [text, form, list] = section?.steps.map(({ position: _place, ...step }) => step) ?? []
    if (!section || !text || !form || !list) throw new Error('The guide lacks its steps')
    /** Publishes a version with these steps, and moves the contact to it. */
    const change = async (changed: object[]) => {
      await bound.invoke(updateGuide, {
        id: guide.id,
        sections: [{ id: section.id, title: 'All', steps: changed as [] }],
      })
      await bound.invoke(publishGuide, { id: guide.id })
      const { data: move } = await bound.invoke(createGuideMove, { id: guide.id })
      const place = { id: guide.id, move_id: move.id }
      while ((await bound.invoke(continueGuideMove, place)).data.status === 'checking');
      await bound.invoke(runGuideMove, place)
      while ((await bound.invoke(continueGuideMove, place)).data.status === 'running');
    }
    const detail = async () => (await bound.invoke(getEnrollment, { id })).data
    return { path, text, form, list, change, detail, ...openLink(instance.app, path) }
  }

  test('a removed step leads to the overview, which says so', async () => {
    const { path, text, form, list, change, get, post } = await opened()
    await change([form, list])
    for (const { statusCode, headers } of [await get(`/steps/${text.id}`), await post(`/steps/${text.id}`)])
      expect([statusCode, headers.location]).toEqual([303, `${path}?removed=1`])
    expect((await post(`/steps/${text.id}`, {}, { accept: 'application/json' })).statusCode).toBe(409)
    expect((await get('?removed=1')).payload).toContain('This step was removed.')
    expect((await get()).payload).not.toContain('This step was removed.')
  })

  test('what was typed into a page of the earlier version goes to its own fields', async () => {
    const { form, list, change, get, post, detail } = await opened()
    const [, fields = ''] = /name="fields" value="([^"]+)"/.exec((await get(`/steps/${form.id}`)).payload) ?? []
    await change([{ ...form, content: { fields: [field('tax', true), field('city'), field('company', true)] } }, list])
    const typed = { fields, f0: 'Oakline', f1: '1 High Street', f2: 'Leeds' }
    const json = { accept: 'application/json' }
    expect((await post(`/steps/${form.id}`, { ...typed, draft: 'f2' }, json)).statusCode).toBe(204)
    const page = (await get(`/steps/${form.id}`)).payload
    expect(page).toMatch(/value="Leeds"[^>]*id="f1"/)
    expect(page).not.toContain('Oakline')
    await post(`/steps/${form.id}`, typed)
    const asked = (await get(`/steps/${form.id}`)).payload
    expect(asked).toMatch(/value="Oakline"[^>]*id="f2"/)
    expect(asked).not.toContain('High Street')
    expect((await detail()).completed_step_ids).toEqual([])
    const now = /name="fields" value="([^"]+)"/.exec(asked)?.[1] ?? ''
    await post(`/steps/${form.id}`, { fields: now, f0: '12/345', f1: 'Leeds', f2: 'Oakline' })
    expect((await detail()).answers[form.id]).toEqual({ tax: '12/345', city: 'Leeds', company: 'Oakline' })
  })

  test('a new required question reopens a form that was sent', async () => {
    const { path, form, list, change, get, post } = await opened()
    await post(`/steps/${form.id}`, { f0: 'Oakline', f1: '', f2: '' })
    expect((await get(`/steps/${form.id}`)).payload).not.toContain('A question was added')
    await change([{ ...form, content: { fields: [...FORM.fields, field('tax', true)] } }, list])
    expect((await get()).payload).toContain(`<a class="go" href="${path}/steps/${form.id}">`)
    const page = (await get(`/steps/${form.id}`)).payload
    expect(page).toContain('A question was added since you sent this.')
    expect(page).toContain('value="Oakline"')
  })

  test('ticks go to the items that were shown; a checklist with a new item is shown again', async () => {
    const { path, form, list, change, get, post } = await opened()
    const place = `/steps/${list.id}`
    const shown = [...(await get(place)).payload.matchAll(/name="tick" value="([^"]+)"/g)].map(([, key = '']) => key)
    await change([form, { ...list, content: { items: ['Milk', 'Water', 'Coffee'] } }])
    expect((await post(place, { tick: shown[2] ?? '', ticked: '1' })).headers.location).toBe(`${path}${place}#item-1`)
    expect((await post(place, { tick: shown[1] ?? '', ticked: '1' })).headers.location).toBe(`${path}${place}`)
    expect((await post(place, { tick: shown[1] ?? '', ticked: '1' }, { accept: 'application/json' })).statusCode).toBe(
      409,
    )
    expect((await get(place)).payload.match(/aria-pressed="true"/g)).toHaveLength(1)
    const refused = await post(place)
    expect([refused.statusCode, refused.headers.location]).toEqual([303, `${path}${place}`])
  })
})
