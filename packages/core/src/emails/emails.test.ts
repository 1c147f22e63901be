import { afterEach, describe, expect, test } from 'vitest'
import { newMember } from '../../test/connected.ts'
import { ENGINES, eventsOf, openInstance, publishedGuide } from '../../test/instance.ts'
import { enroll, enrollNamed, FROM, type Mailing, openMailing } from '../../test/mail.ts'
import { operations } from '../index.ts'
import { STEPS } from '../tracing.ts'

const {
  completeStep,
  createGuide,
  getEmail,
  getEnrollment,
  getGuide,
  getMailSettings,
  getOverview,
  listAttention,
  listEmails,
  listEnrollments,
  publishGuide,
  resendEmail,
  sendInvitation,
  sendTestEmail,
  setLogo,
  updateContact,
  updateEnrollment,
  updateWorkspace,
} = operations

const HOUR = 3_600_000
/** A picture of one point. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(ENGINES)('mail on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  const open = async (options?: Parameters<typeof openMailing>[1]) => {
    instance = await openMailing(engine, options)
  }
  const arrived = (count: number) => expect.poll(() => instance.server.arrived.length, { interval: 10 }).toBe(count)
  const outbox = async () => (await instance.acme.invoke(listEmails, {})).data
  const settled = (...statuses: string[]) =>
    expect.poll(async () => (await outbox()).map(({ status }) => status)).toEqual(statuses)
  /** The number and the ids of enrollments that need attention because of mail. */
  const problems = async () => {
    const { counts, data } = await instance.acme.invoke(listAttention, { kind: 'email_problem' })
    return [counts.email_problem, data.filter(({ kind }) => kind === 'email_problem').map(({ id }) => id)]
  }
  const pass = (milliseconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + milliseconds)
  }

  test('an invitation contains the link as text and as HTML, and is listed in the outbox', async () => {
    await open()
    const steps: unknown[] = []
    const follow = (step: unknown) => void steps.push(step)
    STEPS.asyncEnd.subscribe(follow)
    const { url, contact, id, invitation } = await enroll(instance.acme, { send_invitation: true })
    expect(invitation).toMatchObject({ status: 'waiting', explanation: expect.stringContaining('Queued for sending') })
    await arrived(1)
    const [mail] = instance.server.arrived
    expect(mail).toMatchObject({
      from: { name: 'Acme', address: 'no-reply@handrail.example' },
      to: [{ name: 'Pia Roth', address: contact.email }],
      recipients: [contact.email],
      subject: 'Acme has a guide for you: Getting started',
    })
    for (const body of [mail?.text, mail?.html]) expect(body).toContain(url)
    expect(mail?.text).toContain('It has 3 steps')
    await settled('sent')
    STEPS.asyncEnd.unsubscribe(follow)
    const [listed] = await outbox()
    const attributes = { 'handrail.mail.id': listed?.id, 'handrail.mail.kind': 'invitation' }
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'delivery', name: 'mail', attributes: expect.objectContaining(attributes) }),
    )
    expect(listed).toMatchObject({
      kind: 'invitation',
      attempts: 1,
      error: null,
      enrollment_id: id,
      contact_id: contact.id,
    })
    const { data } = await instance.acme.invoke(getEmail, { id: listed?.id ?? '' })
    expect(data).toMatchObject({ link: url, text: `${mail?.text?.trimEnd()}\n` })
    await expect(instance.other.invoke(getEmail, { id: data.id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.other.invoke(listEmails, {})).data).toEqual([])
    expect(await storedMail()).not.toContain(url)
  })

  const storedMail = () =>
    instance.handrail.database.read(async ({ db, tables }) => JSON.stringify(await db.select().from(tables.emails)))

  test('no mail is sent to contacts who must not receive it', async () => {
    await open()
    await enroll(instance.acme)
    const { id } = await enroll(instance.acme, {}, { language: 'de', first_name: 'Jörg' })
    const message = { id, message: 'Bis Donnerstag?\r\n\r\nGrüße' }
    const { data } = await instance.acme.invoke(sendInvitation, message)
    expect(data).toMatchObject({ kind: 'invitation', status: 'waiting', enrollment_id: id })
    await arrived(1)
    const [mail] = instance.server.arrived
    expect(mail?.subject).toBe('Acme hat einen Leitfaden für Sie: Getting started')
    expect(mail?.text).toContain('Hallo Jörg,')
    expect(mail?.text).toContain('> Bis Donnerstag?\n> \n> Grüße\n> – Acme')
    await instance.acme.invoke(updateEnrollment, { id, status: 'completed' })
    await expect(instance.acme.invoke(sendInvitation, { id })).rejects.toMatchObject({
      errors: { status: [/is completed/] },
    })
  })

  test('text of other people cannot inject headers, text direction or HTML', async () => {
    await open()
    await instance.acme.invoke(updateWorkspace, { sender_name: 'Ac"me, <b>', reply_to: 'help@acme.example' })
    const evil = {
      first_name: 'Ann\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>',
      last_name: '\u202Egnp.exe',
    }
    const { data: guide } = await instance.acme.invoke(createGuide, {
      title: '<img src=x onerror=alert(1)>\u202E "guide"',
      sections: [{ title: 'One', steps: [{ title: 'Two' }] }],
    })
    await instance.acme.invoke(publishGuide, { id: guide.id })
    await enrollNamed(instance, evil, { guide_id: guide.id })
    await arrived(1)
    const [mail] = instance.server.arrived
    expect(mail?.recipients).toHaveLength(1)
    expect(mail).toMatchObject({ from: { name: 'Ac"me, <b>' }, replyTo: [{ address: 'help@acme.example' }] })
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.to).toHaveLength(1)
    expect(mail?.html).not.toMatch(/<script|<img src=x|<b>/)
    for (const part of [mail?.subject, mail?.text, mail?.html, mail?.to?.[0]?.name]) expect(part).not.toMatch(/\u202E/)
    expect(mail?.text).toMatch(/^Hello Ann Bcc: eve@example.com <script>alert\(1\)<\/script>,\n/)
  })

  test('a mail deferred by the server is retried with the same Message-ID', async () => {
    await open()
    instance.server.behaviour.recipient = 451
    await enroll(instance.acme, { send_invitation: true })
    await expect.poll(() => instance.server.tried).toBe(1)
    await expect
      .poll(async () => (await outbox())[0])
      .toMatchObject({
        status: 'waiting',
        attempts: 1,
        error: expect.stringContaining('deferred the mail: 451'),
      })
    const [waiting] = await outbox()
    expect(Date.parse(waiting?.next_attempt_at ?? '') - instance.clock.now.getTime()).toBeLessThan(10_000)
    instance.server.behaviour = { message: 452 }
    pass(10_000)
    await expect.poll(async () => (await outbox())[0]?.attempts).toBe(2)
    await expect.poll(async () => (await outbox())[0]?.error).toBe('The mail server deferred the mail (452)')
    instance.server.behaviour = {}
    pass(HOUR)
    await arrived(1)
    await settled('sent')
    expect((await outbox())[0]).toMatchObject({ attempts: 3, error: null })
    expect(instance.server.arrived[0]?.messageId).toBe(`<${waiting?.id}@handrail.example>`)
  })

  test.each([
    ['recipient', 550, /rejected the mail: 550 .*is not here/],
    ['message', 554, /rejected the mail \(554\)/],
  ])('a permanent rejection (%s, %d) is not retried, and reported by the enrollment', async (what, status, error) => {
    await open()
    instance.server.behaviour = { [what]: status }
    const { id } = await enroll(instance.acme, { send_invitation: true })
    await settled('failed')
    const undelivered = async () => (await instance.acme.invoke(getOverview, {})).data.undelivered_emails
    expect(await undelivered()).toBe(1)
    pass(100 * HOUR)
    await instance.acme.invoke(sendInvitation, { id })
    await settled('failed', 'failed')
    expect(await undelivered(), 'one contact').toBe(1)
    expect(instance.server.tried).toBe(2)
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect(data.email_problem).toMatchObject({ error: expect.stringMatching(error) })
    expect((await instance.acme.invoke(listEnrollments, {})).data[0]?.email_problem).toEqual(data.email_problem)
    expect(await problems()).toEqual([1, [id]])
    const right = `right.${data.contact.email}`
    await instance.acme.invoke(updateContact, { id: data.contact_id, email: right })
    const told = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'email.failed')
    const email = { kind: 'invitation', recipient: data.contact.email, error: expect.stringMatching(error) }
    expect(told).toMatchObject([{ data: { id, email } }, { data: { id, email } }])
    expect(told[1]?.data.email.id).toBe(data.email_problem?.email_id)
    instance.server.behaviour = {}
    const { data: again } = await instance.acme.invoke(resendEmail, { id: data.email_problem?.email_id ?? '' })
    expect(again).toMatchObject({ status: 'waiting', attempts: 0, error: null, recipient: right })
    await arrived(1)
    await settled('sent', 'failed')
    expect(instance.server.arrived[0]?.recipients).toEqual([right])
    expect((await instance.acme.invoke(getEnrollment, { id })).data.email_problem).toBeNull()
    expect((await instance.acme.invoke(listEnrollments, {})).data[0]?.email_problem).toBeNull()
    expect(await problems()).toEqual([0, []])
    expect(await undelivered()).toBe(0)
  })

  test('a connection that breaks within a message loses no mail', async () => {
    const told: unknown[] = []
    await open({ onError: (error) => told.push(error) })
    instance.server.behaviour.message = 'cut'
    await enroll(instance.acme, { send_invitation: true })
    await expect.poll(async () => (await outbox())[0]?.error).toMatch(/could not be used \(E/)
    expect(String(told)).toMatch(/The mail server \S+:\d+ could not be used \(E.*Check SMTP_URL/)
    instance.server.behaviour = {}
    pass(10_000)
    await arrived(1)
    await settled('sent')
  })

  test('after hours of an outage all mail is sent, with few connections at a time', async () => {
    await open()
    instance.server.behaviour.recipient = 421
    const guide_id = (await publishedGuide(instance.acme)).id
    for (let i = 0; i < 20; i++) await enroll(instance.acme, { guide_id, send_invitation: true })
    // The outcome is stored first, because outcomes recorded after the clock has moved are scheduled from there.
    await expect.poll(async () => (await outbox()).filter(({ error }) => error !== null).length).toBe(20)
    instance.server.behaviour = {}
    pass(3 * HOUR)
    await expect.poll(() => instance.server.arrived.length).toBe(20)
    expect(instance.server.busiest).toBeLessThanOrEqual(4)
    expect(new Set(instance.server.arrived.flatMap(({ recipients }) => recipients)).size).toBe(20)
  })

  test('without a mail server all mail is kept in the outbox, with its link', async () => {
    await open({ mail: undefined as never })
    const { url, id, guide_id } = await enroll(instance.acme, { send_invitation: true })
    const [kept] = await outbox()
    expect(kept).toMatchObject({ status: 'kept', attempts: 0, next_attempt_at: null, enrollment_id: id })
    const { data } = await instance.acme.invoke(getEmail, { id: kept?.id ?? '' })
    expect(data).toMatchObject({ link: url, text: expect.stringContaining(url) })
    const { data: again } = await instance.acme.invoke(resendEmail, { id: data.id })
    expect(again.status).toBe('kept')
    const { email_problem } = (await instance.acme.invoke(getEnrollment, { id })).data
    expect(email_problem).toMatchObject({ email_id: kept?.id, error: expect.stringContaining('no mail server') })
    expect(await problems()).toEqual([1, [id]])
    expect((await instance.other.invoke(listAttention, {})).counts.email_problem).toBe(0)
    pass(HOUR)
    const { sections } = (await instance.acme.invoke(getGuide, { id: guide_id })).data
    await instance.acme.invoke(completeStep, { id, step_id: sections[0]?.steps[0]?.id ?? '' })
    expect(await problems(), 'the contact has the link').toEqual([0, []])
  })

  test('the logo is attached to mail if mail clients support its format', async () => {
    await open()
    await instance.acme.invoke(setLogo, { content: PIXEL })
    await enroll(instance.acme, { send_invitation: true })
    await arrived(1)
    expect(instance.server.arrived[0]).toMatchObject({
      html: expect.stringContaining('src="cid:logo" alt="Acme"'),
      attachments: [{ contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' }],
    })
  })

  test('a mail that cannot be decrypted does not delay other mail', async () => {
    await open()
    instance.server.behaviour.recipient = 451
    await enroll(instance.acme, { send_invitation: true })
    await expect.poll(async () => (await outbox())[0]?.error).toContain('deferred')
    const { database } = instance.handrail
    await database.write(
      async ({ db, tables }) => void (await db.update(tables.emails).set({ sealed_message: 'torn' })),
    )
    instance.server.behaviour = {}
    pass(10_000)
    await enroll(instance.acme, { send_invitation: true })
    await arrived(1)
    await settled('sent', 'skipped')
  })

  test('the sender address is the one of the operator; its name is used for account mail', async () => {
    await open()
    expect(FROM).toMatch(/^Handrail </)
    await enroll(instance.acme, { send_invitation: true }, { last_name: '' })
    await arrived(1)
    expect(instance.server.arrived[0]?.raw).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply/m)
  })

  test('a test mail is sent to the requesting member, looks like mail to contacts, and returns the reply of the mail server', async () => {
    await open()
    const { acme, handrail, server } = instance
    const admin = await newMember(acme)
    const bound = await handrail.asMember(acme.context.caller.workspace_id, admin.id)
    expect((await bound.invoke(getMailSettings, {})).data).toEqual({
      sends_mail: true,
      from: FROM,
      source: 'environment',
      receives_replies: false,
    })
    const { data } = await bound.invoke(sendTestEmail, {})
    expect(data).toMatchObject({ kind: 'test', status: 'waiting', recipient: admin.email })
    await arrived(1)
    expect(server.arrived[0]).toMatchObject({ subject: 'Mail from Acme works', recipients: [admin.email] })
    await settled('sent')
    server.behaviour.recipient = 550
    await bound.invoke(sendTestEmail, {})
    await settled('failed', 'sent')
    expect((await outbox())[0]?.error).toBe(`The mail server rejected the mail: 550 ${admin.email} is not here`)
    for (let more = 0; more < 3; more++) await bound.invoke(sendTestEmail, {})
    await expect(bound.invoke(sendTestEmail, {})).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(acme.invoke(sendTestEmail, {})).rejects.toMatchObject({ code: 'conflict' })
    const viewer = await handrail.asMember(acme.context.caller.workspace_id, (await newMember(acme, 'viewer')).id)
    await expect(viewer.invoke(sendTestEmail, {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('without a mail server, a test mail fails with the missing settings', async () => {
  const { acme, handrail, close } = await openInstance('sqlite')
  const bound = await handrail.asMember(acme.context.caller.workspace_id, (await newMember(acme)).id)
  const none = { sends_mail: false, from: null, source: null, receives_replies: false }
  expect((await bound.invoke(getMailSettings, {})).data).toEqual(none)
  await expect(bound.invoke(sendTestEmail, {})).rejects.toThrow('set SMTP_URL')
  await close()
})
