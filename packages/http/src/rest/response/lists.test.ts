import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'

describe.each(ENGINES)('lists, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    for (let number = 1; number <= 5; number++) {
      const body = { organisation: { name: `Harbour & Co ${number}` } }
      expect((await instance.call({ method: 'POST', path: '/api/v1/organisations', body })).status).toBe(201)
    }
  })
  afterAll(() => instance.close())

  /** The links of an answer by their relation, without the address that all begin with. */
  async function linksOf(query: string): Promise<Record<string, string>> {
    const { headers } = await instance.call({ path: `/api/v1/organisations${query}` })
    const links = [...(headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
    return Object.fromEntries(
      links.map(([, url = '', relation]) => [relation, url.replace(`${PUBLIC_URL}/api/v1/organisations`, '')]),
    )
  }

  test('link to the pages around one, and keep the query', async () => {
    expect(await linksOf('')).toEqual({ first: '?page=1', last: '?page=1' })
    const asked = '?name=harbour+%26&per_page=2'
    expect(await linksOf(`${asked}&page=2`)).toEqual({
      first: `${asked}&page=1`,
      prev: `${asked}&page=1`,
      next: `${asked}&page=3`,
      last: `${asked}&page=3`,
    })
    expect(await linksOf('?page=9&per_page=2')).toEqual({
      first: '?per_page=2&page=1',
      prev: '?per_page=2&page=3',
      last: '?per_page=2&page=3',
    })
  })

  test('can be followed by the links of a cursor, every record once', async () => {
    const names: string[] = []
    let query: string | undefined = '?cursor=&per_page=2'
    while (query !== undefined) {
      const { body, status } = await instance.call({ path: `/api/v1/organisations${query}` })
      expect([status, body.meta.per_page, body.meta.page]).toEqual([200, 2, undefined])
      names.push(...body.data.map((organisation: { name: string }) => organisation.name))
      query = (await linksOf(query)).next
    }
    expect(names).toEqual([5, 4, 3, 2, 1].map((number) => `Harbour & Co ${number}`))
    expect((await instance.call({ path: '/api/v1/organisations?cursor=&page=1' })).status).toBe(422)
  })

  test('start at page 1 with 25 records, and say so in meta', async () => {
    const { body } = await instance.call({ path: '/api/v1/organisations' })
    expect(body.meta).toEqual({ page: 1, per_page: 25, total: 5, total_pages: 1 })
  })
})
