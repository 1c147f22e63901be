import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, SECRET } from '../../test/instance.ts'
import { finishMove } from '../../test/moves.ts'
import { wait } from '../../test/people.ts'
import { createHandrail, operations } from '../index.ts'

const {
  completeStep,
  continueGuideMove,
  createContact,
  createEnrollment,
  createGuide,
  createGuideMove,
  discardGuideChanges,
  getEnrollment,
  listAuditEntries,
  listGuideMoves,
  listGuideVersions,
  publishGuide,
  runGuideMove,
  submitForm,
  tickItem,
  updateEnrollment,
  updateGuide,
} = operations

const FORM = { fields: [{ name: 'size', label: 'Size', kind: 'text' as const }] }
const ITEMS = { items: ['Coffee', 'Tea', 'Water'] }

describe.each(ENGINES)('moving enrollments to another version on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, { imports: false })
  })
  afterAll(() => instance.close())

  let people = 0
  /** Contacts with started enrollments in a guide of a form, a checklist and a text. */
  async function begun(count = 1) {
    const { acme, handrail } = instance
    const steps = [
      { title: 'Tell', type: 'form' as const, content: FORM },
      { title: 'Drink', type: 'checklist' as const, content: ITEMS },
      { title: 'Read' },
    ]
    const { data: made } = await acme.invoke(createGuide, { title: 'Way', sections: [{ title: 'All', steps }] })
    const { data: guide } = await acme.invoke(publishGuide, { id: made.id })
    const enrolled = []
    for (let each = 0; each < count; each++) {
      const fields = { email: `person-${++people}@example.com`, first_name: 'Pia' }
      const { data: contact } = await acme.invoke(createContact, fields)
      const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
      enrolled.push({ ...data, contact: await handrail.asContact(data.access_token) })
    }
    const [section] = guide.sections
    const [form, list, text] = section?.steps.map(({ position: _place, ...step }) => step) ?? []
    if (!section || !form || !list || !text) throw new Error('The guide lacks its steps')
    /** Saves these steps as the draft. */
    const draw = (steps: object[]) =>
      acme.invoke(updateGuide, { id: guide.id, sections: [{ id: section.id, title: 'All', steps: steps as [] }] })
    return { guide, enrolled, form, list, text, draw }
  }

  const finish = (id: string, move_id: string) => finishMove(instance.acme, id, move_id)

  async function checked(id: string, fields: { draft?: boolean; version_id?: string } = {}) {
    const { data } = await instance.acme.invoke(createGuideMove, { id, ...fields })
    expect(data.status).toBe('checking')
    return finish(id, data.id)
  }

  async function moved(id: string, fields: { version_id?: string } = {}) {
    const { id: move_id } = await checked(id, fields)
    await instance.acme.invoke(runGuideMove, { id, move_id })
    return finish(id, move_id)
  }

  const read = async (id: string) => (await instance.acme.invoke(getEnrollment, { id })).data

  test('a new required question is asked of those who have sent the form, and answers are kept', async () => {
    const { acme } = instance
    const { guide, enrolled, form, list, text, draw } = await begun(4)
    const [sent, marked, all, completed] = enrolled
    const answers = { size: 'Large' }
    for (const one of [sent, all, completed]) await one?.contact.invoke(submitForm, { step_id: form.id, answers })
    await acme.invoke(completeStep, { id: marked?.id ?? '', step_id: form.id })
    for (const step of [list, text]) await acme.invoke(completeStep, { id: completed?.id ?? '', step_id: step.id })
    await acme.invoke(completeStep, { id: all?.id ?? '', step_id: text.id })
    const added = [
      { name: 'tax', label: 'Tax number', kind: 'text', required: true },
      { name: 'note', label: 'Note', kind: 'text' },
    ]
    await draw([{ ...form, content: { fields: [...FORM.fields, ...added] } }, text])
    const dry = await checked(guide.id, { draft: true })
    const reopened = [{ step_id: form.id, title: 'Tell', questions: ['Tax number'], enrollments: 2 }]
    // Only a member has said that the form is done where nobody has sent it.
    expect(dry).toMatchObject({ moved: 3, completed: 0, kept_steps: 2, kept_answers: 2, reopened })
    await acme.invoke(publishGuide, { id: guide.id })
    await acme.invoke(runGuideMove, { id: guide.id, move_id: dry.id })
    expect(await finish(guide.id, dry.id)).toMatchObject({ status: 'done', reopened })
    expect(await read(all?.id ?? '')).toMatchObject({
      status: 'in_progress',
      completed_step_ids: [text.id],
      answers: { [form.id]: answers },
      progress: { current_step_id: form.id },
    })
    expect((await read(marked?.id ?? '')).completed_step_ids).toEqual([form.id])
    expect((await read(completed?.id ?? '')).status).toBe('completed')
    const again = { step_id: form.id, answers: { ...answers, tax: '12/345' } }
    expect((await all?.contact.invoke(submitForm, again))?.data.status).toBe('completed')
  })

  test('ticks follow their items: by their texts, else by their names, and one by one where items are alike', async () => {
    const { acme, database } = { acme: instance.acme, database: instance.handrail.database }
    const { guide, enrolled, list, draw } = await begun()
    const items = ['Coffee\nBlack', 'Tea', 'Tea', 'Water']
    await draw([{ ...list, content: { items } }])
    await acme.invoke(publishGuide, { id: guide.id })
    await moved(guide.id)
    const contact = enrolled[0]?.contact
    for (const item of [0, 2]) await contact?.invoke(tickItem, { step_id: list.id, item, ticked: true })
    const ticked = () =>
      database.read(async ({ db, tables: { step_drafts: t } }) =>
        (await db.select().from(t)).filter(({ step_id }) => step_id === list.id).map(({ content }) => content.ticks),
      )
    await draw([{ ...list, content: { items: ['Water', 'Tea', 'Milk', 'Tea', 'coffee\nWith milk'] } }])
    await acme.invoke(publishGuide, { id: guide.id })
    await moved(guide.id)
    expect(await ticked()).toEqual([[3, 4]])
    // A page that was opened before the move sends the place that the item had.
    await contact?.invoke(tickItem, { step_id: list.id, item: 3, item_text: 'Water', ticked: true })
    expect(await ticked()).toEqual([[0, 3, 4]])
    const gone = { step_id: list.id, item: 0, item_text: 'Cocoa', ticked: true }
    await expect(contact?.invoke(tickItem, gone)).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('a dry run with the draft reports what carries over, is lost or completed, and moves nothing', async () => {
    const { acme } = instance
    const { guide, enrolled, form, list, draw } = await begun(5)
    const [answers, ticks, invited, completed, expired] = enrolled
    await answers?.contact.invoke(submitForm, { step_id: form.id, answers: { size: 'Large' } })
    await ticks?.contact.invoke(tickItem, { step_id: list.id, item: 1, ticked: true })
    await acme.invoke(completeStep, { id: ticks?.id ?? '', step_id: list.id })
    await acme.invoke(updateEnrollment, { id: completed?.id ?? '', status: 'completed' })
    await acme.invoke(updateEnrollment, { id: expired?.id ?? '', status: 'expired' })
    await draw([list])
    const dry = await checked(guide.id, { draft: true })
    expect(dry).toMatchObject({ status: 'checked', seen: 5, moved: 3, completed: 1, kept_steps: 1, kept_answers: 0 })
    expect(dry.lost).toEqual([{ step_id: form.id, title: 'Tell', done: 1, answers: 1, files: 0 }])
    expect((await read(invited?.id ?? '')).total_steps).toBe(3)
    const run = () => acme.invoke(runGuideMove, { id: guide.id, move_id: dry.id })
    await expect(run()).rejects.toMatchObject({ code: 'validation_error', errors: { version_id: [/publish/] } })
    await acme.invoke(publishGuide, { id: guide.id })
    expect((await run()).data).toMatchObject({ status: 'running', moved: 0, seen: 0 })
    await expect(run()).rejects.toMatchObject({ code: 'validation_error' })
    expect(await finish(guide.id, dry.id)).toMatchObject({ ...dry, status: 'done', updated_at: expect.any(String) })
    expect(await read(answers?.id ?? '')).toMatchObject({
      status: 'in_progress',
      progress_percentage: 0,
      completed_step_ids: [],
      answers: { [form.id]: { size: 'Large' } },
    })
    expect(await read(ticks?.id ?? '')).toMatchObject({ status: 'completed', progress_percentage: 100 })
    expect(await read(invited?.id ?? '')).toMatchObject({ status: 'invited', total_steps: 1 })
    for (const stays of [completed, expired]) expect((await read(stays?.id ?? '')).total_steps).toBe(3)
    const told = (await eventsOf(instance, acme)).slice(-4)
    expect(told.map(({ type, data }) => [type, data.id])).toEqual([
      ['enrollment.updated', answers?.id],
      ['enrollment.updated', ticks?.id],
      ['enrollment.completed', ticks?.id],
      ['enrollment.updated', invited?.id],
    ])
    expect((await acme.invoke(listAuditEntries, {})).data[0]).toMatchObject({
      action: 'guide.contacts_moved',
      subject_id: guide.id,
      details: { version: '2', moved: '3' },
    })
    expect(await moved(guide.id)).toMatchObject({ moved: 0, lost: [] })
  })

  test('checked items follow their texts, and moving back restores previous progress', async () => {
    const { acme } = instance
    const { guide, enrolled, form, list, text, draw } = await begun()
    const [one] = enrolled
    for (const key of [1, 2]) await one?.contact.invoke(tickItem, { step_id: list.id, item: key, ticked: true })
    await one?.contact.invoke(submitForm, { step_id: form.id, answers: { size: 'Small' } })
    await draw([{ ...list, content: { items: ['Water', 'Juice', 'Coffee'] } }, text])
    await acme.invoke(publishGuide, { id: guide.id })
    await moved(guide.id)
    const drafts = () =>
      instance.handrail.database.read(async ({ db, tables: { step_drafts: t } }) =>
        (await db.select().from(t)).filter(({ step_id }) => step_id === list.id).map(({ content }) => content.ticks),
      )
    expect(await drafts()).toEqual([[0]])
    expect(await read(one?.id ?? '')).toMatchObject({ progress_percentage: 0, total_steps: 2 })
    const versions = (await acme.invoke(listGuideVersions, { id: guide.id })).data
    expect(await moved(guide.id, { version_id: versions[1]?.id ?? '' })).toMatchObject({
      moved: 1,
      lost: [],
      kept_answers: 1,
    })
    expect(await read(one?.id ?? '')).toMatchObject({ progress_percentage: 33.3, completed_step_ids: [form.id] })
  })

  test('an interrupted move continues in another process, once per enrollment', async () => {
    const { acme, database, files, clock } = instance
    const { guide, enrolled, text, draw } = await begun(120)
    await draw([text])
    await acme.invoke(publishGuide, { id: guide.id })
    const { id } = await checked(guide.id)
    await acme.invoke(runGuideMove, { id: guide.id, move_id: id })
    const before = (await eventsOf(instance, acme)).length
    const { store } = acme.context
    let writes = 0
    // The claim and the first hundred are committed; later transactions fail at their end, as in a crash.
    const write: typeof store.write = (work, options) =>
      store.write(async (tx) => {
        const result = await work(tx)
        writes += 1
        if (writes === 3) throw new Error('pulled')
        return result
      }, options)
    const context = { ...acme.context, store: { ...store, write } }
    await expect(continueGuideMove.run(context, { id: guide.id, move_id: id })).rejects.toThrow('pulled')
    const half = (await acme.invoke(listGuideMoves, { id: guide.id })).data[0]
    expect(half).toMatchObject({ status: 'running', seen: 100, moved: 100 })
    // A retry waits for a while.
    wait(instance, { minutes: 1 })
    const again = await createHandrail({
      database,
      files,
      secret: SECRET,
      now: () => clock.now,
      upkeep: false,
      webhooks: { deliver: false },
      publicUrl: 'https://handrail.example',
    })
    try {
      await expect
        .poll(async () => (await acme.invoke(listGuideMoves, { id: guide.id })).data[0]?.status, { timeout: 60_000 })
        .toBe('done')
    } finally {
      await again.close()
    }
    expect((await acme.invoke(listGuideMoves, { id: guide.id })).data[0]).toMatchObject({ seen: 120, moved: 120 })
    const told = (await eventsOf(instance, acme)).slice(before)
    expect(told.map(({ type, data }) => [type, data.id])).toEqual(enrolled.map(({ id }) => ['enrollment.updated', id]))
  }, 120_000)

  test('a move fails with a reason after three deaths of its process', async () => {
    const { acme, handrail } = instance
    const { guide, text, draw } = await begun()
    await draw([text])
    const { data } = await acme.invoke(createGuideMove, { id: guide.id, draft: true })
    await handrail.database.write(({ db, tables: { guide_moves: t } }) =>
      db.update(t).set({ deaths: 3 }).where(eq(t.id, data.id)),
    )
    expect(await finish(guide.id, data.id)).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/stopped 3 times while processing this/),
    })
  })

  test('a discarded draft and versions of other guides or workspaces are rejected', async () => {
    const { acme, other } = instance
    const { guide, text, draw } = await begun()
    await draw([text])
    const { data } = await acme.invoke(createGuideMove, { id: guide.id, draft: true })
    await acme.invoke(discardGuideChanges, { id: guide.id })
    expect(await finish(guide.id, data.id)).toMatchObject({ status: 'checked', moved: 0 })
    const key = { id: guide.id, move_id: data.id }
    await expect(acme.invoke(runGuideMove, key)).rejects.toMatchObject({ code: 'validation_error' })
    await expect(other.invoke(runGuideMove, key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.invoke(createGuideMove, { id: guide.id })).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = (await begun()).guide
    const [version] = (await acme.invoke(listGuideVersions, { id: elsewhere.id })).data
    await expect(acme.invoke(createGuideMove, { id: guide.id, version_id: version?.id })).rejects.toMatchObject({
      errors: { version_id: ['is not a published version of this guide'] },
    })
    await expect(acme.invoke(runGuideMove, { ...key, id: elsewhere.id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
