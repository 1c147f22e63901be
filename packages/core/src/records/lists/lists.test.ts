import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inBatches } from '../../../test/data/batches.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { addToCount } from '../counters.ts'
import { COUNTS_TO } from './limits.ts'

const { createContact, listContacts, listEnrollments, updateContact } = operations

const TOTAL = 1030

describe.each(ENGINES)('lists on %s', (engine) => {
  let instance: Instance
  let newestFirst: string[]
  beforeAll(async () => {
    instance = await openInstance(engine)
    const made = await inBatches(TOTAL, (i) => {
      // Several share a millisecond, so the ids decide the order.
      if (i % 3 === 0) instance.clock.now = new Date(instance.clock.now.getTime() + 1)
      return instance.acme.invoke(createContact, { email: `c${i}@example.com`, first_name: `C${i}` })
    })
    newestFirst = made
      .map(({ data }) => data)
      .toSorted((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
      )
      .map(({ id }) => id)
    await instance.other.invoke(createContact, { email: 'c1@example.com', first_name: 'Foreign' })
  }, 60_000)
  afterAll(() => instance.close())

  const page = (query: object) => instance.acme.invoke(listContacts, query)
  const ids = async (query: object) => (await page(query)).data.map(({ id }) => id)

  test('pages have 25 records by default, newest first', async () => {
    const { data, meta } = await page({})
    expect(data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 25))
    expect(meta).toEqual({ page: 1, per_page: 25, total: TOTAL, total_pages: 42 })
  })

  test.each([1, 2, 20, 21, 22, 23, 30, 41, 42])('page %i has the same records from either end', async (number) => {
    expect(await ids({ page: number })).toEqual(newestFirst.slice((number - 1) * 25, number * 25))
  })

  test('a page past the end is empty, and per_page is at most 100', async () => {
    expect(await page({ page: 43 })).toMatchObject({ data: [], meta: { page: 43, total: TOTAL } })
    expect(await page({ page: 1_000_000_000 })).toMatchObject({ data: [] })
    const { data, meta } = await page({ per_page: 5000 })
    expect(data).toHaveLength(100)
    expect(meta.per_page).toBe(100)
  })

  test('a maintained total is not an upper bound, not even at the number up to which rows are counted', async () => {
    const { workspace_id } = instance.other.context.caller
    await instance.handrail.database.write((tx) => addToCount(tx, workspace_id, 'contacts', COUNTS_TO - 1))
    const { data, meta } = await instance.other.invoke(listContacts, {})
    expect(data).toHaveLength(1)
    expect(meta).toEqual({ page: 1, per_page: 25, total: COUNTS_TO, total_pages: COUNTS_TO / 25 })
  })

  test('following cursors returns every record once', async () => {
    const walked: string[] = []
    let cursor: string | null | undefined = ''
    while (typeof cursor === 'string') {
      const { data, meta } = await page({ cursor, per_page: 100 })
      expect(Object.keys(meta).toSorted()).toEqual(['next_cursor', 'per_page'])
      walked.push(...data.map(({ id }) => id))
      cursor = meta.next_cursor
    }
    expect(walked).toEqual(newestFirst)
  })

  test('a cursor is valid only unchanged, for its own list and without page', async () => {
    const { next_cursor } = (await page({ cursor: '' })).meta
    const cursor = next_cursor ?? ''
    const refused = { code: 'validation_error', errors: { cursor: [expect.any(String)] } }
    for (const bad of [`${cursor}x`, `x${cursor}`, cursor.split('.')[0] ?? '', 'nonsense', '.'])
      await expect(page({ cursor: bad })).rejects.toMatchObject(refused)
    await expect(instance.acme.invoke(listEnrollments, { cursor })).rejects.toMatchObject(refused)
    await expect(page({ cursor, page: 2 })).rejects.toMatchObject(refused)
  })

  test('updated_since returns only later changes, with any UTC offset', async () => {
    instance.clock.now = new Date('2026-12-01T00:00:00.000Z')
    const id = newestFirst.at(-1) ?? ''
    await instance.acme.invoke(updateContact, { id, first_name: 'Changed' })
    expect(await ids({ updated_since: '2026-12-01T01:00:00+01:00' })).toEqual([id])
    expect((await page({ updated_since: '2026-12-01T00:00:00Z' })).meta.total).toBe(1)
    expect(await ids({ updated_since: '2026-12-01T00:00:00.001Z' })).toEqual([])
    await expect(page({ updated_since: 'yesterday' })).rejects.toMatchObject({
      errors: { updated_since: [expect.stringContaining('ISO 8601')] },
    })
  })
})
