import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ENGINES, eventsOf } from '../../../test/instance.ts'
import { enroll, openMailing } from '../../../test/mail.ts'
import { waitingFor } from '../../../test/waiting.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { recordOutcomes } from './record-outcomes.ts'

const REFUSED = { error: '550 nobody is here', isRefused: true, isServerAway: false }

test.each(ENGINES)(
  'on %s, email.failed is emitted after concurrent changes of the enrollment, with its current state',
  async (engine) => {
    const mail = { url: 'smtp://127.0.0.1:1', from: 'a@b.example', send: false }
    const instance = await openMailing(engine, { mail })
    const { database } = instance.handrail
    const { context } = instance.acme
    const { workspace_id } = context.caller
    const { id } = await enroll(instance.acme, { send_invitation: true })
    const [email] = await database.write(({ db, time, tables: { emails: t } }) =>
      db.update(t).set({ lease_until: time, attempts: 1 }).where(eq(t.enrollment_id, id)).returning(),
    )
    if (!email) return expect.unreachable('there is an invitation')
    let settling: Promise<void> | undefined
    await database.write(async (tx) => {
      await findEnrollment(tx, workspace_id, id, 'change')
      settling = database.write((other) => recordOutcomes(other, context, [{ email, attempt: REFUSED }]))
      // On SQLite, writers wait for each other in any case.
      if (engine === 'postgres') await expect.poll(() => waitingFor(tx)).toBe(1)
      const { enrollments } = tx.tables
      await tx.db.update(enrollments).set({ progress_percentage: 77 }).where(eq(enrollments.id, id))
    })
    await settling
    const failed = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'email.failed')
    expect(failed).toMatchObject([{ data: { id, progress_percent: 77, email: { id: email.id } } }])
    await instance.close()
  },
)
