import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'
import type { GivenDraftChanges } from './changes/change.ts'

const { changeGuideDraft, createGuide, duplicateGuide, getGuide, getGuideDraft, publishGuide, updateGuide } = operations

describe.each(ENGINES)('a guide with steps of the team, dates and gates on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })

  /** A draft of two sections with two steps each. */
  async function draft() {
    const steps = (...titles: string[]) => titles.map((title) => ({ title }))
    const { data } = await acme.invoke(createGuide, {
      title: 'Go live',
      sections: [
        { title: 'Connect', steps: steps('Kick-off', 'Connect') },
        { title: 'Launch', steps: steps('Test', 'Launch') },
      ],
    })
    const ids = data.sections.flatMap((section) => section.steps.map(({ id }) => id))
    const [kickOff = '', connect = '', check = '', launch = ''] = ids
    return { id: data.id, sections: data.sections.map(({ id }) => id), kickOff, connect, check, launch }
  }
  const change = async (id: string, ...changes: GivenDraftChanges) =>
    (await acme.invoke(changeGuideDraft, { id, changes })).data

  test('says by default that anyone does a step, at no date, in a section that is open', async () => {
    const { id } = await draft()
    const { data } = await acme.invoke(publishGuide, { id })
    expect(data).toMatchObject({ target_after_days: null, target_label: '' })
    expect(data.sections[0]).toMatchObject({ opens: 'at_once', waiting_message: '' })
    expect(data.sections[0]?.steps[0]).toMatchObject({
      responsible: 'anyone',
      internal: false,
      assignee_id: null,
      due: null,
    })
  })

  test('keeps all of it in the draft and in the published version', async () => {
    const { id, sections, kickOff, launch } = await draft()
    const [, second = ''] = sections
    const due = { days: -2, from: 'target', calendar_days: true }
    await change(
      id,
      { action: 'set_step', id: kickOff, responsible: 'team', internal: true, due: { days: 0, from: 'enrolled' } },
      { action: 'set_step', id: launch, due },
      { action: 'set_section', id: second, opens: 'after_previous', waiting_message: 'Connect first.' },
    )
    await acme.invoke(updateGuide, { id, target_after_days: 30, target_label: 'Go-live' })
    await acme.invoke(publishGuide, { id })
    const { data } = await acme.invoke(getGuide, { id })
    expect(data).toMatchObject({ target_after_days: 30, target_label: 'Go-live' })
    expect(data.sections[0]?.steps[0]).toMatchObject({
      responsible: 'team',
      internal: true,
      due: { days: 0, from: 'enrolled' },
    })
    expect(data.sections[1]).toMatchObject({ opens: 'after_previous', waiting_message: 'Connect first.' })
    expect(data.sections[1]?.steps[1]?.due).toEqual(due)
    const cleared = await change(id, { action: 'set_step', id: launch, due: null })
    expect(cleared.sections[1]?.steps[1]?.due).toBe(null)
    expect((await acme.invoke(updateGuide, { id, target_after_days: null })).data.target_after_days).toBe(null)
  })

  test('is internal or has an assignee only in steps of the team', async () => {
    const { id, kickOff } = await draft()
    await expect(change(id, { action: 'set_step', id: kickOff, internal: true })).rejects.toEqual(
      refused({ 'changes.0.internal': 'wrong_state' }),
    )
    const step = { title: 'Secret', internal: true }
    await expect(acme.invoke(updateGuide, { id, sections: [{ title: 'One', steps: [step] }] })).rejects.toEqual(
      refused({ 'sections.0.steps.0.internal': 'wrong_state' }),
    )
    const inserted = { action: 'insert_section' as const, section: { title: 'New', steps: [step] } }
    await expect(change(id, inserted)).rejects.toEqual(refused({ 'changes.0.section.steps.0.internal': 'wrong_state' }))
    const { id: assignee_id } = await newMember(acme)
    await change(id, { action: 'set_step', id: kickOff, responsible: 'team', internal: true, assignee_id })
    const { sections } = await change(id, { action: 'set_step', id: kickOff, responsible: 'anyone' })
    expect(sections[0]?.steps[0]).toMatchObject({ responsible: 'anyone', internal: false, assignee_id: null })
  })

  test('cannot be published while a date counts from itself or from no step', async () => {
    const { id, sections, kickOff, connect, check } = await draft()
    const [first = ''] = sections
    await change(
      id,
      { action: 'set_step', id: kickOff, due: { days: 1, from: 'previous' } },
      { action: 'set_step', id: connect, due: { days: 1, from: check } },
      { action: 'set_step', id: check, due: { days: 1, from: connect } },
      { action: 'set_section', id: first, opens: { days: 1, from: '019aa0f4-7c00-7000-8000-000000000001' } },
    )
    await expect(acme.invoke(publishGuide, { id })).rejects.toMatchObject({
      codes: {
        'sections.0.opens.from': 'does_not_exist',
        'sections.0.steps.0.due.from': 'does_not_exist',
        'sections.0.steps.1.due': 'wrong_state',
      },
      errors: { 'sections.0.steps.1.due': ['counts from itself, by way of "Connect", "Test"'] },
    })
  })

  test('cannot be published without a step that contacts see', async () => {
    const steps = [{ title: 'Only us', responsible: 'team', internal: true }]
    const { data } = await acme.invoke(createGuide, { title: 'Hidden', sections: [{ title: 'One', steps }] })
    await expect(acme.invoke(publishGuide, { id: data.id })).rejects.toEqual(refused({ sections: 'empty' }))
  })

  test('counts from the copies of its steps when it is duplicated', async () => {
    const { id, sections, kickOff, connect } = await draft()
    const [, second = ''] = sections
    await change(
      id,
      { action: 'set_step', id: connect, due: { days: 1, from: kickOff } },
      { action: 'set_section', id: second, opens: { days: 2, from: connect } },
    )
    const copy = (await acme.invoke(duplicateGuide, { id, title: 'Copy' })).data
    const [one, two] = copy.sections[0]?.steps ?? []
    expect(one?.id).not.toBe(kickOff)
    expect(two?.due).toEqual({ days: 1, from: one?.id })
    expect(copy.sections[1]?.opens).toEqual({ days: 2, from: two?.id })
    expect((await acme.invoke(getGuideDraft, { id })).data.sections[0]?.steps[1]?.due?.from).toBe(kickOff)
  })
})
