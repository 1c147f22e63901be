import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  getOwnText,
  keepOwnText,
  publishGuide,
  readOwnGuide,
  saveDraft,
  submitForm,
  tickItem,
} = operations

const FIELDS = [
  { name: 'company', label: 'Company', kind: 'text' as const, required: true },
  { name: 'seats', label: 'Seats', kind: 'number' as const },
  { name: 'news', label: 'News', kind: 'checkbox' as const },
]

describe.each(ENGINES)('two people at one form on %s', (engine) => {
  let instance: Instance
  let ingrid: Bound
  let tom: Bound
  let form: string
  let list: string
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  let people = 0
  async function begin() {
    const { acme, handrail } = instance
    const steps = [
      { title: 'Company', type: 'form' as const, content: { fields: FIELDS } },
      { title: 'List', type: 'checklist' as const, content: { items: ['A', 'B'] } },
    ]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Go live', sections: [{ title: 'One', steps }] })
    await acme.invoke(publishGuide, { id: guide.id })
    ;[form = '', list = ''] = guide.sections[0]?.steps.map(({ id }) => id) ?? []
    const email = `i${++people}@example.com`
    const contact = await acme.invoke(createContact, { email, first_name: 'Ingrid', last_name: 'Dahl' })
    const enrolled = await acme.invoke(createEnrollment, { contact_id: contact.data.id, guide_id: guide.id })
    const given = { id: enrolled.data.id, email: `t${people}@example.com`, first_name: 'Tom' }
    const { data: second } = await acme.invoke(createParticipant, given)
    ingrid = await handrail.asContact(enrolled.data.access_token)
    tom = await handrail.asContact(second.access_token ?? '')
  }
  const view = async (who: Bound) => {
    const { data } = await who.invoke(readOwnGuide, {})
    if (!data.view) throw new Error('The link is not open')
    return data.view
  }
  const seen = async (who: Bound) => (await view(who)).seen[form] ?? ''
  const send = async (who: Bound, answers: Record<string, unknown>, given?: string) =>
    (await who.invoke(submitForm, { step_id: form, answers, ...(given !== undefined && { seen: given }) })).data.others

  test('each keeps the answers that only the other one has changed', async () => {
    await begin()
    await send(ingrid, { company: 'North', seats: 5 }, '')
    const shown = await seen(tom)
    await send(ingrid, { company: 'Northwind', seats: 5 }, await seen(ingrid))
    const others = await send(tom, { company: 'North', seats: 8 }, shown)
    expect((await view(ingrid)).answers[form]).toEqual({ company: 'Northwind', seats: 8, news: false })
    expect(others).toEqual({
      participant_id: null,
      name: 'Ingrid Dahl',
      fields: [{ name: 'company', label: 'Company', kept: 'theirs' }],
    })
  })

  test('of two changes of one answer the later one is kept, and says so', async () => {
    await begin()
    const shown = await seen(ingrid)
    expect(shown).toBe('')
    await send(tom, { company: 'Tom’s', news: true }, await seen(tom))
    const others = await send(ingrid, { company: 'Ingrid’s' }, shown)
    expect(others?.name).toBe('Tom')
    expect(others?.fields).toEqual([
      { name: 'company', label: 'Company', kept: 'yours' },
      { name: 'news', label: 'News', kept: 'theirs' },
    ])
    expect((await view(tom)).answers[form]).toEqual({ company: 'Ingrid’s', news: true })
  })

  test('a required answer that the other one has given need not be given again', async () => {
    await begin()
    await send(tom, { company: 'Tom’s' }, '')
    await send(ingrid, { seats: 3 }, '')
    expect((await view(tom)).answers[form]).toEqual({ company: 'Tom’s', seats: 3, news: false })
  })

  test('without what the page showed, all answers are replaced', async () => {
    await begin()
    await send(tom, { company: 'Tom’s', seats: 3 })
    expect(await send(ingrid, { company: 'Ingrid’s' })).toBeNull()
    expect((await view(tom)).answers[form]).toEqual({ company: 'Ingrid’s', news: false })
  })

  test('a hidden field that somebody has changed counts every answer as new', async () => {
    await begin()
    await send(tom, { company: 'Tom’s' }, '')
    const others = await send(ingrid, { company: 'Ingrid’s' }, 'bm8ganNvbg')
    expect(others?.fields).toEqual([{ name: 'company', label: 'Company', kept: 'yours' }])
  })

  test('drafts and unsent texts are by person, ticks are shared, and sending ends the own draft alone', async () => {
    await begin()
    await ingrid.invoke(saveDraft, { step_id: form, answers: { company: 'I' } })
    await tom.invoke(saveDraft, { step_id: form, answers: { company: 'T' } })
    await tom.invoke(tickItem, { step_id: list, item: 1, ticked: true })
    await tom.invoke(keepOwnText, { about: 'question', text: 'Hm?' })
    const drafts = async (who: Bound) => (await view(who)).drafts
    expect(await drafts(ingrid)).toEqual({ [form]: { answers: { company: 'I' } }, [list]: { ticks: [1] } })
    expect(await drafts(tom)).toEqual({ [form]: { answers: { company: 'T' } }, [list]: { ticks: [1] } })
    expect((await ingrid.invoke(getOwnText, { about: 'question' })).data.text).toBe('')
    expect((await tom.invoke(getOwnText, { about: 'question' })).data.text).toBe('Hm?')
    await send(tom, { company: 'T' }, '')
    expect(await drafts(ingrid)).toEqual({ [form]: { answers: { company: 'I' } }, [list]: { ticks: [1] } })
    expect(await drafts(tom)).toEqual({ [list]: { ticks: [1] } })
  })
})
