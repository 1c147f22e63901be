import { afterEach, describe, expect, test } from 'vitest'
import { consentTo, newApplication } from '../../test/connected.ts'
import { ENGINES, eventsOf, publishedGuide } from '../../test/instance.ts'
import { enroll, type Mailing, openMailing } from '../../test/mail.ts'
import { ADDRESS, addMember, PASSWORD, personOf, signInAs, storedText } from '../../test/people.ts'
import { operations } from '../index.ts'

const {
  acceptInvitation,
  answerMessage,
  askQuestion,
  changePassword,
  completeStep,
  createGuide,
  createInvitation,
  createOrganisation,
  createParticipant,
  publishGuide,
  submitForm,
  getGuide,
  issuePasswordLink,
  listEmails,
  requestNewLink,
  requestPasswordLink,
  resendInvitation,
  readOwnGuide,
  resetPassword,
  sendInvitation,
  setUnassignedMail,
  signIn,
  updateEnrollment,
  updateWorkspace,
} = operations

describe.each(ENGINES)('mail to members on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  const open = async () => {
    instance = await openMailing(engine)
  }
  const arrived = (count: number) => expect.poll(() => instance.server.arrived.length, { interval: 10 }).toBe(count)
  const mailAt = (key: number) => instance.server.arrived.at(key)
  const outbox = async () => (await instance.acme.invoke(listEmails, {})).data

  /** An enrollment assigned to Jonas. */
  async function lookedAfter() {
    const { id: jonas } = await addMember(instance, 'jonas@example.com', 'editor')
    const guide = await publishedGuide(instance.acme)
    const enrolled = await enroll(instance.acme, { guide_id: guide.id })
    await instance.acme.invoke(updateEnrollment, { id: enrolled.id, assignee_id: jonas })
    const member = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, jonas)
    return { ...enrolled, guide, member, me: await instance.handrail.asContact(enrolled.access_token) }
  }

  test('a question is mailed to the assignee, the answer to the contact', async () => {
    await open()
    const { id, me, guide, member, contact, url } = await lookedAfter()
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    await me.invoke(askQuestion, { body: 'Where is\nthe tax number?', step_id })
    await arrived(1)
    expect(mailAt(0)).toMatchObject({ recipients: ['jonas@example.com'], subject: 'Pia Roth asks: Getting started' })
    expect(mailAt(0)?.text).toContain('At the step: Sign in')
    expect(mailAt(0)?.text).toContain('> Where is\n> the tax number?\n> – Pia Roth')
    expect(mailAt(0)?.text).not.toContain('/g/')
    await me.invoke(askQuestion, { reason: 'no_access', step_id })
    await arrived(2)
    expect(mailAt(1)).toMatchObject({ subject: 'Pia Roth is stuck: Getting started' })
    expect(mailAt(1)?.text).toContain('Reason: no access')
    await member.invoke(answerMessage, { id, body: 'Top right.' })
    await arrived(3)
    expect(mailAt(2)).toMatchObject({ recipients: [contact.email], subject: 'jonas has answered you: Getting started' })
    expect(mailAt(2)?.text).toContain(`> Top right.\n> – jonas`)
    expect(mailAt(2)?.text).toContain(`${url}/ask`)
  })

  test('of a plan of several people, mail names who asks, and the organisation that has finished', async () => {
    await open()
    const { acme, handrail } = instance
    const { id: jonas } = await addMember(instance, 'jonas@example.com', 'editor')
    const { data: northwind } = await acme.invoke(createOrganisation, { name: 'Northwind' })
    const { id, guide_id } = await enroll(acme, {}, { organisation_id: northwind.id })
    await acme.invoke(updateEnrollment, { id, assignee_id: jonas })
    const yuki = { id, email: 'yuki@example.com', first_name: 'Yuki', last_name: 'Tanaka' }
    const { data } = await acme.invoke(createParticipant, yuki)
    const me = await handrail.asContact(data.access_token ?? '')
    await me.invoke(askQuestion, { body: 'Which port?' })
    await arrived(1)
    expect(mailAt(0)?.subject).toBe('Yuki Tanaka asks: Getting started')
    expect(mailAt(0)?.text).toContain('> – Yuki Tanaka')
    expect(mailAt(0)?.text).toContain('because Northwind is assigned to you')
    for (const { steps } of (await acme.invoke(getGuide, { id: guide_id })).data.sections)
      for (const step of steps) await acme.invoke(completeStep, { id, step_id: step.id })
    await arrived(2)
    expect(mailAt(1)?.subject).toBe('Northwind has finished “Getting started”')
  })

  test('the assignee is notified of completed and stuck enrollments, except for own actions', async () => {
    await open()
    await instance.acme.invoke(updateWorkspace, { default_language: 'fr' })
    const { id, me, guide, member } = await lookedAfter()
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await me.invoke(requestNewLink, {})
    await arrived(1)
    expect(mailAt(0)?.subject).toBe('Pia Roth demande un nouveau lien\u00a0: Getting started')
    await instance.acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    const { data } = await instance.acme.invoke(getGuide, { id: guide.id })
    for (const { id: step_id } of data.sections.flatMap(({ steps }) => steps))
      await instance.acme.invoke(completeStep, { id, step_id })
    await arrived(2)
    expect(mailAt(1)).toMatchObject({
      recipients: ['jonas@example.com'],
      subject: 'Pia Roth a terminé «\u00a0Getting started\u00a0»',
    })
    const other = await enroll(instance.acme, { guide_id: guide.id })
    await instance.acme.invoke(updateEnrollment, { id: other.id, assignee_id: member.context.caller.id })
    await member.invoke(updateEnrollment, { id: other.id, status: 'completed' })
    expect(await outbox()).toHaveLength(2)
  })

  test('without an assignee, the owner and the admins who want it are notified, and nobody else', async () => {
    await open()
    const { workspace_id } = instance.acme.context.caller
    const ids: Record<string, string> = {}
    for (const role of ['owner', 'admin', 'editor', 'viewer'])
      ids[role] = (await addMember(instance, `${role}@example.com`, role)).id
    const as = (role: string) => instance.handrail.asMember(workspace_id, ids[role] ?? '')
    const guide = await publishedGuide(instance.acme)
    const { id, access_token } = await enroll(instance.acme, { guide_id: guide.id })
    const me = await instance.handrail.asContact(access_token)
    const notifies = async () => (await me.invoke(readOwnGuide, {})).data.link.notifies_team
    const lately = () => instance.server.arrived.splice(0).map(({ recipients, subject }) => `${recipients} ${subject}`)
    await me.invoke(askQuestion, { body: 'Where?' })
    await arrived(2)
    expect(mailAt(0)?.text).toContain(`/w/${workspace_id}/enrollments/${id}?tab=messages`)
    expect(mailAt(0)?.text).toContain('nobody is assigned to Pia Roth')
    expect(lately().toSorted()).toEqual([
      'admin@example.com Pia Roth asks: Getting started',
      'owner@example.com Pia Roth asks: Getting started',
    ])
    expect(await notifies()).toBe(true)
    await (await as('owner')).invoke(setUnassignedMail, { gets_unassigned_mail: false })
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    await me.invoke(requestNewLink, {})
    await arrived(1)
    expect(mailAt(0)?.text).toContain(`/enrollments/${id}?tab=steps`)
    expect(lately()).toEqual(['admin@example.com Pia Roth asks for a new link: Getting started'])
    // Who completes it knows.
    await (await as('admin')).invoke(updateEnrollment, { id, status: 'in_progress' })
    await (await as('admin')).invoke(updateEnrollment, { id, status: 'completed' })
    await (await as('admin')).invoke(setUnassignedMail, { gets_unassigned_mail: false })
    await me.invoke(askQuestion, { body: 'Anybody?' })
    expect(await notifies()).toBe(false)
    expect((await outbox()).filter(({ kind }) => kind === 'completed')).toEqual([])
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: ids.editor ?? null })
    expect(await notifies()).toBe(true)
    await me.invoke(askQuestion, { body: 'And now?' })
    await arrived(1)
    expect(lately()).toEqual(['editor@example.com Pia Roth asks: Getting started'])
    for (const role of ['editor', 'viewer'])
      await expect((await as(role)).invoke(setUnassignedMail, { gets_unassigned_mail: true })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await expect(instance.acme.invoke(setUnassignedMail, { gets_unassigned_mail: true })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('answers that are changed after completion are reported once, with the questions', async () => {
    await open()
    const { id: jonas } = await addMember(instance, 'jonas@example.com', 'editor')
    const fields = ['size', 'constructor'].map((name) => ({ name, label: name.toUpperCase(), kind: 'text' as const }))
    const steps = [{ title: 'Tell', type: 'form' as const, content: { fields } }]
    const { data: guide } = await instance.acme.invoke(createGuide, { title: 'G', sections: [{ title: 'All', steps }] })
    const { data: published } = await instance.acme.invoke(publishGuide, { id: guide.id })
    const { id, access_token } = await enroll(instance.acme, { guide_id: guide.id })
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: jonas })
    const me = await instance.handrail.asContact(access_token)
    const step_id = published.sections[0]?.steps[0]?.id ?? ''
    const send = (size: string) => me.invoke(submitForm, { step_id, answers: { size } })
    const reports = async () => (await outbox()).filter(({ kind }) => kind === 'answers_changed').length
    await send('Large')
    await arrived(1)
    await send('Large')
    expect(await reports()).toBe(0)
    await send('Small')
    await send('Tiny')
    expect(await reports()).toBe(1)
    await arrived(2)
    expect(mailAt(1)).toMatchObject({ recipients: ['jonas@example.com'], subject: 'Pia Roth has changed answers: G' })
    expect(mailAt(1)?.text).toContain('Changed: SIZE\n')
    const told = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'answers.changed')
    expect(told.map(({ data }) => [data.id, data.step])).toEqual(
      [1, 2].map(() => [id, { id: step_id, title: 'Tell', type: 'form' }]),
    )
    instance.clock.now = new Date(instance.clock.now.getTime() + 11 * 60_000)
    await send('Huge')
    expect(await reports()).toBe(2)
    await arrived(3)
  })

  test('a rejected address is reported to the assignee', async () => {
    await open()
    const { guide, member } = await lookedAfter()
    await instance.acme.invoke(updateWorkspace, { reply_to: 'team@acme.example' })
    const { id, contact } = await enroll(instance.acme, { guide_id: guide.id })
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: member.context.caller.id })
    instance.server.behaviour = { recipient: 550, only: contact.email }
    await instance.acme.invoke(sendInvitation, { id })
    await expect
      .poll(async () => (await outbox()).map(({ kind, status }) => `${kind} ${status}`))
      .toContain('undelivered sent')
    expect(mailAt(-1)).toMatchObject({ recipients: ['jonas@example.com'], subject: 'Mail to Pia Roth did not arrive' })
    expect(mailAt(-1)?.replyTo).toBeUndefined()
  })

  test('an invitation to a workspace is mailed and not listed in the outbox', async () => {
    await open()
    const invited = { email: 'new@example.com', role: 'editor' as const, message: 'Welcome <b>aboard</b>' }
    const { data } = await instance.acme.invoke(createInvitation, invited)
    await arrived(1)
    expect(mailAt(0)).toMatchObject({
      from: { name: 'Handrail' },
      recipients: ['new@example.com'],
      subject: 'Operator invites you to Acme',
    })
    expect(mailAt(0)?.text).toContain(data.url)
    expect(mailAt(0)?.html).toContain('Welcome &lt;b&gt;aboard')
    await instance.acme.invoke(resendInvitation, { id: data.id })
    await arrived(2)
    const token = /token=([\w-]+)/.exec(mailAt(1)?.text ?? '')?.[1] ?? ''
    expect(data.url).not.toContain(token)
    const visitor = instance.handrail.asVisitor(ADDRESS)
    await visitor.invoke(acceptInvitation, { token, name: 'New', password: PASSWORD })
    expect(await outbox()).toEqual([])
    expect(await storedMail()).not.toContain(token)
  })

  const storedMail = () =>
    instance.handrail.database.read(async ({ db, tables }) => JSON.stringify(await db.select().from(tables.emails)))

  test('links that give access to an account are deleted once they are sent', async () => {
    await open()
    await addMember(instance, 'ada@example.com')
    await instance.handrail.asVisitor(ADDRESS).invoke(requestPasswordLink, { email: 'ada@example.com' })
    await arrived(1)
    await expect
      .poll(async () => JSON.parse(await storedMail()))
      .toMatchObject([{ status: 'sent', sealed_message: null }])
    expect(await storedText(instance)).not.toContain(/token=([\w-]+)/.exec(mailAt(0)?.text ?? '')?.[1] ?? 'absent')
  })

  test('a person is notified once of a new device, and of changes to sign-in', async () => {
    await open()
    await addMember(instance, 'ada@example.com')
    const subjects = () => instance.server.arrived.map(({ subject }) => subject)
    const { known_device } = await signInAs(instance, 'ada@example.com')
    await arrived(1)
    expect(mailAt(0)).toMatchObject({
      recipients: ['ada@example.com'],
      subject: 'New sign-in to your account on an unknown device',
    })
    expect(mailAt(0)?.text).toContain('https://handrail.example/account')
    const again = { email: 'ada@example.com', password: PASSWORD, known_device: known_device ?? '' }
    await instance.handrail.asVisitor(ADDRESS).invoke(signIn, again)
    const ada = await personOf(instance, 'ada@example.com')
    await ada.invoke(changePassword, { current_password: PASSWORD, new_password: 'another horse battery' })
    await arrived(3)
    expect(subjects().slice(1).toSorted()).toEqual([
      'New sign-in to your account on an unknown device',
      'Your password was changed',
    ])
    const { client } = await newApplication(instance)
    await consentTo(instance, { client, user_id: ada.context.caller.id })
    await arrived(4)
    expect(mailAt(3)).toMatchObject({ subject: 'Sync was connected to your account' })
    expect(mailAt(3)?.text).toContain('Sync can act on your behalf in the workspace Acme.')
    const operator = await instance.handrail.asSystem()
    const link = { email: 'ada@example.com', remove_second_factor: true }
    const { data } = await operator.invoke(issuePasswordLink, link)
    const token = new URL(data.url).searchParams.get('token') ?? ''
    const visitor = instance.handrail.asVisitor(ADDRESS)
    await visitor.invoke(resetPassword, { token, password: PASSWORD })
    await arrived(6)
    expect(subjects().slice(4).toSorted()).toEqual([
      'The second factor of your account was removed',
      'Your password was changed',
    ])
  })
})
