import { expect, test } from 'vitest'
import { openInstance } from '../../test/support/instance.ts'

const LARGE = 12

test('large bodies are parsed in turns: several small requests are answered between two of them', async () => {
  const instance = await openInstance('sqlite')
  const url = await instance.app.listen({ host: '127.0.0.1', port: 0 })
  const contact = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`f${i}`, 0]))
  const headers = { authorization: `Bearer ${instance.acme.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ contact })
  const post = () => fetch(new URL('/api/v1/contacts', url), { method: 'POST', headers, body })
  let isUnderWay = true
  const large = Promise.all(Array.from({ length: LARGE }, post)).finally(() => {
    isUnderWay = false
  })
  let small = 0
  while (isUnderWay) {
    await (await fetch(new URL('/healthz', url))).text()
    small++
  }
  expect((await large).map(({ status }) => status)).toEqual(Array(LARGE).fill(422))
  expect(small).toBeGreaterThan(2 * LARGE)
  await instance.close()
})
