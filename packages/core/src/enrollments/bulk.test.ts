import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { addMember } from '../../test/people.ts'
import { type InputOf, operations } from '../index.ts'

const { changeEnrollments, createContact, createEnrollment, getEnrollment, listEmails, updateEnrollment } = operations

type Change = InputOf<typeof changeEnrollments>['change']

describe.each(ENGINES)('changing many enrollments on %s', (engine) => {
  let instance: Instance
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  async function enroll(status?: 'in_progress' | 'completed' | 'expired', expires_at?: string) {
    const guide = await publishedGuide(instance.acme)
    const email = `many${++people}@example.com`
    const { data: contact } = await instance.acme.invoke(createContact, { email, first_name: 'M' })
    const fields = { contact_id: contact.id, guide_id: guide.id, ...(expires_at && { expires_at }) }
    const { data } = await instance.acme.invoke(createEnrollment, fields)
    if (status) await instance.acme.invoke(updateEnrollment, { id: data.id, status })
    return data.id
  }
  const change = async (ids: string[], asked: Change) =>
    (await instance.acme.invoke(changeEnrollments, { ids, change: asked })).data
  const read = async (id: string) => (await instance.acme.invoke(getEnrollment, { id })).data
  const days = (count: number) => new Date(instance.clock.now.getTime() + count * 86_400_000).toISOString()

  test('reminds those that are open, once a day, and says why the others are left', async () => {
    const [invited, begun, done] = [await enroll(), await enroll('in_progress'), await enroll('completed')]
    const unknown = '01900000-0000-7000-8000-000000000000'
    const first = await change([invited, begun, invited, done, unknown], { action: 'remind' })
    expect(first.changed).toEqual([invited, begun])
    expect(first.left).toEqual([
      { id: done, reason: 'wrong_status' },
      { id: unknown, reason: 'not_found' },
    ])
    expect((await change([begun], { action: 'remind' })).left).toEqual([{ id: begun, reason: 'reminded_today' }])
    expect(first.held_until).toBeNull()
    const { data: mails } = await instance.acme.invoke(listEmails, { kind: 'reminder' })
    expect(mails.map(({ enrollment_id }) => enrollment_id).toSorted()).toEqual([invited, begun].toSorted())
  })

  test('extends, and never shortens', async () => {
    const [short, long, open] = [await enroll(undefined, days(3)), await enroll(undefined, days(90)), await enroll()]
    const done = await enroll('completed')
    const { changed, left } = await change([short, long, open, done], { action: 'extend', expires_at: days(30) })
    expect(changed).toEqual([short])
    expect(left.map(({ reason }) => reason)).toEqual(['unchanged', 'unchanged', 'wrong_status'])
    expect((await read(short)).expires_at).toBe(days(30))
    expect((await read(long)).expires_at).toBe(days(90))
    await expect(change([short], { action: 'extend', expires_at: days(-1) })).rejects.toMatchObject({
      codes: { expires_at: 'not_in_future' },
    })
  })

  test('assigns to a member, expires and re-opens', async () => {
    const ids = [await enroll(), await enroll('in_progress')]
    const { id: assignee_id } = await addMember(instance, 'looks-after@example.com', 'editor')
    expect((await change(ids, { action: 'assign', assignee_id })).changed).toEqual(ids)
    expect((await read(ids[0] ?? '')).assignee?.id).toBe(assignee_id)
    const stranger = '01900000-0000-7000-8000-000000000001'
    await expect(change(ids, { action: 'assign', assignee_id: stranger })).rejects.toMatchObject({
      codes: { assignee_id: 'does_not_exist' },
    })
    expect((await change(ids, { action: 'expire' })).changed).toEqual(ids)
    expect((await change(ids, { action: 'expire' })).left.map(({ reason }) => reason)).toEqual([
      'wrong_status',
      'wrong_status',
    ])
    expect((await change(ids, { action: 'reopen' })).changed).toEqual(ids)
    expect((await read(ids[1] ?? '')).status).toBe('in_progress')
  })

  test('re-opening leaves a contact who has another open enrollment in the guide', async () => {
    const { id: guide_id } = await publishedGuide(instance.acme)
    const { data: contact } = await instance.acme.invoke(createContact, { email: 'twice@example.com', first_name: 'T' })
    const { data: former } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    await instance.acme.invoke(updateEnrollment, { id: former.id, status: 'expired' })
    await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    expect((await change([former.id], { action: 'reopen' })).left).toEqual([
      { id: former.id, reason: 'already_enrolled' },
    ])
  })

  test('is of the own workspace only, and takes at most a hundred', async () => {
    const id = await enroll()
    const { data } = await instance.other.invoke(changeEnrollments, { ids: [id], change: { action: 'expire' } })
    expect(data.left).toEqual([{ id, reason: 'not_found' }])
    expect((await read(id)).status).toBe('invited')
    await expect(
      change(
        Array.from({ length: 101 }, () => id),
        { action: 'expire' },
      ),
    ).rejects.toThrow()
    await expect(change([], { action: 'expire' })).rejects.toThrow()
  })
})
