import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'

const {
  archiveGuide,
  changeWorkspacePlan,
  chooseLanguage,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  deleteContact,
  deleteEnrollment,
  getContact,
  getEnrollment,
  listContacts,
  openOwnGuide,
  publishGuide,
  readOwnGuide,
  saveDraft,
  submitForm,
  submitScore,
  tickItem,
  updateEnrollment,
  updateWorkspace,
  uploadFile,
} = operations

const FORM = [
  { name: 'size', label: 'How many are you?', kind: 'number' as const, required: true, min: 1, max: 500 },
  { name: 'team', label: 'Which team?', kind: 'choice' as const, options: ['Sales', 'Support'] },
  { name: 'days', label: 'When?', kind: 'multiple_choice' as const, options: ['Mon', 'Tue', 'Wed'], max: 2 },
  { name: 'start', label: 'From when?', kind: 'date' as const, earliest: '2026-12-01' },
  { name: 'phone', label: 'Telephone', kind: 'tel' as const },
  { name: 'site', label: 'Web site', kind: 'url' as const },
  { name: 'note', label: 'Note', kind: 'paragraph' as const, max_length: 20 },
  { name: 'agreed', label: 'I have read it', kind: 'consent' as const, required: true },
]

describe.each(ENGINES)('following a guide on %s', (engine) => {
  let instance: Instance
  let steps: Record<'read' | 'form' | 'list' | 'upload' | 'more', string>
  let guide_id: string
  let people = 0
  const began = new Date('2026-11-20T12:00:00.000Z')
  const sections = [
    {
      title: 'One',
      steps: [
        { title: 'Read', content: { markdown: 'Hello' }, estimated_minutes: 3 },
        { title: 'Tell', type: 'form' as const, content: { fields: FORM } },
        { title: 'Tick', type: 'checklist' as const, content: { items: ['This', 'That\nbecause'] } },
        { title: 'Upload', type: 'file_upload' as const, content: { accept: ['application/pdf', '.txt', 'image/*'] } },
      ],
    },
    { title: 'Two', steps: [{ title: 'More', required: false }] },
  ]

  async function published(title = 'Start') {
    const fields = { title, completion_message: 'Well **done**', sections }
    const { data } = await instance.acme.invoke(createGuide, fields)
    return (await instance.acme.invoke(publishGuide, { id: data.id })).data
  }

  beforeAll(async () => {
    instance = await openInstance(engine)
    const guide = await published()
    guide_id = guide.id
    const [read = '', form = '', list = '', upload = '', more = ''] = guide.sections.flatMap((section) =>
      section.steps.map(({ id }) => id),
    )
    steps = { read, form, list, upload, more }
  })
  beforeEach(() => {
    instance.clock.now = began
  })
  afterAll(() => instance.close())

  async function enrolled(guide = guide_id) {
    const { data: contact } = await instance.acme.invoke(createContact, {
      email: `p${++people}@example.com`,
      first_name: 'Pia',
    })
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide })
    return { id: data.id, contact_id: contact.id, me: await instance.handrail.asContact(data.access_token) }
  }
  const types = async (id: string) =>
    (await eventsOf(instance, instance.acme)).filter(({ data }) => data.id === id).map(({ type }) => type)
  const read = async (me: Bound) => (await me.invoke(readOwnGuide, {})).data
  const viewed = async (me: Bound) => (await read(me)).view
  const pdf = () => ({ name: 'plan.pdf', content: Readable.from([Buffer.from('%PDF')]) })
  const right = { size: 3, team: 'Sales', days: ['Tue'], start: '2026-12-24', agreed: true }

  test('a contact completes a guide from the first view to the score, with every event', async () => {
    const { id, me } = await enrolled()
    await me.invoke(completeOwnStep, { step_id: steps.read })
    const answered = await me.invoke(submitForm, { step_id: steps.form, answers: right })
    expect(answered.data).toMatchObject({ status: 'in_progress', progress: { percentage: 50, total_steps: 4 } })
    for (const item of [1, 0]) await me.invoke(tickItem, { step_id: steps.list, item, ticked: true })
    await me.invoke(completeOwnStep, { step_id: steps.list })
    await me.invoke(uploadFile, { step_id: steps.upload, ...pdf() })
    await me.invoke(completeOwnStep, { step_id: steps.upload })
    await me.invoke(submitScore, { score: 6, comment: 'Smooth' })
    await me.invoke(completeOwnStep, { step_id: steps.more })
    const first = ['enrollment.created', 'enrollment.started', 'guide.viewed']
    const step = ['step.completed', 'enrollment.updated']
    const last = ['file.uploaded', 'step.completed', 'section.completed', 'enrollment.completed', 'ces.submitted']
    const optional = ['step.completed', 'section.completed']
    expect(await types(id)).toEqual([...first, ...step, ...step, ...step, ...last, ...optional])
    expect(await viewed(me)).toMatchObject({
      status: 'completed',
      first_name: 'Pia',
      answers: { [steps.form]: right },
      files: [{ name: 'plan.pdf', bytes: 4 }],
      progress: { percentage: 100, completed_steps: 4, total_steps: 4 },
      guide: { title: 'Start', completion_message: 'Well **done**' },
      asks_effort: true,
      ces_score: 6,
    })
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect(data).toMatchObject({ status: 'completed', ces_score: 6, ces_comment: 'Smooth', total_steps: 4 })
    const told = (await eventsOf(instance, instance.acme)).find(({ type }) => type === 'ces.submitted')
    expect(told?.data).toMatchObject({ ces: { score: 6, comment: 'Smooth' }, contact: { first_name: 'Pia' } })
  })

  test('reading changes nothing; actions record one view a day in the time zone of the workspace', async () => {
    const { id, me } = await enrolled()
    const seen = await read(me)
    expect(seen).toMatchObject({ link: { state: 'open', workspace: { name: 'Acme' } }, view: { status: 'invited' } })
    expect(JSON.stringify(seen)).not.toContain('access_token')
    expect(await types(id)).toEqual(['enrollment.created'])
    await instance.acme.invoke(updateWorkspace, { time_zone: 'Asia/Tokyo' })
    instance.clock.now = new Date('2026-11-20T13:00:00.000Z')
    await Promise.all([1, 2, 3].map(() => me.invoke(openOwnGuide, {})))
    await me.invoke(completeOwnStep, { step_id: steps.read })
    const begun = ['enrollment.created', 'enrollment.started', 'guide.viewed', 'step.completed', 'enrollment.updated']
    expect(await types(id)).toEqual(begun)
    instance.clock.now = new Date('2026-11-20T14:59:00.000Z')
    await me.invoke(openOwnGuide, {})
    expect(await types(id)).toEqual(begun)
    instance.clock.now = new Date('2026-11-20T15:01:00.000Z')
    await me.invoke(openOwnGuide, {})
    expect(await types(id)).toEqual([...begun, 'guide.viewed'])
  })

  test('without required steps all steps count; completing an enrollment completes the counted steps', async () => {
    const optional = (title: string) => ({ title, required: false })
    const make = async (steps: { title: string; required?: boolean }[]) => {
      const { data } = await instance.acme.invoke(createGuide, { title: 'G', sections: [{ title: 'S', steps }] })
      const { sections: made } = (await instance.acme.invoke(publishGuide, { id: data.id })).data
      const { id, me } = await enrolled(data.id)
      return { id, me, ids: made.flatMap((section) => section.steps.map((step) => step.id)) }
    }
    const all = await make([optional('A'), optional('B')])
    expect((await all.me.invoke(completeOwnStep, { step_id: all.ids[0] ?? '' })).data).toMatchObject({
      status: 'in_progress',
      progress: { percentage: 50, current_step_id: all.ids[1] },
    })
    const done = await all.me.invoke(completeOwnStep, { step_id: all.ids[1] ?? '' })
    expect(done.data.status).toBe('completed')
    const some = await make([optional('A'), { title: 'B' }])
    await instance.acme.invoke(updateEnrollment, { id: some.id, status: 'completed' })
    const { data } = await instance.acme.invoke(getEnrollment, { id: some.id })
    expect([data.completed_step_ids, data.total_steps]).toEqual([[some.ids[1]], 1])
  })

  test('a step completed by two devices at once is completed once', async () => {
    const { id, me } = await enrolled()
    const twice = [1, 2].map(() => me.invoke(completeOwnStep, { step_id: steps.read }))
    const form = [1, 2].map(() => me.invoke(submitForm, { step_id: steps.form, answers: right }))
    await Promise.all([...twice, ...form])
    await Promise.all([1, 2].map(() => me.invoke(submitScore, { score: 2 })))
    const found = (await types(id)).slice(1).sort()
    const told = ['enrollment.started', 'enrollment.updated', 'enrollment.updated', 'guide.viewed']
    expect(found).toEqual(['ces.submitted', ...told, 'step.completed', 'step.completed'])
  })

  test('all problems of a form are reported at once, and nothing is stored', async () => {
    const { me } = await enrolled()
    const answers = {
      size: 501,
      team: 'Nobody',
      days: ['Mon', 'Tue', 'Wed'],
      start: '2026-11-30',
      phone: 'none',
      site: 'javascript:alert(1)',
      note: 'more than twenty letters',
      agreed: false,
      extra: 1,
    }
    await expect(me.invoke(submitForm, { step_id: steps.form, answers })).rejects.toMatchObject({
      errors: {
        size: ['must be at most 500'],
        team: ['must be one of Sales, Support'],
        days: ['has too few or too many options'],
        start: ['is too early or too late'],
        phone: ['is not a telephone number'],
        site: ['is not a web address (http or https)'],
        note: ['is too long (maximum is 20 characters)'],
        agreed: ['must be checked'],
        extra: ['is not a known field'],
      },
    })
    const refused = me.invoke(submitForm, { step_id: steps.form, answers: {} })
    await expect(refused).rejects.toMatchObject({ errors: { size: ["can't be blank"], agreed: ['must be checked'] } })
    expect(await viewed(me)).toMatchObject({ answers: {}, completed_step_ids: [], status: 'invited' })
  })

  test('form drafts are stored unvalidated until submission, from several devices', async () => {
    const { me } = await enrolled()
    const draft = (answers: Record<string, string | boolean | string[]>) =>
      me.invoke(saveDraft, { step_id: steps.form, answers })
    await Promise.all([draft({ size: 'thre' }), draft({ agreed: true, days: ['Mon'] })])
    expect((await viewed(me))?.drafts).toEqual({
      [steps.form]: { answers: { size: 'thre', agreed: true, days: ['Mon'] } },
    })
    await expect(draft({ other: '1' })).rejects.toMatchObject({ errors: { other: ['is not a known field'] } })
    await me.invoke(submitForm, { step_id: steps.form, answers: right })
    expect((await viewed(me))?.drafts).toEqual({})
  })

  test('each checked item is stored; the checklist can be completed when all are checked', async () => {
    const { me } = await enrolled()
    const tick = (item: number, ticked = true) => me.invoke(tickItem, { step_id: steps.list, item, ticked })
    await Promise.all([tick(0), tick(1)])
    expect((await tick(1)).data).toEqual({ ticks: [0, 1], items: 2 })
    expect((await tick(0, false)).data).toEqual({ ticks: [1], items: 2 })
    await expect(tick(2)).rejects.toMatchObject({ errors: { item: ['does not exist'] } })
    await expect(me.invoke(completeOwnStep, { step_id: steps.list })).rejects.toMatchObject({
      errors: { step_id: ['has unchecked items'] },
    })
    await tick(0)
    expect((await me.invoke(completeOwnStep, { step_id: steps.list })).data.completed_step_ids).toEqual([steps.list])
  })

  test('a step is completed only in the way of its type', async () => {
    const { me } = await enrolled()
    const refused = (problem: string) => ({ errors: { step_id: [expect.stringContaining(problem)] } })
    await expect(me.invoke(completeOwnStep, { step_id: steps.form })).rejects.toMatchObject(refused('form'))
    await expect(me.invoke(completeOwnStep, { step_id: steps.upload })).rejects.toMatchObject(refused('file'))
    await expect(me.invoke(submitForm, { step_id: steps.read, answers: {} })).rejects.toMatchObject(
      refused('not a form'),
    )
    await expect(me.invoke(uploadFile, { step_id: steps.read, ...pdf() })).rejects.toMatchObject(
      refused('not a file upload step'),
    )
    const exe = { name: 'a.exe', content: Readable.from([Buffer.from('MZ, and what follows')]) }
    await expect(me.invoke(uploadFile, { step_id: steps.upload, ...exe })).rejects.toMatchObject({
      errors: { content: ['must be one of application/pdf, .txt, image/*'] },
    })
    await expect(me.invoke(submitScore, { score: 8 })).rejects.toMatchObject({
      errors: { score: ['must be at most 7'] },
    })
  })

  test('the token gives access to one enrollment only', async () => {
    const { id, me } = await enrolled()
    const elsewhere: Bound['invoke'] = me.invoke
    await expect(elsewhere(listContacts, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(elsewhere(getEnrollment, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.acme.invoke(readOwnGuide, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.handrail.asContact('nonsense')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an expired link is closed until re-opened, also before the upkeep has run', async () => {
    const { id, me } = await enrolled()
    const expires_at = '2026-11-20T12:00:01.000Z'
    await instance.acme.invoke(updateEnrollment, { id, expires_at })
    instance.clock.now = new Date(expires_at)
    expect(await read(me)).toMatchObject({ link: { state: 'expired', expires_at }, view: null })
    await expect(me.invoke(openOwnGuide, {})).rejects.toMatchObject({ errors: { status: [expect.any(String)] } })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await expect(me.invoke(completeOwnStep, { step_id: steps.read })).rejects.toMatchObject({
      code: 'validation_error',
    })
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    expect((await read(me)).link.state).toBe('open')
  })

  test('an archived guide can be finished but not started', async () => {
    const { id } = await published('To be archived')
    const [early, late] = [await enrolled(id), await enrolled(id)]
    await early.me.invoke(openOwnGuide, {})
    await instance.acme.invoke(archiveGuide, { id })
    expect((await read(early.me)).link.state).toBe('open')
    expect(await read(late.me)).toMatchObject({ link: { state: 'withdrawn', workspace: { name: 'Acme' } }, view: null })
    await expect(late.me.invoke(openOwnGuide, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  test('links of deleted contacts and enrollments reveal only the workspace', async () => {
    const [one, two] = [await enrolled(), await enrolled()]
    await instance.acme.invoke(deleteContact, { id: one.contact_id })
    expect(await read(one.me)).toMatchObject({ link: { state: 'contact_deleted', language: null }, view: null })
    await expect(one.me.invoke(openOwnGuide, {})).rejects.toMatchObject({ code: 'not_found' })
    const { data } = await instance.acme.invoke(getEnrollment, { id: two.id })
    await instance.acme.invoke(deleteEnrollment, { id: two.id })
    const after = await instance.handrail.asContact(data.access_token ?? '')
    expect(await read(after)).toMatchObject({ link: { state: 'cancelled', workspace: { name: 'Acme' } }, view: null })
    await expect(after.invoke(openOwnGuide, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  test('choosing a language changes the language of the contact', async () => {
    const { contact_id, me } = await enrolled()
    expect((await read(me)).link.language).toBeNull()
    await me.invoke(chooseLanguage, { language: 'fr' })
    expect((await read(me)).link.language).toBe('fr')
    expect((await instance.acme.invoke(getContact, { id: contact_id })).data.language).toBe('fr')
    const told = await eventsOf(instance, instance.acme)
    expect(told.at(-1)).toMatchObject({ type: 'contact.updated', data: { id: contact_id, language: 'fr' } })
  })

  test('a plan without the effort score does not ask for it', async () => {
    const plans = { plain: { entitlements: ['api-access' as const], limits: {} } }
    const other = await openInstance(engine, { plans })
    const system = await other.handrail.asSystem(other.acme.context.caller.workspace_id)
    const { data: guide } = await system.invoke(createGuide, { title: 'G', sections })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    const { data } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const { workspace_id } = system.context.caller
    await (await other.handrail.asSystem()).invoke(changeWorkspacePlan, { id: workspace_id, plan: 'plain' })
    const me = await other.handrail.asContact(data.access_token)
    expect((await viewed(me))?.asks_effort).toBe(false)
    await expect(me.invoke(submitScore, { score: 1 })).rejects.toMatchObject({ code: 'forbidden' })
    await other.close()
  })
})
