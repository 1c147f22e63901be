import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addWaitingMail } from '../../../test/data/waiting-mail.ts'
import { ENGINES } from '../../../test/instance.ts'
import { enroll, type Mailing, openMailing } from '../../../test/mail.ts'
import { startMailServer } from '../../../test/servers/mail-server.ts'
import { operations } from '../../index.ts'

const { listEmails } = operations

const HOUR_MS = 3_600_000

describe.each(ENGINES)('mail of many workspaces on %s', (engine) => {
  let instance: Mailing
  beforeEach(async () => {
    instance = await openMailing(engine)
  })
  afterEach(() => instance.close())

  const at = (milliseconds: number) => new Date(instance.clock.now.getTime() + milliseconds).toISOString()
  const recipients = () => instance.server.arrived.flatMap((mail) => mail.recipients)
  const mails = () => instance.handrail.database.read(async ({ db, tables: { emails } }) => db.select().from(emails))

  test.each([
    ['is put off', { next_attempt_at: '2099-01-01T00:00:00.000Z', waiting_for: 'time' }],
    ['turns out to be too late', { send_before: '2020-01-01T00:00:00.000Z' }],
  ] as const)('an invitation is sent beside 300 older workspaces whose mail %s', async (_, state) => {
    await addWaitingMail(instance, instance.acme, { workspaces: 300, each: 3, ...state })
    const { contact } = await enroll(instance.acme, { send_invitation: true })
    await expect.poll(recipients).toContain(contact.email)
  })

  test('mail due at the same time is sent in turns: one mail does not wait for a thousand of another workspace', async () => {
    const later = at(HOUR_MS)
    await addWaitingMail(instance, instance.acme, {
      workspaces: 1,
      each: 1000,
      next_attempt_at: later,
      waiting_for: 'time',
    })
    instance.clock.now = new Date(instance.clock.now.getTime() + HOUR_MS)
    await expect.poll(() => recipients().length).toBeGreaterThan(0)
    const { contact } = await enroll(instance.acme, { send_invitation: true })
    await expect.poll(recipients).toContain(contact.email)
    expect(recipients().length).toBeLessThan(500)
  })

  test('mail that becomes due is promoted in turns: one mail does not wait for 20,000 earlier ones', async () => {
    const put_off = { next_attempt_at: at(HOUR_MS), waiting_for: 'time' as const }
    await addWaitingMail(instance, instance.acme, { workspaces: 1, each: 20_000, ...put_off })
    const { contact } = await enroll(instance.acme, { send_invitation: true })
    const { database } = instance.handrail
    const statuses = () =>
      database.read(({ db, tables: { emails: t } }) =>
        db.select({ status: t.status }).from(t).where(eq(t.recipient, contact.email)),
      )
    // It arrives before its outcome is recorded.
    await expect.poll(statuses).toEqual([{ status: 'sent' }])
    const sent = recipients().length
    await database.write(({ db, tables: { emails: t } }) =>
      db
        .update(t)
        .set({ status: 'waiting', ...put_off, next_attempt_at: at(HOUR_MS + 1000) })
        .where(eq(t.recipient, contact.email)),
    )
    instance.clock.now = new Date(instance.clock.now.getTime() + 2 * HOUR_MS)
    await expect.poll(() => recipients().filter((one) => one === contact.email).length, { timeout: 20_000 }).toBe(2)
    expect(recipients().length - sent).toBeLessThan(500)
  })

  test('figures count waiting, due and failed mail, with the age of the oldest', async () => {
    const reopened = await openMailing(engine, {
      mail: { url: 'smtp://127.0.0.1:1', from: 'a@b.example', send: false },
    })
    const add = (each: number, state: Parameters<typeof addWaitingMail>[2] | object) =>
      addWaitingMail(reopened, reopened.acme, { workspaces: 1, each, ...state })
    const time = (ms: number) => new Date(reopened.clock.now.getTime() + ms).toISOString()
    await add(2, {})
    await add(3, { waiting_for: 'time', next_attempt_at: time(HOUR_MS) })
    await add(1, { waiting_for: 'alone', losses: 2 })
    await add(4, { status: 'failed', next_attempt_at: null })
    await add(5, { status: 'sent', next_attempt_at: null })
    await add(1, { lease_until: time(30_000), leased_by: 'a worker' })
    const figures = () => reopened.handrail.mailFigures()
    expect(await figures()).toEqual({ waiting: 7, due: 3, oldest_due_seconds: 0, failed: 4 })
    reopened.clock.now = new Date(reopened.clock.now.getTime() + HOUR_MS + 60_000)
    expect(await figures()).toEqual({ waiting: 7, due: 6, oldest_due_seconds: 3660, failed: 4 })
    await reopened.close()
  })

  test('an outage of the mail server costs no attempts, and all mail is sent afterwards', async () => {
    const { port } = new URL(instance.server.url)
    await instance.server.close()
    for (let i = 0; i < 5; i++) await enroll(instance.acme, { send_invitation: true })
    await expect.poll(async () => (await mails()).filter(({ error }) => error !== null).length).toBeGreaterThan(0)
    // New mail is not attempted, but has the reason of the outage too.
    await enroll(instance.acme, { send_invitation: true })
    await expect.poll(async () => (await mails()).filter(({ error }) => error === null)).toEqual([])
    // Far more than the retry schedule would take.
    instance.clock.now = new Date(instance.clock.now.getTime() + 100 * HOUR_MS)
    expect((await mails()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(6).fill(['waiting', 0]))
    const back = await startMailServer(Number(port))
    await expect.poll(() => back.arrived.length, { timeout: 60_000 }).toBe(6)
    const outbox = async () =>
      (await instance.acme.invoke(listEmails, {})).data.map(({ status, attempts, error }) => [status, attempts, error])
    await expect.poll(outbox).toEqual(Array(6).fill(['sent', 1, null]))
    await back.close()
  }, 90_000)
})
