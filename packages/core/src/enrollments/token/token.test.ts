import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { addMember } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createWebhookEndpoint,
  deleteEnrollment,
  getContactCalendar,
  getEmail,
  getEnrollment,
  listEmails,
  listEnrollments,
  listEvents,
  publishGuide,
  readOwnGuide,
  renewContactCalendar,
  renewEnrollmentLink,
  sendInvitation,
} = operations

describe.each(ENGINES)('the access token of an enrollment on %s', (engine) => {
  let instance: Instance
  let guide_id: string
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    await addMember(instance, 'owner@example.com', 'owner')
    const steps = [{ title: 'Read' }]
    const { data } = await instance.acme.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
    await instance.acme.invoke(publishGuide, { id: data.id })
    guide_id = data.id
  })
  afterAll(() => instance.close())

  async function enroll() {
    const fields = { email: `p${++people}@example.com`, first_name: 'P' }
    const { data: contact } = await instance.acme.invoke(createContact, fields)
    return (await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })).data
  }

  /** All stored columns of enrollments and events, as text. */
  const stored = async () =>
    JSON.stringify(
      await instance.handrail.database.read(async ({ db, tables }) => [
        await db.select().from(tables.enrollments),
        await db.select().from(tables.events),
        await db.select().from(tables.cancelled_links),
      ]),
    )

  const follow = async (token: string) =>
    (await (await instance.handrail.asContact(token)).invoke(readOwnGuide, {})).data

  test('is not shown to members with the role Viewer, who could answer as the contact, in no record and no mail', async () => {
    const { id, access_token } = await enroll()
    await instance.acme.invoke(sendInvitation, { id })
    const as = async (role: 'viewer' | 'editor') => {
      const member = await addMember(instance, `${role}@example.com`, role)
      return instance.handrail.asMember(instance.acme.context.caller.workspace_id, member.id)
    }
    const seenBy = async (bound: Awaited<ReturnType<typeof as>>) => {
      const [mail] = (await bound.invoke(listEmails, { enrollment_id: id })).data
      const read = [
        await bound.invoke(getEnrollment, { id }),
        (await bound.invoke(listEnrollments, {})).data.filter((one) => one.id === id),
        await bound.invoke(getEmail, { id: mail?.id ?? '' }),
      ]
      return read.map((one) => JSON.stringify(one).includes(access_token))
    }
    expect(await seenBy(await as('editor'))).toEqual([true, true, true])
    expect(await seenBy(await as('viewer'))).toEqual([false, false, false])
  })

  test('is returned to members and in its event, opens the guide, and is never stored in plain text', async () => {
    await instance.acme.invoke(createWebhookEndpoint, { url: 'https://a.example/', events: ['*'] })
    const { id, access_token, url } = await enroll()
    expect(access_token).toMatch(/^[\w-]{43}$/)
    expect((await instance.acme.invoke(getEnrollment, { id })).data).toMatchObject({ access_token, url })
    expect((await instance.acme.invoke(listEnrollments, {})).data).toContainEqual(
      expect.objectContaining({ id, access_token, url }),
    )
    const { data: events } = await instance.acme.invoke(listEvents, { event: 'enrollment.created' })
    expect(events[0]?.data).toMatchObject({ id, access_token, url })
    expect(events[0]?.data).not.toHaveProperty('sealed_fields')
    expect((await follow(access_token)).link.state).toBe('open')
    expect(await stored()).not.toContain(access_token)
    // The stored values do not open the guide.
    const [row] = await instance.handrail.database.read(async ({ db, tables }) =>
      (await db.select().from(tables.enrollments)).filter((one) => one.id === id),
    )
    for (const kept of [row?.token_hash, row?.sealed_token])
      await expect(instance.handrail.asContact(kept ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is replaced by a new one, with the address of the calendar that was made with it, and copies hear of it', async () => {
    const { id, access_token, updated_at } = await enroll()
    const { handrail, acme, clock } = instance
    const asContact = await handrail.asContact(access_token)
    expect((await asContact.invoke(renewContactCalendar, {})).data.url).toMatch(/[\w-]{43}/)
    clock.now = new Date(clock.now.getTime() + 1000)
    const { data } = await acme.invoke(renewEnrollmentLink, { id })
    const renewed = { ...data, access_token: data.access_token ?? '' }
    expect(renewed.url).toContain(renewed.access_token)
    expect((await follow(renewed.access_token)).link.state).toBe('open')
    await expect(handrail.asContact(access_token)).rejects.toMatchObject({ code: 'not_found' })
    const again = await handrail.asContact(renewed.access_token)
    expect((await again.invoke(getContactCalendar, {})).data.url).toBeNull()
    expect((await acme.invoke(listEnrollments, { updated_since: renewed.updated_at })).data).toMatchObject([
      { id, access_token: renewed.access_token },
    ])
    expect(renewed.updated_at > updated_at).toBe(true)
    const { data: told } = await acme.invoke(listEvents, { event: 'enrollment.updated' })
    expect(told.map(({ data }) => (data as { id: string }).id)).toContain(id)
    expect(await stored()).not.toContain(renewed.access_token)
  })

  test('stored in plain text by an earlier release still works, and is encrypted by the upkeep, in events too', async () => {
    const [first, gone, other] = [await enroll(), await enroll(), await enroll()]
    const { database } = instance.handrail
    await database.write(async ({ connection }) => {
      for (const { id, access_token, url } of [first, gone]) {
        const key = engine === 'sqlite' ? '?' : '$'
        const marks = key === '?' ? ['?', '?'] : ['$1', '$2']
        await connection.run(
          `update enrollments set token_hash = ${marks[0]}, sealed_token = null where id = ${marks[1]}`,
          [access_token, id],
        )
        const data = JSON.stringify({ id, status: 'invited', access_token, url })
        await connection.run(
          `update events set data = ${marks[0]} where type = 'enrollment.created' and data like ${marks[1]}`,
          [data, `%"id":"${id}"%`],
        )
      }
    })
    expect(await stored()).toContain(first.access_token)
    expect((await follow(first.access_token)).link.state).toBe('open')
    expect((await instance.acme.invoke(getEnrollment, { id: first.id })).data.url).toBe(first.url)
    await instance.acme.invoke(deleteEnrollment, { id: gone.id })
    expect((await follow(gone.access_token)).link.state).not.toBe('open')

    await instance.handrail.upkeep()
    for (const { access_token } of [first, gone, other]) expect(await stored()).not.toContain(access_token)
    if (engine === 'sqlite') {
      expect(readFileSync(instance.database).includes(first.access_token)).toBe(false)
    }
    expect((await follow(first.access_token)).link.state).toBe('open')
    const { data: events } = await instance.acme.invoke(listEvents, { event: 'enrollment.created' })
    const told = events.find(({ data }) => data.id === first.id)?.data
    expect(told).toEqual({ id: first.id, status: 'invited', access_token: first.access_token, url: first.url })
  })
})
