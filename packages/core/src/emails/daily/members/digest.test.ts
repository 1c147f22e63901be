import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/instance.ts'
import { type Mailing, openMailing } from '../../../../test/mail.ts'
import { addMember } from '../../../../test/people.ts'
import { enrollIn, guideOf } from '../../../../test/team-guide.ts'
import { type Bound, operations } from '../../../index.ts'
import type { StoredStep } from '../../../storage/tables/guides.ts'
import { MEMBER_MAILS } from '../../contract.ts'

const {
  askQuestion,
  completeStep,
  createInternalNote,
  getOwnMail,
  listEmails,
  listMessages,
  removeMember,
  setOwnMail,
  updateEnrollment,
} = operations

const due = (days: number) => ({ due: { days, from: 'enrolled' } })

describe.each(ENGINES)('the digest of a member on %s', (engine) => {
  let instance: Mailing
  let robin: { id: string; email: string; bound: Bound }
  afterEach(() => instance.close())

  /** Friday 20 November 2026, ten o'clock. */
  async function open() {
    instance = await openMailing(engine)
    instance.clock.now = new Date('2026-11-20T10:00:00.000Z')
    robin = await member('robin@example.com')
  }
  async function member(email: string) {
    const { id } = await addMember(instance, email, 'editor')
    return { id, email, bound: await instance.handrail.asMember(instance.acme.context.caller.workspace_id, id) }
  }
  async function enrolled(...steps: Parameters<typeof guideOf>[1][]) {
    const guide = await guideOf(instance.acme, ...steps)
    return { ...(await enrollIn(instance.acme, guide.id, robin.id)), ids: guide.ids }
  }
  /** The digests that arrive at a time. */
  const at = async (time: string) => {
    instance.clock.now = new Date(time)
    const before = instance.server.arrived.length
    await instance.handrail.upkeep()
    const waiting = async () => (await instance.acme.invoke(listEmails, { status: 'waiting' })).data.length
    await expect.poll(waiting, { interval: 10 }).toBe(0)
    return instance.server.arrived.slice(before).filter(({ recipients }) => recipients.includes(robin.email))
  }
  const team = (title: string, days: number, more: Partial<StoredStep> = {}) => ({
    title,
    responsible: 'team',
    ...due(days),
    ...more,
  })

  test('it has the own steps that are late or due within two working days, late ones first, and no others', async () => {
    await open()
    const { id } = await enrolled(team('Soon', 2), team('First', 1, { internal: true }), team('Far', 30))
    const [mail] = await at('2026-11-24T08:00:00.000Z')
    expect(mail?.subject).toBe('2 things wait for you in Acme, 1 of them late')
    const text = mail?.text ?? ''
    expect(text).toContain('== Your steps ==\n\n1 day late:\nFirst, Pia\nGo live')
    expect(text).toContain('Due today:\nSoon, Pia')
    expect(text).not.toContain('Far')
    const { workspace_id } = instance.acme.context.caller
    expect(text).toContain(`https://handrail.example/w/${workspace_id}/enrollments/${id}?tab=steps`)
    expect(text).toContain(`Open My work:\nhttps://handrail.example/w/${workspace_id}/work\n`)
    expect(text).toContain(`/w/${workspace_id}/settings/account`)
    // Nothing has changed.
    expect(await at('2026-11-25T08:00:00.000Z')).toHaveLength(1)
    expect(await at('2026-11-26T08:00:00.000Z')).toEqual([])
  })

  test('questions that nobody has read or answered are in it, with the words of the customer', async () => {
    await open()
    const { id, access_token, ids } = await enrolled({ title: 'Connect', ...due(60) })
    const contact = await instance.handrail.asContact(access_token)
    await contact.invoke(askQuestion, { step_id: ids[0], body: 'Which port?' })
    const mails = await at('2026-11-23T08:00:00.000Z')
    // The question itself was mailed at once.
    expect(mails.map(({ subject }) => subject)).toEqual(['Pia asks: Go live', 'One thing waits for you in Acme'])
    expect(mails[1]?.text).toContain(
      '== Questions for you ==\n\nAsked on November 20, 2026:\nPia\nGo live, Connect\n> Which port?',
    )
    await robin.bound.invoke(listMessages, { id })
    await robin.bound.invoke(operations.answerMessage, { id, body: 'Port 5432.' })
    expect(await at('2026-11-26T08:00:00.000Z')).toEqual([])
  })

  test('a customer who turned late is told once: of a step, and of the target', async () => {
    await open()
    const { id } = await enrolled({ title: 'Theirs', ...due(1) })
    await instance.acme.invoke(updateEnrollment, { id, target_date: '2026-11-25' })
    expect(await at('2026-11-23T08:00:00.000Z')).toEqual([])
    const [step] = await at('2026-11-24T08:00:00.000Z')
    expect(step?.text).toContain('== Customers who turned late ==\n\n1 day late:\nTheirs, Pia\nGo live')
    expect(await at('2026-11-25T08:00:00.000Z')).toEqual([])
    const [target] = await at('2026-11-26T08:00:00.000Z')
    expect(target?.text).toContain('The target was Wed 25 November:\nPia\nGo live')
    expect(await at('2026-11-27T08:00:00.000Z')).toEqual([])
  })

  test.each(MEMBER_MAILS)('mail of the kind %s does not come once it is switched off', async (kind) => {
    await open()
    const content = { fields: [{ name: 'who', label: 'Who?', kind: 'text' }] }
    const { id, access_token, ids } = await enrolled(
      team('Ours', 1),
      { title: 'Theirs', ...due(0) },
      { title: 'Sent', type: 'form', content, needs_review: true },
    )
    const contact = await instance.handrail.asContact(access_token)
    await contact.invoke(askQuestion, { body: 'Which port?' })
    await contact.invoke(operations.submitForm, { step_id: ids[2] ?? '', answers: { who: 'Pia' } })
    expect((await robin.bound.invoke(getOwnMail, {})).data).toEqual({
      steps: true,
      reviews: true,
      questions: true,
      turned_late: true,
      mentions: true,
    })
    await robin.bound.invoke(setOwnMail, { [kind]: false })
    await instance.acme.invoke(createInternalNote, { id, body: 'Hello', mentions: [robin.id] })
    const text = (await at('2026-11-23T08:00:00.000Z')).map((mail) => mail.text).join('\n')
    const parts = {
      steps: 'Your steps',
      reviews: 'For you to review ==\n\nSent on November 20, 2026:\nSent, Pia',
      questions: 'Questions for you',
      turned_late: 'turned late',
      mentions: 'mentions you in',
    }
    expect(MEMBER_MAILS.filter((one) => !text.includes(parts[one]))).toEqual([kind])
    expect((await robin.bound.invoke(setOwnMail, { [kind]: true })).data[kind]).toBe(true)
  })

  test('it comes on working days, in the time zone of the workspace, and not to former members or without plans', async () => {
    await open()
    await instance.acme.invoke(operations.updateWorkspace, { time_zone: 'Asia/Tokyo' })
    const { id, ids } = await enrolled(team('Ours', 1))
    expect(await at('2026-11-21T23:00:00.000Z')).toEqual([])
    expect(await at('2026-11-22T22:59:00.000Z')).toEqual([])
    expect(await at('2026-11-22T23:00:00.000Z')).toHaveLength(1)
    const other = await member('other@example.com')
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: other.id })
    await instance.acme.invoke(removeMember, { user_id: other.id })
    await instance.acme.invoke(completeStep, { id, step_id: ids[0] ?? '' })
    await at('2026-11-24T23:00:00.000Z')
    expect(instance.server.arrived.flatMap(({ recipients }) => recipients)).not.toContain(other.email)
    const rows = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.memberships))
    const { workspace_id } = instance.other.context.caller
    expect(rows.filter((row) => row.workspace_id === workspace_id && row.digest_at !== null)).toEqual([])
  })

  test('it is a setting of members', async () => {
    await open()
    const refused = { code: 'conflict' }
    await expect(instance.acme.invoke(getOwnMail, {})).rejects.toMatchObject(refused)
    await expect(instance.acme.invoke(setOwnMail, { steps: false })).rejects.toMatchObject(refused)
  })
})
