import { expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../../test/instance.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'

test.each(ENGINES)(
  'on %s, plans of an earlier release, which had no daily mail, begin with it once',
  async (engine) => {
    const instance = await openInstance(engine)
    const { acme, clock, handrail } = instance
    const robin = await anyMember(instance)
    const guide = await guideOf(acme, { title: 'Connect', due: { days: 3, from: 'enrolled' } })
    const { contact_id } = await enrollIn(acme, guide.id, robin)
    await handrail.database.write(async ({ db, tables }) => {
      await db.delete(tables.daily_mail_schedules)
      await db.update(tables.memberships).set({ digest_at: null })
    })
    for (let minute = 0; minute < 3; minute++) {
      clock.now = new Date(clock.now.getTime() + 60_000)
      await handrail.upkeep()
    }
    const { contacts, members, requests } = await handrail.database.read(async ({ db, tables }) => ({
      contacts: await db.select().from(tables.daily_mail_schedules),
      members: await db.select().from(tables.memberships),
      requests: await db.select().from(tables.date_requests),
    }))
    expect(contacts.map((row) => [row.contact_id, row.next_at])).toEqual([[contact_id, '2026-11-21T08:00:00.000Z']])
    expect(members.map(({ digest_at }) => digest_at)).toEqual(['2026-11-21T08:00:00.000Z'])
    expect(requests).toEqual([])
    await instance.close()
  },
)
