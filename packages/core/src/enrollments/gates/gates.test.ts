import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../test/instance.ts'
import { moveToLatest } from '../../../test/moves.ts'
import { enrollIn } from '../../../test/team-guide.ts'
import { operations } from '../../index.ts'
import { openDueSections } from '../plan/renewal/open-sections.ts'

const {
  closeSection,
  completeOwnStep,
  completeStep,
  createGuide,
  getEnrollment,
  getEnrollmentSteps,
  listAuditEntries,
  openOwnGuide,
  openSection,
  publishGuide,
  readOwnGuide,
  saveDraft,
  submitForm,
  tickItem,
  updateEnrollment,
  updateEnrollmentStep,
  updateGuide,
  uploadFile,
} = operations

const FORM = { fields: [{ name: 'city', label: 'City of canaries', kind: 'text' as const, required: true }] }

describe.each(ENGINES)('sections that open later on %s', (engine) => {
  let instance: Instance
  let sections: { id: string; steps: { id: string }[] }[]
  let guide_id: string
  beforeAll(async () => {
    instance = await openInstance(engine, { imports: false })
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Go live',
      sections: [
        {
          title: 'Start',
          steps: [{ title: 'Read' }, { title: 'Connect', responsible: 'team' }, { title: 'More', required: false }],
        },
        {
          title: 'Build',
          opens: 'after_previous',
          waiting_message: 'First we connect',
          description: 'Canary of a description',
          steps: [
            { title: 'Canary form', type: 'form', content: FORM },
            { title: 'Canary list', type: 'checklist', content: { items: ['Canary'] } },
            { title: 'Canary file', type: 'file_upload', required: false },
            { title: 'Canary of ours', responsible: 'team' },
          ],
        },
        { title: 'Train', opens: 'by_team', steps: [{ title: 'Canary text', content: { markdown: 'Canary' } }] },
      ],
    })
    const published = (await instance.acme.invoke(publishGuide, { id: data.id })).data
    ;({ id: guide_id, sections } = published)
  })
  afterAll(() => instance.close())

  const sectionAt = (index: number) => sections[index]?.id ?? ''
  const stepAt = (section: number, index: number) => sections[section]?.steps[index]?.id ?? ''

  async function enrolled() {
    const { acme, handrail } = instance
    const { id, access_token } = await enrollIn(acme, guide_id)
    const contact = await handrail.asContact(access_token)
    const steps = async () => (await acme.invoke(getEnrollmentSteps, { id })).data
    return {
      id,
      contact,
      complete: (section: number, index: number) => acme.invoke(completeStep, { id, step_id: stepAt(section, index) }),
      change: (section: number, index: number, changes: object) =>
        acme.invoke(updateEnrollmentStep, { id, step_id: stepAt(section, index), ...changes }),
      open: async (index: number) => (await acme.invoke(openSection, { id, section_id: sectionAt(index) })).data,
      close: async (index: number) => (await acme.invoke(closeSection, { id, section_id: sectionAt(index) })).data,
      states: async () => (await steps()).steps.map(({ state }) => state),
      shown: async () =>
        (await steps()).sections.map(({ opened_at, waits_for }) => [opened_at !== null, waits_for?.kind]),
      waits: async (index: number) => (await steps()).sections[index]?.waits_for,
      seen: async () => (await contact.invoke(readOwnGuide, {})).data.view,
      events: async () => {
        const all = await eventsOf(instance, acme)
        return all.flatMap(({ type, data }) => (data.id === id && type === 'section.opened' ? [data.section] : []))
      },
    }
  }

  test('show their title and what they wait for, and nothing of their steps', async () => {
    const { seen, waits, states } = await enrolled()
    const view = await seen()
    expect(view?.guide.sections.map(({ title, steps }) => [title, steps.length])).toEqual([
      ['Start', 3],
      ['Build', 0],
      ['Train', 0],
    ])
    expect(view?.closed_sections).toEqual([
      {
        section_id: sectionAt(1),
        step_ids: [0, 1, 2, 3].map((index) => stepAt(1, index)),
        waits_for: { kind: 'after_previous', date: null, steps_left: { yours: 1, ours: 1 } },
      },
      {
        section_id: sectionAt(2),
        step_ids: [stepAt(2, 0)],
        waits_for: { kind: 'by_team', date: null, steps_left: { yours: 3, ours: 2 } },
      },
    ])
    expect(view?.guide.sections[1]).toMatchObject({ waiting_message: 'First we connect' })
    expect(JSON.stringify(view).replaceAll('canaries', '')).not.toContain('Canary')
    expect(view?.progress).toMatchObject({ total_steps: 6, current_step_id: stepAt(0, 0) })
    expect(await waits(1)).toMatchObject({ steps_left: { yours: 1, ours: 1 } })
    expect(await states()).toEqual([...Array(3).fill('open'), ...Array(5).fill('closed')])
  })

  test('refuse whatever a contact does in them, and say what they wait for', async () => {
    const { contact } = await enrolled()
    const waits = 'is in a section that opens when the sections before it are done'
    const form = { step_id: stepAt(1, 0), answers: { city: 'Oslo' } }
    await expect(contact.invoke(submitForm, form)).rejects.toThrow(waits)
    await expect(contact.invoke(saveDraft, form)).rejects.toThrow(waits)
    const tick = { step_id: stepAt(1, 1), item: 0, ticked: true }
    await expect(contact.invoke(tickItem, tick)).rejects.toThrow(waits)
    await expect(contact.invoke(completeOwnStep, { step_id: stepAt(2, 0) })).rejects.toThrow(
      'the team has not opened yet',
    )
    await expect(contact.invoke(completeOwnStep, { step_id: stepAt(1, 1) })).rejects.toThrow(waits)
    const content = (async function* () {
      yield new Uint8Array([1])
    })()
    const file = { step_id: stepAt(1, 2), id: crypto.randomUUID(), name: 'a.txt', content }
    await expect(contact.invoke(uploadFile, file)).rejects.toThrow(waits)
  })

  test('open in the transaction that completes the last counted step before them, once', async () => {
    const { contact, complete, change, seen, shown, events, states } = await enrolled()
    await contact.invoke(completeOwnStep, { step_id: stepAt(0, 0) })
    expect(await events()).toEqual([])
    // The next step of the contact is in no closed section.
    expect((await seen())?.progress.current_step_id).toBeNull()
    await complete(0, 1)
    expect(await events()).toEqual([{ id: sectionAt(1), title: 'Build', opened_by: 'steps' }])
    expect((await seen())?.guide.sections.map(({ steps }) => steps.length)).toEqual([3, 4, 0])
    expect((await seen())?.progress.current_step_id).toBe(stepAt(1, 0))
    expect(await shown()).toEqual([
      [false, undefined],
      [true, undefined],
      [false, 'by_team'],
    ])
    // A step that is taken up again does not close it.
    await change(0, 1, { done: false })
    expect((await states())[3]).toBe('open')
    await contact.invoke(submitForm, { step_id: stepAt(1, 0), answers: { city: 'Oslo' } })
    await complete(0, 1)
    expect(await events()).toHaveLength(1)
  })

  test('open when the last step before is skipped', async () => {
    const { contact, change, events } = await enrolled()
    await contact.invoke(completeOwnStep, { step_id: stepAt(0, 0) })
    await change(0, 1, { skipped: true })
    expect(await events()).toHaveLength(1)
  })

  test('are opened by a member, whatever they wait for, and closed again until the customer has looked', async () => {
    const { id, contact, open, close, seen, states, events } = await enrolled()
    expect(await open(2)).toMatchObject({ opened_by: 'system', waits_for: null, can_close: true })
    expect(await open(2)).toMatchObject({ can_close: true })
    expect(await events()).toEqual([{ id: sectionAt(2), title: 'Train', opened_by: 'team' }])
    expect(await close(2)).toMatchObject({ opened_at: null, waits_for: { kind: 'by_team' }, can_close: false })
    await expect(close(2)).rejects.toThrow('was not opened by a member')
    await open(2)
    // Reading the page, as programs do that scan links, is no look.
    await seen()
    expect(await open(2)).toMatchObject({ can_close: true })
    await contact.invoke(openOwnGuide, {})
    await expect(close(2)).rejects.toThrow('stays open: the customer has looked at the guide')
    expect((await states()).at(-1)).toBe('open')
    await contact.invoke(completeOwnStep, { step_id: stepAt(2, 0) })
    const all = (await instance.acme.invoke(listAuditEntries, {})).data
    const entries = all.filter(({ subject_id }) => subject_id === id)
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('section.'))).toEqual([
      'section.opened',
      'section.closed',
      'section.opened',
    ])
    expect(entries[0]).toMatchObject({ details: { section: 'Train', guide: 'Go live' } })
  })

  test('open on their date, once, in whatever process; they say it before, and at reading at the latest', async () => {
    const { acme, clock, handrail } = instance
    const before = clock.now
    const { data: guide } = await acme.invoke(createGuide, {
      title: 'By date',
      sections: [
        { title: 'One', steps: [{ title: 'Read', due: { days: 1, from: 'enrolled' } }] },
        {
          title: 'Two',
          opens: { days: 2, from: 'enrolled' },
          steps: [{ title: 'Build', due: { days: 1, from: 'opened' } }],
        },
      ],
    })
    await acme.invoke(publishGuide, { id: guide.id })
    const { id, access_token } = await enrollIn(acme, guide.id)
    const contact = await handrail.asContact(access_token)
    const closed = async () => (await contact.invoke(readOwnGuide, {})).data.view?.closed_sections
    const dates = async () => (await acme.invoke(getEnrollmentSteps, { id })).data.steps.map(({ due_on }) => due_on)
    const opened = async () =>
      (await eventsOf(instance, acme)).flatMap(({ type, data }) =>
        data.id === id && type === 'section.opened' ? [data.section] : [],
      )
    // Enrolled on a Friday: two working days later is Tuesday.
    expect(await closed()).toMatchObject([{ waits_for: { kind: 'on_date', date: '2026-11-24' } }])
    expect(await dates()).toEqual(['2026-11-23', '2026-11-25'])
    await expect(contact.invoke(completeOwnStep, { step_id: guide.sections[1]?.steps[0]?.id ?? '' })).rejects.toThrow(
      'is in a section that opens on 2026-11-24',
    )
    clock.now = new Date('2026-11-24T00:00:00.000Z')
    expect(await closed()).toEqual([])
    expect(await opened()).toEqual([])
    await Promise.all([
      openDueSections(acme.context, clock.now.toISOString()),
      openDueSections(acme.context, clock.now.toISOString()),
    ])
    await openDueSections(acme.context, clock.now.toISOString())
    expect(await opened()).toEqual([{ id: guide.sections[1]?.id, title: 'Two', opened_by: 'date' }])
    expect((await acme.invoke(getEnrollmentSteps, { id })).data.sections[1]).toMatchObject({
      opened_at: '2026-11-24T00:00:00.000Z',
      opened_by: null,
      waits_for: null,
    })
    expect(await dates()).toEqual(['2026-11-23', '2026-11-25'])

    // In an expired enrollment nothing opens until it is re-opened.
    const other = await enrollIn(acme, guide.id)
    await acme.invoke(updateEnrollment, { id: other.id, status: 'expired' })
    clock.now = new Date('2026-11-30T00:00:00.000Z')
    const isOpen = async () =>
      (await acme.invoke(getEnrollmentSteps, { id: other.id })).data.sections[1]?.waits_for === null
    await openDueSections(acme.context, clock.now.toISOString())
    expect(await isOpen()).toBe(false)
    await acme.invoke(updateEnrollment, { id: other.id, status: 'in_progress' })
    expect(await isOpen()).toBe(true)
    clock.now = before
  })

  test('stay open for an enrollment that moves to a version in which they would be closed', async () => {
    const { acme } = instance
    const step = { title: 'Read' }
    const made = {
      title: 'Way',
      sections: [
        { title: 'One', steps: [step] },
        { title: 'Two', steps: [step] },
      ],
    }
    const { data: guide } = await acme.invoke(createGuide, made)
    await acme.invoke(publishGuide, { id: guide.id })
    const { id } = await enrollIn(acme, guide.id)
    const [one, two] = guide.sections
    const later = { title: 'New', opens: 'after_previous' as const, steps: [step] }
    const gated = [{ ...one }, { ...two, opens: 'by_team' as const }, later]
    await acme.invoke(updateGuide, { id: guide.id, sections: gated as [] })
    await acme.invoke(publishGuide, { id: guide.id })
    await moveToLatest(acme, guide.id)
    const { sections: shown } = (await acme.invoke(getEnrollmentSteps, { id })).data
    expect(shown.map(({ title, waits_for }) => [title, waits_for?.kind])).toEqual([
      ['One', undefined],
      ['Two', undefined],
      ['New', 'after_previous'],
    ])
  })

  test('are no matter of others: a section of another enrollment, guide or workspace is not found', async () => {
    const { id } = await enrolled()
    const nobody = { code: 'not_found' }
    const place = { id, section_id: sectionAt(2) }
    await expect(instance.other.invoke(openSection, place)).rejects.toMatchObject(nobody)
    await expect(instance.acme.invoke(openSection, { ...place, section_id: id })).rejects.toMatchObject(nobody)
  })

  test('can be worked in by members while they are closed; the last counted step completes the enrollment', async () => {
    const { id, complete, events } = await enrolled()
    for (const [section, index] of [
      [1, 0],
      [1, 1],
      [1, 3],
      [2, 0],
      [0, 0],
      [0, 1],
    ] as const)
      await complete(section, index)
    expect(await events()).toEqual([{ id: sectionAt(1), title: 'Build', opened_by: 'steps' }])
    expect((await instance.acme.invoke(getEnrollment, { id })).data).toMatchObject({ status: 'completed' })
  })
})
