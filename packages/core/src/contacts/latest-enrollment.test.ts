import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { operations } from '../index.ts'
import type { LATEST_ENROLLMENT_STATUSES } from './contract.ts'

const { createContact, createEnrollment, listContacts, listLatestEnrollments, updateEnrollment } = operations

describe.each(ENGINES)('filtering contacts by their latest enrollment on %s', (engine) => {
  let instance: Instance
  let first: string
  let second: string
  const ids = new Map<string, string>()
  beforeAll(async () => {
    instance = await openInstance(engine)
    first = (await publishedGuide(instance.acme, 'First')).id
    second = (await publishedGuide(instance.acme, 'Second')).id
    const was = {
      // The enrollments of each contact, oldest first.
      Ada: [[first, 'completed']],
      Ben: [
        [first, 'completed'],
        [second, 'invited'],
      ],
      Cem: [[second, 'in_progress']],
      Dot: [
        [first, 'completed'],
        [first, 'expired'],
      ],
      Eve: [],
    } as const
    for (const [first_name, enrollments] of Object.entries(was)) {
      const { data } = await instance.acme.invoke(createContact, { email: `${first_name}@example.com`, first_name })
      ids.set(first_name, data.id)
      for (const [guide_id, status] of enrollments) {
        const { data: enrollment } = await instance.acme.invoke(createEnrollment, { contact_id: data.id, guide_id })
        if (status !== 'invited') await instance.acme.invoke(updateEnrollment, { id: enrollment.id, status })
        wait(instance, { minutes: 1 })
      }
    }
  })
  afterAll(() => instance.close())

  type Asked = { guide?: 'first' | 'second'; enrollment_status?: (typeof LATEST_ENROLLMENT_STATUSES)[number] }
  test.each<[Asked, string[]]>([
    [{ enrollment_status: 'completed' }, ['Ada']],
    [{ enrollment_status: 'invited' }, ['Ben']],
    [{ enrollment_status: 'in_progress' }, ['Cem']],
    [{ enrollment_status: 'expired' }, ['Dot']],
    [{ enrollment_status: 'unfinished' }, ['Dot', 'Cem', 'Ben']],
    [{ enrollment_status: 'none' }, ['Eve']],
    [{ guide: 'first' }, ['Dot', 'Ben', 'Ada']],
    [{ guide: 'first', enrollment_status: 'completed' }, ['Ben', 'Ada']],
    [{ guide: 'first', enrollment_status: 'unfinished' }, ['Dot']],
    [{ guide: 'second', enrollment_status: 'none' }, ['Eve', 'Dot', 'Ada']],
    [{ guide: 'second', enrollment_status: 'expired' }, []],
  ])('%j', async ({ guide, enrollment_status }, expected) => {
    const asked = { enrollment_status, ...(guide && { guide_id: guide === 'first' ? first : second }) }
    const listed = (more: object) => instance.acme.invoke(listContacts, { ...asked, ...more })
    expect((await listed({ cursor: '' })).data.map(({ first_name }) => first_name)).toEqual(expected)
    const { data, meta } = await listed({ per_page: 1 })
    expect(data.map(({ first_name }) => first_name)).toEqual(expected.slice(0, 1))
    expect(meta.total).toBe(expected.length)
    expect((await instance.other.invoke(listContacts, asked)).data).toEqual([])
  })

  test('the latest enrollment is that of all guides, or of one guide', async () => {
    const contact_ids = [...ids.values()]
    const latest = async (guide_id?: string) => {
      const { data } = await instance.acme.invoke(listLatestEnrollments, { contact_ids, guide_id })
      return Object.fromEntries(data.map(({ contact_id, status }) => [contact_id, status]))
    }
    const of = (names: Record<string, string>) =>
      Object.fromEntries(Object.entries(names).map(([name, status]) => [ids.get(name), status]))
    expect(await latest()).toEqual(of({ Ada: 'completed', Ben: 'invited', Cem: 'in_progress', Dot: 'expired' }))
    expect(await latest(first)).toEqual(of({ Ada: 'completed', Ben: 'completed', Dot: 'expired' }))
  })
})
