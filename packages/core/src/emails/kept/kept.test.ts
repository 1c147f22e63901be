import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../test/connected.ts'
import { ENGINES, publishedGuide, SECRET } from '../../../test/instance.ts'
import { enroll, FROM, type Mailing, openMailing } from '../../../test/mail.ts'
import { createHandrail, type Handrail, operations } from '../../index.ts'

const {
  deleteContact,
  getEmail,
  listEmails,
  openOwnGuide,
  getKeptEmails,
  listAttention,
  resendEmail,
  sendInvitation,
  sendKeptEmails,
  updateContact,
} = operations

const DAY = 24 * 3_600_000

describe.each(ENGINES)('mail that was kept without a mail server, on %s', (engine) => {
  let instance: Mailing
  let later: Handrail | undefined
  let guide_id: string
  beforeEach(async () => {
    instance = await openMailing(engine, { mail: {} })
    guide_id = (await publishedGuide(instance.acme)).id
  })
  afterEach(async () => {
    await later?.close()
    later = undefined
    await instance.close()
  })

  const invited = (contact: object = {}) => enroll(instance.acme, { guide_id, send_invitation: true }, contact)
  /** A process with a mail server on the same database. */
  async function withServer(send = true) {
    later = await createHandrail({
      database: instance.database,
      files: instance.files,
      secret: SECRET,
      publicUrl: 'https://handrail.example',
      now: () => instance.clock.now,
      upkeep: false,
      webhooks: { deliver: false },
      mail: { url: instance.server.url, from: FROM, send },
    })
    return later.asSystem(instance.acme.context.caller.workspace_id)
  }
  const statusOf = async (id: string) =>
    (await instance.acme.invoke(listEmails, { enrollment_id: id })).data.map(({ status, error }) => [status, error])

  test('is sent all at once: what is still useful, to the address of now, and the rest is left with words', async () => {
    const fresh = await invited({ email: 'wrong@example.com' })
    const twice = await invited()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await instance.acme.invoke(sendInvitation, { id: twice.id })
    const old = await invited()
    const at = new Date(instance.clock.now.getTime() - 15 * DAY).toISOString()
    await instance.handrail.database.write(async ({ db, tables: { emails } }) => {
      await db.update(emails).set({ created_at: at, updated_at: at }).where(eq(emails.enrollment_id, old.id))
    })
    const opened = await invited()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    const contact = await instance.handrail.asContact(opened.url.split('/').at(-1) ?? '')
    await contact.invoke(openOwnGuide, {})
    const gone = await invited()
    await instance.acme.invoke(updateContact, { id: fresh.contact_id, email: 'right@example.com' })

    const { data: attention } = await instance.acme.invoke(listAttention, { kind: 'email_problem' })
    expect(attention.find(({ id }) => id === fresh.id)).toMatchObject({ kind: 'email_problem', mail: 'kept' })

    const system = await withServer()
    const expected = { sent: 3, left: { too_old: 1, opened_meanwhile: 1, replaced: 1 } }
    expect((await system.invoke(getKeptEmails, {})).data).toEqual({ ...expected, is_complete: true })
    const dry = await system.invoke(sendKeptEmails, { dry_run: true })
    expect(dry.data).toEqual({ ...expected, is_complete: true })
    expect(instance.server.tried, 'a dry run sends nothing').toBe(0)
    await system.invoke(deleteContact, { id: gone.contact_id })
    const { data } = await system.invoke(sendKeptEmails, {})
    expect(data).toMatchObject({ sent: 2, left: expect.objectContaining({ too_old: 1 }), is_complete: true })
    await expect.poll(() => instance.server.arrived.length).toBe(2)
    const recipients = instance.server.arrived.flatMap((mail) => mail.recipients).sort()
    expect(recipients).toEqual([twice.contact.email, 'right@example.com'].sort())
    await expect
      .poll(() => statusOf(twice.id))
      .toEqual([
        ['sent', null],
        ['skipped', 'A newer mail has taken its place'],
      ])
    expect(await statusOf(opened.id)).toEqual([['skipped', 'The contact has continued the guide meanwhile']])
    expect(await statusOf(old.id)).toEqual([['kept', 'It is too old to be sent']])
    // By itself, it can still be sent.
    const [left] = (await system.invoke(listEmails, { status: 'kept' })).data
    await system.invoke(resendEmail, { id: left?.id ?? '' })
    await expect.poll(() => instance.server.arrived.length).toBe(3)
    expect((await system.invoke(sendKeptEmails, {})).data).toEqual({ sent: 0, left: {}, is_complete: true })
  })

  test('is sent by those who manage enrollments, in their workspace only, and not without a mail server', async () => {
    await invited()
    await expect(instance.acme.invoke(sendKeptEmails, {})).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'no_mail_server',
    })
    const system = await withServer(false)
    const other = await (later as Handrail).asSystem(instance.other.context.caller.workspace_id)
    expect((await other.invoke(sendKeptEmails, {})).data.sent).toBe(0)
    const { workspace_id } = instance.acme.context.caller
    const viewer = await (later as Handrail).asMember(workspace_id, (await newMember(instance.acme, 'viewer')).id)
    expect((await viewer.invoke(getKeptEmails, {})).data.sent).toBe(1)
    await expect(viewer.invoke(sendKeptEmails, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect((await system.invoke(sendKeptEmails, {})).data.sent).toBe(1)
  })

  test('a thousand are released in steps, and keep their text', async () => {
    const { id } = await invited()
    const [mail] = (await instance.acme.invoke(listEmails, {})).data
    const { text } = (await instance.acme.invoke(getEmail, { id: mail?.id ?? '' })).data
    await instance.handrail.database.write(async ({ db, tables: { emails } }) => {
      const [row] = await db.select().from(emails)
      if (!row) return
      const copy = (at: number) => ({
        ...row,
        id: crypto.randomUUID(),
        enrollment_id: null,
        contact_id: null,
        kind: 'question' as const,
        created_at: new Date(Date.parse(row.created_at) + at).toISOString(),
      })
      for (let block = 0; block < 10; block++)
        await db.insert(emails).values(Array.from({ length: 100 }, (_, at) => copy(block * 100 + at)))
    })
    const system = await withServer(false)
    let sent = 0
    for (let isComplete = false; !isComplete; ) {
      const { data } = await system.invoke(sendKeptEmails, {})
      sent += data.sent
      isComplete = data.is_complete
    }
    expect(sent).toBe(1001)
    expect((await system.invoke(listEmails, { status: 'waiting', per_page: 1 })).meta.total).toBe(1001)
    expect((await system.invoke(getEmail, { id: mail?.id ?? '' })).data).toMatchObject({ text, enrollment_id: id })
  }, 30_000)
})
