import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { addMember, wait } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'

const {
  checkGuideDraft,
  createContact,
  createEnrollment,
  createGuideDraft,
  editGuideDraft,
  getDraftOutline,
  getGuide,
  getGuideDraft,
  previewGuideDraft,
  publishGuideDraft,
  updateGuide,
} = operations

const SECTIONS = [
  {
    title: 'First week',
    steps: [
      { title: 'Invite your colleagues', content: { markdown: 'Press "Invite".' }, estimated_minutes: 5 },
      { title: 'Where is your data?', type: 'form' as const, content: { fields: [] } },
    ],
  },
]

describe.each(ENGINES)('writing guides by operations, on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  const create = async (title: string) => (await acme.invoke(createGuideDraft, { title, sections: SECTIONS })).data
  const outline = async (id: string, include: string[] = []) =>
    (await acme.invoke(getDraftOutline, { id, include })).data

  test('a draft is answered as an outline, and the contents of its steps where they are asked for', async () => {
    const created = await create('Outlined')
    const [section] = created.sections
    const [step, form] = section?.steps ?? []
    expect(created).toMatchObject({ status: 'draft', has_changes: false, steps_count: 2, left_out: [] })
    expect(step).toEqual({
      ...{ id: expect.any(String), title: 'Invite your colleagues', type: 'simple_content', estimated_minutes: 5 },
    })
    expect(await outline(created.id)).toEqual(created)
    const shown = await outline(created.id, [form?.id ?? ''])
    expect(shown.sections[0]?.steps).toEqual([{ ...form, content: { fields: [] } }])
    expect((await outline(created.id, [section?.id ?? ''])).sections[0]?.steps?.[0]?.content).toEqual({
      markdown: 'Press "Invite".',
    })
  })

  test('an outline stays small: steps of the last sections, and contents that do not fit, are left out', async () => {
    const steps = Array.from({ length: 60 }, (_, at) => ({
      title: `Step ${at}`,
      content: { markdown: 'a'.repeat(200) },
    }))
    const sections = [0, 1, 2, 3].map((at) => ({ title: `Section ${at}`, steps }))
    const { data } = await acme.invoke(createGuideDraft, { title: 'Large', sections })
    expect(JSON.stringify(data).length).toBeLessThan(8192)
    expect(data.sections.map((one) => [one.steps_count, one.steps !== undefined])).toEqual([
      ...[
        [60, true],
        [60, false],
        [60, false],
        [60, false],
      ],
    ])
    const shown = await outline(data.id, [data.sections[3]?.id ?? ''])
    expect(shown.left_out.length).toBeGreaterThan(0)
    expect(shown.sections[3]?.steps?.filter(({ content }) => content).length).toBe(60 - shown.left_out.length)
    // What is longer than everything else may be is shown alone.
    const long = {
      title: 'Long',
      sections: [{ title: 'S', steps: [{ title: 'T', content: { markdown: 'b'.repeat(20_000) } }] }],
    }
    const { data: whole } = await acme.invoke(createGuideDraft, long)
    const id = whole.sections[0]?.steps?.[0]?.id ?? ''
    expect((await outline(whole.id, [id])).sections[0]?.steps?.[0]?.content?.markdown).toHaveLength(20_000)
  })

  test('an edit names the revision, answers what it changed, and ids of steps survive', async () => {
    const { id, revision, sections } = await create('Edited')
    const [section] = sections
    const [step, form] = section?.steps ?? []
    const { data } = await acme.invoke(editGuideDraft, {
      ...{ id, revision },
      changes: [
        { action: 'set_step', id: step?.id ?? '', title: 'Invite your team' },
        { action: 'move_step', id: form?.id ?? '', before: step?.id ?? '' },
        { action: 'insert_step', section_id: section?.id ?? '', step: { title: 'Done' } },
      ],
    })
    expect(data.sections[0]?.steps?.map(({ title }) => title)).toEqual([
      'Where is your data?',
      'Invite your team',
      'Done',
    ])
    expect(data.sections[0]?.steps?.slice(0, 2).map((one) => one.id)).toEqual([form?.id, step?.id])
    expect(data.changed.map(({ kind, title }) => `${kind} ${title}`).toSorted()).toEqual([
      ...['added Done', 'changed Invite your team'],
    ])
    expect(data.revision).not.toBe(revision)
    expect((await outline(id)).revision).toBe(data.revision)
  })

  test('an edit with mistakes changes nothing, and names all of them', async () => {
    const { id, revision, sections } = await create('Mistaken')
    const section_id = sections[0]?.id ?? ''
    const unknown = '01900000-0000-7000-8000-000000000000'
    const refused = acme.invoke(editGuideDraft, {
      ...{ id, revision },
      changes: [
        { action: 'insert_step', section_id, step: { title: 'Fine' } },
        { action: 'set_step', id: unknown, title: 'Nothing' },
        { action: 'remove_section', id: unknown },
      ],
    })
    await expect(refused).rejects.toMatchObject({
      code: 'validation_error',
      errors: { 'changes.1.id': expect.anything(), 'changes.2.id': expect.anything() },
    })
    expect((await outline(id)).revision).toBe(revision)
  })

  test('an edit of what somebody else has changed is refused, with the draft as it is and who changed it', async () => {
    const { id, revision, sections } = await create('Contested')
    const { id: ben } = await addMember(instance, 'ben@example.com', 'editor')
    wait(instance, { days: 1 })
    const other = await instance.handrail.asMember(acme.context.caller.workspace_id, ben)
    await other.invoke(editGuideDraft, {
      ...{ id, revision },
      changes: [{ action: 'set_section', id: sections[0]?.id ?? '', title: 'Second week' }],
    })
    const late = acme.invoke(editGuideDraft, {
      ...{ id, revision },
      changes: [{ action: 'remove_section', id: sections[0]?.id ?? '' }],
    })
    await expect(late).rejects.toMatchObject({
      ...{
        code: 'conflict',
        reason: 'draft_changed',
        message: expect.stringMatching(/^The draft has changed since you read it: "ben" changed it /),
      },
      current: { sections: [{ title: 'Second week' }] },
    })
    expect((await acme.invoke(getGuideDraft, { id })).data.sections).toHaveLength(1)
  })

  test('of two edits of one revision at once, one is done', async () => {
    const { id, revision, sections } = await create('Raced')
    const section_id = sections[0]?.id ?? ''
    const edit = (title: string) =>
      acme.invoke(editGuideDraft, { id, revision, changes: [{ action: 'insert_step', section_id, step: { title } }] })
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map(edit))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await outline(id)).steps_count).toBe(3)
  })

  test('a check says what prevents publishing, and what would help', async () => {
    const { id, revision } = await create('Checked')
    const { data } = await acme.invoke(checkGuideDraft, { id })
    expect(data).toMatchObject({ revision, can_be_published: false, problems_count: 1, reading: null, minutes: 5 })
    expect(data.problems).toMatchObject([
      {
        title: 'Where is your data?',
        problem: 'The form has no questions (content.fields).',
        code: 'no_questions',
        prevents_publishing: true,
      },
    ])
    expect(data.advice.map(({ advice }) => advice)).toEqual([
      'Say how many minutes it takes (estimated_minutes).',
      'Say what the answers are used for (content.markdown).',
    ])
    // Views say it in words of their own.
    expect(data.advice.map(({ code }) => code)).toEqual(['no_minutes', 'no_purpose'])
    const team = { title: 'We set it up', responsible: 'team' as const, estimated_minutes: 3 }
    const long = { title: 'Long', estimated_minutes: 3, content: { markdown: 'Word. '.repeat(301) } }
    const steps = [team, long, ...Array.from({ length: 20 }, () => ({ title: 'One', estimated_minutes: 1 }))]
    const { data: many } = await acme.invoke(createGuideDraft, { title: 'Many', sections: [{ title: 'All', steps }] })
    const { data: advised } = await acme.invoke(checkGuideDraft, { id: many.id })
    expect([advised.can_be_published, advised.advice.map(({ advice }) => advice.slice(0, 20))]).toEqual([
      true,
      ['22 steps are many: p', '22 steps: split it i', 'It may be nobody’s: ', '301 words are many f'],
    ])
    expect(advised.advice).toMatchObject([
      { code: 'many_steps', count: 22, limit: 20 },
      { code: 'long_section', count: 22, limit: 10 },
      { code: 'nobody_does' },
      { code: 'many_words', count: 301, limit: 300 },
    ])
  })

  test('a preview says what publishing would change', async () => {
    const { id } = await publishedGuide(acme, 'Previewed')
    expect((await acme.invoke(previewGuideDraft, { id })).data).toMatchObject({ changes: [], changes_count: 0 })
    await acme.invoke(updateGuide, { id, description: 'New' })
    const { data } = await acme.invoke(previewGuideDraft, { id })
    expect(data.changes).toEqual([{ kind: 'guide', title: 'Previewed' }])
    expect(data.url).toMatch(new RegExp(`/w/${acme.context.caller.workspace_id}/guides/${id}$`))
  })

  describe('publishing', () => {
    const publishable = async (title: string) => {
      const { data } = await acme.invoke(createGuideDraft, {
        title,
        sections: [{ title: 'S', steps: [{ title: 'T' }] }],
      })
      return data
    }
    const publish = async (id: string, revision: string, confirmation?: string, bound = acme) =>
      (await bound.invoke(publishGuideDraft, { id, revision, ...(confirmation !== undefined && { confirmation }) }))
        .data

    test('is previewed first, and done with the confirmation, once', async () => {
      const { id } = await publishedGuide(acme, 'Live')
      const { data: contact } = await acme.invoke(createContact, { email: 'p@example.com', first_name: 'P' })
      await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: id })
      const { revision, sections } = await outline(id)
      const changes = [{ action: 'set_section' as const, id: sections[0]?.id ?? '', title: 'Renamed' }]
      const { data: edited } = await acme.invoke(editGuideDraft, { id, revision, changes })
      const preview = await publish(id, edited.revision)
      expect(preview).toMatchObject({
        ...{ published: false, version_number: 1, enrollments_on_their_way: 1, changes_count: 1 },
        changes: [{ kind: 'changed', title: 'Renamed', in: ['title'] }],
      })
      expect((await acme.invoke(getGuide, { id })).data.sections[0]?.title).not.toBe('Renamed')
      const done = await publish(id, edited.revision, preview.confirmation)
      expect([done.published, done.version_number, done.confirmation]).toEqual([true, 2, undefined])
      expect((await acme.invoke(getGuide, { id })).data.sections[0]?.title).toBe('Renamed')
      await expect(publish(id, edited.revision, preview.confirmation)).rejects.toMatchObject({
        ...{ code: 'conflict', reason: 'confirmation_over' },
      })
    })

    test('twice at once with one confirmation is done once', async () => {
      const { id, revision } = await publishable('Twice')
      const { confirmation } = await publish(id, revision)
      const both = await Promise.allSettled([1, 2, 3].map(() => publish(id, revision, confirmation)))
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('is refused with the confirmation of another guide, of another caller, or after ten minutes', async () => {
      const [one, two] = [await publishable('One'), await publishable('Two')]
      const { confirmation } = await publish(one.id, one.revision)
      await expect(publish(two.id, two.revision, confirmation)).rejects.toMatchObject({ reason: 'confirmation_stale' })
      const { id: eva } = await addMember(instance, 'eva@example.com', 'editor')
      const other = await instance.handrail.asMember(acme.context.caller.workspace_id, eva)
      await expect(publish(one.id, one.revision, confirmation, other)).rejects.toMatchObject({
        reason: 'confirmation_over',
      })
      await expect(publish(one.id, one.revision, 'made up')).rejects.toMatchObject({ reason: 'confirmation_over' })
      wait(instance, { minutes: 11 })
      await expect(publish(one.id, one.revision, confirmation)).rejects.toMatchObject({ reason: 'confirmation_over' })
      const again = await publish(one.id, one.revision)
      expect((await publish(one.id, one.revision, again.confirmation)).published).toBe(true)
    })

    test('is refused when the draft has changed since the preview, and when it cannot be published', async () => {
      const { id, revision, sections } = await publishable('Changed')
      const { confirmation } = await publish(id, revision)
      const changes = [{ action: 'set_section' as const, id: sections[0]?.id ?? '', title: 'Else' }]
      await acme.invoke(editGuideDraft, { id, revision, changes })
      await expect(publish(id, revision, confirmation)).rejects.toMatchObject({ reason: 'draft_changed' })
      const unfinished = await create('Unfinished')
      await expect(publish(unfinished.id, unfinished.revision)).rejects.toMatchObject({ code: 'validation_error' })
    })

    test('a caller has at most 50 open confirmations: the oldest go', async () => {
      const { id, revision } = await publishable('Many')
      const first = await publish(id, revision)
      wait(instance, { minutes: 1 })
      for (let count = 0; count < 50; count++) await publish(id, revision)
      await expect(publish(id, revision, first.confirmation)).rejects.toMatchObject({ reason: 'confirmation_over' })
    })
  })
})
