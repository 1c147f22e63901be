import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
  for (const [name, metadata] of Object.entries({
    ada: { plan: 'free', a: { b: 1 }, 'seats [max]': '5' },
    ben: { plan: 'pro' },
  })) {
    const body = { contact: { email: `${name}@b.example`, first_name: name, metadata } }
    await instance.call({ method: 'POST', path: '/api/v1/contacts', body })
  }
})
afterAll(() => instance.close())

test.each([
  ['metadata[plan]=free', 200, ['ada']],
  ['metadata%5Bplan%5D=free', 200, ['ada']],
  ['metadata[plan]=free&metadata[other]=', 200, []],
  ['metadata[__proto__]=x', 200, []],
  ['metadata[plan]=free&metadata[plan]=pro', 400, undefined],
  ['metadata[]=free', 422, undefined],
  ['metadata=free', 422, undefined],
  ['metadata[a][b]=1', 400, undefined],
  ['metadata[seats [max]]=5', 200, ['ada']],
  ['email[plan]=free', 400, undefined],
])('the query ?%s is answered with %i', async (query, status, names) => {
  const answer = await instance.call({ path: `/api/v1/contacts?${query}` })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.body.data?.map((one: { first_name: string }) => one.first_name)).toEqual(names)
})

test('the links of a filtered list keep values of metadata', async () => {
  const { headers } = await instance.call({ path: '/api/v1/contacts?metadata[plan]=free&per_page=1' })
  expect(headers.link).toContain('metadata%5Bplan%5D=free')
})
