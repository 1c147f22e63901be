import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import {
  type Bound,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  deleteContact,
  getEnrollment,
  listContacts,
  publishGuide,
  submitForm,
  submitScore,
  updateEnrollment,
  uploadFile,
  viewGuide,
} from '../index.ts'

const FORM = [
  { name: 'size', label: 'How many are you?', kind: 'number' as const, required: true },
  { name: 'team', label: 'Which team?', kind: 'choice' as const, options: ['Sales', 'Support'] },
  { name: 'agreed', label: 'I have read it', kind: 'checkbox' as const, required: true },
]

describe.each(ENGINES)('following a guide on %s', (engine) => {
  let instance: Instance
  let steps: string[]
  let guide_id: string
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Start',
      sections: [
        {
          title: 'One',
          steps: [
            { title: 'Read', content: { markdown: 'Hello' } },
            { title: 'Tell', type: 'form', content: { fields: FORM } },
            { title: 'Upload', type: 'file_upload', content: { accept: ['application/pdf', '.txt', 'image/*'] } },
          ],
        },
      ],
    })
    await instance.acme.invoke(publishGuide, { id: data.id })
    guide_id = data.id
    steps = data.sections.flatMap((section) => section.steps.map(({ id }) => id))
  })
  afterAll(() => instance.close())

  async function enrolled() {
    const { data: contact } = await instance.acme.invoke(createContact, {
      email: `p${++people}@example.com`,
      first_name: 'Pia',
    })
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    return { id: data.id, contact_id: contact.id, me: await instance.handrail.asContact(data.access_token) }
  }
  const types = async (id: string) =>
    (await eventsOf(instance, instance.acme)).filter(({ data }) => data.id === id).map(({ type }) => type)
  const [read, form, upload] = [() => steps[0] ?? '', () => steps[1] ?? '', () => steps[2] ?? '']
  const pdf = () => ({ name: 'plan.pdf', content: Readable.from([Buffer.from('%PDF')]) })

  test('from the first look to the score, with every event', async () => {
    const { id, me } = await enrolled()
    const opened = await me.invoke(viewGuide, {})
    expect(opened.data).toMatchObject({
      status: 'in_progress',
      first_name: 'Pia',
      guide: { title: 'Start' },
      answers: {},
    })
    expect(JSON.stringify(opened)).not.toContain('access_token')
    await me.invoke(completeOwnStep, { step_id: read() })
    const answers = { size: 3, team: 'Sales', agreed: true }
    const answered = await me.invoke(submitForm, { step_id: form(), answers })
    expect(answered.data).toMatchObject({ answers: { [form()]: answers }, progress: { percentage: 66.7 } })
    await me.invoke(uploadFile, { step_id: upload(), ...pdf() })
    const finished = await me.invoke(completeOwnStep, { step_id: upload() })
    expect(finished.data).toMatchObject({ status: 'completed', files: [{ name: 'plan.pdf', bytes: 4 }] })
    await me.invoke(submitScore, { score: 6, comment: 'Smooth' })
    expect(await types(id)).toEqual([
      'enrollment.created',
      'enrollment.started',
      'guide.viewed',
      'step.completed',
      'step.completed',
      'file.uploaded',
      'step.completed',
      'section.completed',
      'enrollment.completed',
      'ces.submitted',
    ])
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect(data).toMatchObject({ status: 'completed', ces_score: 6, ces_comment: 'Smooth' })
    const last = (await eventsOf(instance, instance.acme)).at(-1)
    expect(last?.data).toMatchObject({ ces: { score: 6, comment: 'Smooth' }, contact: { first_name: 'Pia' } })
  })

  test('every problem of a form is told at once, and nothing of it is kept', async () => {
    const { me } = await enrolled()
    const answers = { team: 'Nobody', agreed: false, extra: 1 }
    await expect(me.invoke(submitForm, { step_id: form(), answers })).rejects.toMatchObject({
      errors: {
        size: ["can't be blank"],
        team: ['must be one of Sales, Support'],
        agreed: ['must be checked'],
        extra: ['is not a known field'],
      },
    })
    expect((await me.invoke(viewGuide, {})).data).toMatchObject({ answers: {}, completed_step_ids: [] })
  })

  test('a step is done in the way that it asks for', async () => {
    const { me } = await enrolled()
    const refused = (problem: string) => ({ errors: { step_id: [expect.stringContaining(problem)] } })
    await expect(me.invoke(completeOwnStep, { step_id: form() })).rejects.toMatchObject(refused('form'))
    await expect(me.invoke(completeOwnStep, { step_id: upload() })).rejects.toMatchObject(refused('file'))
    await expect(me.invoke(submitForm, { step_id: read(), answers: {} })).rejects.toMatchObject(refused('not a form'))
    await expect(me.invoke(uploadFile, { step_id: read(), ...pdf() })).rejects.toMatchObject(refused('no file'))
    const exe = { name: 'a.exe', content: Readable.from([Buffer.from('MZ, and what follows')]) }
    await expect(me.invoke(uploadFile, { step_id: upload(), ...exe })).rejects.toMatchObject({
      errors: { content: ['must be one of application/pdf, .txt, image/*'] },
    })
    await expect(me.invoke(submitScore, { score: 8 })).rejects.toMatchObject({
      errors: { score: ['must be at most 7'] },
    })
  })

  test('the token opens one enrollment and nothing else; expired and deleted ones are closed', async () => {
    const { id, contact_id, me } = await enrolled()
    const elsewhere: Bound['invoke'] = me.invoke
    await expect(elsewhere(listContacts, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(elsewhere(getEnrollment, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.acme.invoke(viewGuide, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.handrail.asContact('nonsense')).rejects.toMatchObject({ code: 'not_found' })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await expect(me.invoke(viewGuide, {})).rejects.toMatchObject({ errors: { status: [expect.any(String)] } })
    await expect(me.invoke(completeOwnStep, { step_id: read() })).rejects.toMatchObject({ code: 'validation_error' })
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    await instance.acme.invoke(deleteContact, { id: contact_id })
    await expect(me.invoke(viewGuide, {})).rejects.toMatchObject({ code: 'not_found' })
  })
})
