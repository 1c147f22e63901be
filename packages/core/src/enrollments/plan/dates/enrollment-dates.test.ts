import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../../test/instance.ts'
import { moveToLatest } from '../../../../test/moves.ts'
import { wait } from '../../../../test/people.ts'
import { operations } from '../../../index.ts'
import { addCalendarDays } from '../../../working-calendar/working-days.ts'

const {
  changeGuideDraft,
  clearStuck,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  getEnrollment,
  getEnrollmentStep,
  getEnrollmentSteps,
  listAuditEntries,
  listEnrollments,
  askQuestion,
  previewStepDate,
  previewTargetDate,
  publishGuide,
  readOwnGuide,
  setWorkingCalendar,
  updateEnrollment,
  updateEnrollmentStep,
  updateGuide,
  updateWorkspace,
} = operations

/** A step that is due some working days after the step before it, or another day. */
const step = (title: string, days: number, from = 'previous') => ({ title, due: { days, from } })

/** Enrolled on a Friday, A is due on Monday, B on Wednesday, C on Thursday, and D, which waits for these, a day after it opens. */
const SECTIONS = [
  { title: 'One', steps: [step('A', 1, 'enrolled'), step('B', 2), step('C', 1)] },
  { title: 'Two', opens: 'after_previous' as const, steps: [step('D', 1, 'opened')] },
]

describe.each(ENGINES)('the dates of enrollments on %s', (engine) => {
  let instance: Instance
  let made = 0
  let friday = ''
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** Noon of the next Friday: times of records never go back. */
  function nextFriday() {
    do wait(instance, { days: 1 })
    while (instance.clock.now.getUTCDay() !== 5)
    friday = instance.clock.now.toISOString().slice(0, 10)
  }
  /** The date some days after that Friday. */
  const on = (days: number) => String(addCalendarDays(friday, days))

  async function published(fields: object = {}) {
    const { acme } = instance
    const { data } = await acme.invoke(createGuide, { title: `Guide ${++made}`, sections: SECTIONS, ...fields })
    return (await acme.invoke(publishGuide, { id: data.id })).data
  }

  /** An enrollment on the next Friday, with its steps by title. @param target days from then to its target */
  async function enrolled({ target }: { target?: number | null } = {}, guideFields: object = {}) {
    nextFriday()
    const { acme } = instance
    const guide = await published(guideFields)
    const { data: contact } = await acme.invoke(createContact, { email: `${++made}@example.com`, first_name: 'A' })
    const dated = target === undefined ? {} : { target_date: target === null ? null : on(target) }
    const given = { contact_id: contact.id, guide_id: guide.id, ...dated }
    const { data } = await acme.invoke(createEnrollment, given)
    const ids = new Map(guide.sections.flatMap(({ steps }) => steps.map(({ id, title }) => [title, id])))
    const place = (title: string) => ({ id: data.id, step_id: ids.get(title) ?? '' })
    const contactOf = await instance.handrail.asContact(data.access_token)
    return { ...data, guide, place, asContact: contactOf }
  }

  const datesOf = async (id: string) => {
    const { data } = await instance.acme.invoke(getEnrollmentSteps, { id })
    return Object.fromEntries(data.steps.map(({ title, due_on }) => [title, due_on]))
  }
  const healthOf = async (id: string) => {
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    return [data.health, data.health_reason?.code ?? null, data.forecast_date]
  }
  const eventsAbout = async (id: string) =>
    (await eventsOf(instance, instance.acme)).filter(({ data }) => data.id === id)

  test('follow from the rules of the guide, and wait for what has not happened', async () => {
    const { id, place } = await enrolled()
    expect(await datesOf(id)).toEqual({ A: on(3), B: on(5), C: on(6), D: null })
    expect(await healthOf(id)).toEqual(['at_risk', 'due_soon', on(7)])
    await instance.acme.invoke(completeStep, place('A'))
    expect(await healthOf(id)).toEqual(['on_track', null, on(7)])
    for (const title of ['B', 'C']) await instance.acme.invoke(completeStep, place(title))
    // The section has opened today, a Friday.
    expect(await datesOf(id)).toEqual({ A: on(3), B: on(5), C: on(6), D: on(3) })
    await instance.acme.invoke(completeStep, place('D'))
    expect(await healthOf(id)).toEqual(['none', null, null])
    const told = (await eventsAbout(id)).filter(({ type }) => type === 'enrollment.health_changed')
    const changeTo = (health: string) => told.find(({ data }) => data.change.after === health)?.data
    const risk = { code: 'due_soon', due_on: on(3) }
    expect(told).toHaveLength(3)
    expect(changeTo('at_risk')).toMatchObject({ health: 'at_risk', health_reason: risk })
    expect(changeTo('at_risk')?.change).toMatchObject({ before: 'on_track', reason: risk })
    expect(changeTo('on_track')?.change).toMatchObject({ before: 'at_risk', reason: null, forecast_date: on(7) })
    expect(changeTo('none')?.change).toMatchObject({ before: 'on_track', reason: null, forecast_date: null })
  })

  test('are none without rules, and then cost no row', async () => {
    const sections = [{ title: 'One', steps: [{ title: 'A' }] }]
    const { id, target_date, health } = await enrolled({}, { sections })
    expect([target_date, health]).toEqual([null, 'none'])
    expect(await healthOf(id)).toEqual(['none', null, null])
    const rows = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.enrollment_steps))
    expect(rows.filter(({ enrollment_id }) => enrollment_id === id)).toEqual([])
    const types = (await eventsAbout(id)).map(({ type }) => type)
    expect(types).toEqual(['enrollment.created'])
  })

  test('have a target by the guide in working days, which can be given, changed and taken away', async () => {
    const sections = [{ title: 'One', steps: [step('Before', -2, 'target'), step('On', 0, 'target')] }]
    const guide = { target_after_days: 5, sections }
    const { id, target_date } = await enrolled({}, guide)
    expect(target_date).toBe(on(7))
    expect(await datesOf(id)).toEqual({ Before: on(5), On: on(7) })
    await instance.acme.invoke(updateEnrollment, { id, target_date: on(26) })
    expect(await datesOf(id)).toEqual({ Before: on(24), On: on(26) })
    await instance.acme.invoke(updateEnrollment, { id, target_date: null })
    expect(await datesOf(id)).toEqual({ Before: null, On: null })
    expect(await healthOf(id)).toEqual(['none', null, null])
    expect((await enrolled({ target: null }, guide)).target_date).toBeNull()
    expect((await enrolled({ target: 34 }, guide)).target_date).toBe(on(34))
    // A guide without dates can have a target too.
    const plain = await enrolled({ target: 34 }, { sections: [{ title: 'One', steps: [{ title: 'A' }] }] })
    expect(await healthOf(plain.id)).toEqual(['on_track', null, null])
  })

  test('are refused before the day of the enrollment, and accepted after it even if they have passed', async () => {
    nextFriday()
    const guide = await published()
    const { data: contact } = await instance.acme.invoke(createContact, {
      email: `${++made}@b.example`,
      first_name: 'B',
    })
    const given = { contact_id: contact.id, guide_id: guide.id, target_date: on(-340) }
    const problem = `is before ${on(0)}, the day on which the contact was enrolled`
    await expect(instance.acme.invoke(createEnrollment, given)).rejects.toMatchObject({
      errors: { target_date: [problem] },
    })
    const { id, place } = await enrolled()
    wait(instance, { days: 10 })
    await instance.acme.invoke(updateEnrollment, { id, target_date: on(7) })
    expect((await healthOf(id))[0]).toBe('late')
    const refused = { errors: { target_date: [`is before ${on(0)}, the day on which the contact was enrolled`] } }
    await expect(instance.acme.invoke(updateEnrollment, { id, target_date: on(-1) })).rejects.toMatchObject(refused)
    await expect(instance.acme.invoke(previewTargetDate, { id, target_date: on(-1) })).rejects.toMatchObject(refused)
    await expect(instance.acme.invoke(updateEnrollmentStep, { ...place('A'), due_on: on(-1) })).rejects.toMatchObject({
      errors: { due_on: [expect.stringContaining(`is before ${on(0)}`)] },
    })
    await expect(instance.acme.invoke(updateEnrollment, { id, target_date: '2026-02-30' })).rejects.toMatchObject({
      errors: { target_date: ['is not a date such as 2026-11-20'] },
    })
  })

  test('are set by hand: others count from them, they stay when others move, and a preview tells what moves', async () => {
    const { id, place } = await enrolled({ target: 6 })
    const preview = (await instance.acme.invoke(previewStepDate, { ...place('B'), due_on: on(6) })).data
    expect(preview).toMatchObject({
      due_on: on(6),
      guide_due_on: on(5),
      working_days: 1,
      steps: [{ title: 'C', due_on_before: on(6), due_on: on(7), days: 1 }],
      forecast_date_before: on(7),
      forecast_date: on(10),
    })
    expect(await datesOf(id)).toMatchObject({ B: on(5) })
    const { data } = await instance.acme.invoke(updateEnrollmentStep, { ...place('B'), due_on: on(6) })
    expect(data).toMatchObject({ due_on: on(6), due_is_manual: true })
    expect(await datesOf(id)).toMatchObject({ A: on(3), B: on(6), C: on(7) })
    await instance.acme.invoke(updateEnrollmentStep, { ...place('A'), due_on: on(10) })
    expect(await datesOf(id)).toMatchObject({ A: on(10), B: on(6), C: on(7) })
    // Cleared, others count from the day on which it is done.
    await instance.acme.invoke(updateEnrollmentStep, { ...place('B'), due_on: null })
    expect(await datesOf(id)).toMatchObject({ B: null, C: null })
    const byGuide = await instance.acme.invoke(updateEnrollmentStep, { ...place('B'), due_is_manual: false })
    expect(byGuide.data).toMatchObject({ due_on: on(12), due_is_manual: false })
    expect((await instance.acme.invoke(getEnrollmentStep, place('B'))).data).toEqual(byGuide.data)
    const both = { ...place('B'), due_on: on(11), due_is_manual: false as const }
    await expect(instance.acme.invoke(updateEnrollmentStep, both)).rejects.toMatchObject({
      codes: { due_is_manual: 'not_together' },
    })
    const { data: entries } = await instance.acme.invoke(listAuditEntries, {})
    const changes = entries.filter(({ action, subject_id }) => action === 'step.date_changed' && subject_id === id)
    expect(changes.map(({ details }) => [details.step, details.due_on])).toEqual([
      ['B', 'guide'],
      ['B', 'none'],
      ['A', on(10)],
      ['B', on(6)],
    ])
  })

  test('can be set by hand in a guide without dates', async () => {
    const { id, place } = await enrolled({}, { sections: [{ title: 'One', steps: [{ title: 'A' }, { title: 'B' }] }] })
    await instance.acme.invoke(updateEnrollmentStep, { ...place('B'), due_on: on(14) })
    expect(await datesOf(id)).toEqual({ A: null, B: on(14) })
    expect(await healthOf(id)).toEqual(['on_track', null, on(14)])
  })

  test('are read by contacts: the target, with the forecast only where it is later, and the dates of steps in open sections', async () => {
    const { asContact, id, place } = await enrolled({ target: 13 })
    const view = async () => (await asContact.invoke(readOwnGuide, {})).data.view
    expect((await view())?.target).toEqual({ date: on(13), forecast_date: null })
    expect((await view())?.plan.map(({ due_on }) => due_on)).toEqual([on(3), on(5), on(6)])
    await instance.acme.invoke(updateEnrollmentStep, { ...place('C'), due_on: on(20) })
    expect((await view())?.target).toEqual({ date: on(13), forecast_date: on(21) })
    await instance.acme.invoke(updateEnrollment, { id, target_date: null })
    expect((await view())?.target).toBeNull()
  })

  test('of a target are previewed with what they move', async () => {
    const sections = [{ title: 'One', steps: [step('Before', -2, 'target'), step('On', 0, 'target')] }]
    const { id } = await enrolled({ target: 25 }, { sections })
    const { data } = await instance.acme.invoke(previewTargetDate, { id, target_date: on(26) })
    expect(data).toMatchObject({ working_days: 1, target_date: on(26), forecast_date: on(26) })
    expect(data.steps.map(({ title }) => title)).toEqual(['Before', 'On'])
    const none = (await instance.acme.invoke(previewTargetDate, { id, target_date: 'none' })).data
    expect(none).toMatchObject({ target_date: null, forecast_date: null })
    const nowhere = { id, step_id: '019aa0f4-7c00-7000-8000-000000000099' }
    await expect(instance.acme.invoke(previewStepDate, nowhere)).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.other.invoke(previewTargetDate, { id, target_date: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('put an enrollment at risk while its contact is stuck, until the step is done or a member clears it', async () => {
    const { id, place, asContact } = await enrolled({ target: 34 })
    const stuck = { step_id: place('B').step_id, reason: 'no_access' as const }
    await asContact.invoke(askQuestion, stuck)
    expect(await healthOf(id)).toMatchObject({ 0: 'at_risk', 1: 'stuck' })
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect(data.health_reason?.message).toBe('The customer is stuck at "B".')
    await instance.acme.invoke(clearStuck, { id })
    expect((await healthOf(id))[1]).not.toBe('stuck')
    await asContact.invoke(askQuestion, stuck)
    expect((await healthOf(id))[1]).toBe('stuck')
    await instance.acme.invoke(completeStep, place('B'))
    expect((await healthOf(id))[1]).not.toBe('stuck')
  })

  test('are computed for another version of the guide, in which manual dates stay', async () => {
    const { id, place, guide } = await enrolled({ target: 34 })
    await instance.acme.invoke(updateEnrollmentStep, { ...place('C'), due_on: on(20) })
    const change = { action: 'set_step' as const, id: place('A').step_id, due: { days: 5, from: 'enrolled' } }
    await instance.acme.invoke(changeGuideDraft, { id: guide.id, changes: [change] })
    await instance.acme.invoke(publishGuide, { id: guide.id })
    expect((await moveToLatest(instance.acme, guide.id)).status).toBe('done')
    expect(await datesOf(id)).toEqual({ A: on(7), B: on(11), C: on(20), D: null })
  })

  test('of a closed enrollment ask nothing, and count again once it is re-opened', async () => {
    const { id } = await enrolled({ target: 34 })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await healthOf(id)).toEqual(['none', null, null])
    wait(instance, { days: 7 })
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    expect((await healthOf(id)).slice(0, 2)).toEqual(['late', 'step_late'])
    const overdue = (await eventsAbout(id)).filter(({ type }) => type === 'step.overdue')
    expect(overdue.map(({ data }) => [data.step.title, data.step.due_on]).toSorted()).toEqual([
      ['A', on(3)],
      ['B', on(5)],
      ['C', on(6)],
    ])
  })

  test('filter and sort lists', async () => {
    const { acme } = instance
    const guide = await published()
    const enroll = async (name: string, target_date: string | null) => {
      const { data: contact } = await acme.invoke(createContact, { email: `${name}@lists.example`, first_name: name })
      const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id, target_date })
      return data.id
    }
    nextFriday()
    const [soon, never, later] = [
      await enroll('soon', on(4)),
      await enroll('never', null),
      await enroll('later', on(20)),
    ]
    const found = async (filters: object) => {
      const { data } = await acme.invoke(listEnrollments, { guide_id: guide.id, ...filters })
      return data.map(({ id }) => id)
    }
    expect(await found({ sort: 'target_date' })).toEqual([soon, later, never])
    expect(await found({ sort: 'target_date', order: 'desc' })).toEqual([never, later, soon])
    expect(await found({ sort: 'target_date', cursor: '' })).toEqual([soon, later, never])
    expect(await found({ target_after: on(4) })).toEqual([later])
    expect(await found({ target_before: on(20) })).toEqual([soon])
    expect(await found({ target_after: on(3), target_before: on(21) })).toEqual([later, soon])
    expect(await found({ health: 'at_risk' })).toEqual([later, never, soon])
    expect(await found({ health: 'late' })).toEqual([])
    await acme.invoke(updateEnrollment, { id: never, status: 'expired' })
    expect(await found({ health: 'none' })).toEqual([never])
    const { data } = await acme.invoke(listEnrollments, { guide_id: guide.id, health: 'at_risk' })
    expect(data.map(({ forecast_date }) => forecast_date)).toEqual([on(7), on(7)])
    const all = (await acme.invoke(listEnrollments, { health: 'none', target_after: '2026-01-01' })).data
    expect(all.every(({ health, target_date }) => health === 'none' && target_date !== null)).toBe(true)
  })

  test('are computed again by the upkeep after a change of the calendar, the time zone or the days to stall', async () => {
    const { id, guide, place } = await enrolled({ target: 34 })
    const { acme, handrail } = instance
    const upkeep = async () => {
      for (let pass = 0; pass < 3; pass++) {
        wait(instance, { minutes: 1 })
        await handrail.upkeep()
      }
    }
    await acme.invoke(setWorkingCalendar, { working_days: [1, 2, 3, 4, 5], holidays: [{ date: on(3) }] })
    expect(await datesOf(id)).toMatchObject({ A: on(3) })
    await upkeep()
    expect(await datesOf(id)).toMatchObject({ A: on(4), B: on(6), C: on(7) })
    await acme.invoke(updateEnrollmentStep, { ...place('C'), due_on: on(11) })
    await acme.invoke(setWorkingCalendar, { working_days: [7], holidays: [] })
    await upkeep()
    expect(await datesOf(id)).toMatchObject({ A: on(2), B: on(16), C: on(11) })
    await acme.invoke(setWorkingCalendar, { working_days: [1, 2, 3, 4, 5, 6, 7], holidays: [] })
    // There it is Saturday already.
    await acme.invoke(updateWorkspace, { time_zone: 'Pacific/Kiritimati' })
    await upkeep()
    expect(await datesOf(id)).toMatchObject({ A: on(2), B: on(4), C: on(11) })
    await acme.invoke(updateWorkspace, { time_zone: 'UTC' })
    await acme.invoke(setWorkingCalendar, { working_days: [1, 2, 3, 4, 5], holidays: [] })
    await acme.invoke(completeStep, place('A'))
    await upkeep()
    expect((await healthOf(id))[0]).toBe('on_track')
    wait(instance, { days: 3 })
    await acme.invoke(updateGuide, { id: guide.id, stalled_after_days: 2 })
    await upkeep()
    expect(await healthOf(id)).toMatchObject({ 0: 'at_risk', 1: 'stalled' })
    const left = await handrail.database.read(({ db, tables }) => db.select().from(tables.date_requests))
    expect(left).toEqual([])
  })
})
