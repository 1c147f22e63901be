import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'
import { operations } from '../../index.ts'
import type { InputOf } from '../../operation/operation.ts'

const {
  changeGuideDraft,
  completeStep,
  createGuide,
  deleteContact,
  getEnrollmentSteps,
  getGuideDraft,
  removeMember,
  restoreContacts,
  updateEnrollment,
} = operations

describe.each(ENGINES)('the planned steps of an enrollment on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const member = () => anyMember(instance)
  const guideWith = (...steps: Parameters<typeof guideOf>[1][]) => guideOf(instance.acme, ...steps)
  const enroll = (guide_id: string, assignee_id?: string) => enrollIn(instance.acme, guide_id, assignee_id)
  /** The rows of an enrollment, in the order of the given steps. */
  async function rowsOf(id: string, ids: readonly string[]) {
    const rows = await instance.handrail.database.read(({ db, tables: { enrollment_steps: t } }) => db.select().from(t))
    const own = rows.filter(({ enrollment_id }) => enrollment_id === id)
    return own
      .toSorted((a, b) => ids.indexOf(a.step_id) - ids.indexOf(b.step_id))
      .map((row) => ({ at: ids.indexOf(row.step_id), assignee: row.assignee_id, open: row.is_open }))
  }

  test('are those of the team alone; an enrollment in a guide without any has no row', async () => {
    const plain = await guideWith({ title: 'One' }, { title: 'Two' })
    const { id: without } = await enroll(plain.id)
    expect(await rowsOf(without, plain.ids)).toEqual([])
    const guide = await guideWith({ title: 'One' }, { title: 'Two', responsible: 'team' })
    const { id } = await enroll(guide.id)
    expect(await rowsOf(id, guide.ids)).toEqual([{ at: 1, assignee: null, open: true }])
  })

  test('belong to the member of the guide, or to the assignee of the enrollment, also after a change of it', async () => {
    const [robin, jonas, ines] = [await member(), await member(), await member()]
    const guide = await guideWith(
      { title: 'Ours', responsible: 'team' },
      { title: 'Of Jonas', responsible: 'team', assignee_id: jonas },
    )
    const { id } = await enroll(guide.id, robin)
    const assignees = async () => (await rowsOf(id, guide.ids)).map(({ assignee }) => assignee)
    expect(await assignees()).toEqual([robin, jonas])
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: ines })
    expect(await assignees()).toEqual([ines, jonas])
    await instance.acme.invoke(removeMember, { user_id: jonas })
    expect(await assignees()).toEqual([ines, ines])
    await instance.acme.invoke(removeMember, { user_id: ines })
    expect(await assignees()).toEqual([null, null])
    const { id: later } = await enroll(guide.id, robin)
    expect((await rowsOf(later, guide.ids)).map(({ assignee }) => assignee)).toEqual([robin, robin])
  })

  test('name members only: former ones are forgotten where guides are read, and others are refused', async () => {
    const jonas = await member()
    const guide = await guideWith({ title: 'Ours', responsible: 'team', assignee_id: jonas })
    const { id } = await enroll(guide.id)
    const named = async () => {
      const draft = (await instance.acme.invoke(getGuideDraft, { id: guide.id })).data.sections
      const followed = (await instance.acme.invoke(getEnrollmentSteps, { id })).data.sections
      return [draft, followed].map((sections) => sections[0]?.steps[0]?.assignee_id)
    }
    expect(await named()).toEqual([jonas, jonas])
    await instance.acme.invoke(removeMember, { user_id: jonas })
    expect(await named()).toEqual([null, null])
    const refused = (field: string) => ({ codes: { [field]: 'does_not_exist' } })
    const step = { title: 'Ours', responsible: 'team', assignee_id: jonas }
    const section = { title: 'All', steps: [step] }
    type Change = InputOf<typeof changeGuideDraft>['changes'][number]
    const change = (one: Change) => instance.acme.invoke(changeGuideDraft, { id: guide.id, changes: [one] })
    await expect(instance.acme.invoke(createGuide, { title: 'Other', sections: [section] })).rejects.toMatchObject(
      refused('sections.0.steps.0.assignee_id'),
    )
    await expect(change({ action: 'insert_section', section })).rejects.toMatchObject(
      refused('changes.0.section.steps.0.assignee_id'),
    )
    await expect(change({ action: 'set_step', id: guide.ids[0] ?? '', assignee_id: jonas })).rejects.toMatchObject(
      refused('changes.0.assignee_id'),
    )
  })

  test('are open until they are done, or the enrollment is not', async () => {
    const guide = await guideWith(
      { title: 'Ours', responsible: 'team' },
      { title: 'Theirs' },
      { title: 'Ours too', responsible: 'team' },
    )
    const { id, contact_id } = await enroll(guide.id)
    const open = async () => (await rowsOf(id, guide.ids)).map((row) => row.open)
    await instance.acme.invoke(completeStep, { id, step_id: guide.ids[0] ?? '' })
    expect(await open()).toEqual([false, true])
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await open()).toEqual([false, false])
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    expect(await open()).toEqual([false, true])
    await instance.acme.invoke(deleteContact, { id: contact_id })
    expect(await open()).toEqual([false, false])
    await instance.acme.invoke(restoreContacts, { ids: [contact_id] })
    expect(await open()).toEqual([false, true])
    await instance.acme.invoke(updateEnrollment, { id, status: 'completed' })
    expect(await open()).toEqual([false, false])
  })
})
