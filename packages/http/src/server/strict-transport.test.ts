import { expect, test } from 'vitest'
import { openBrowsing } from '../../test/support/browsing.ts'
import { openInstance } from '../../test/support/instance.ts'

test.each([
  ['https://handrail.example', 'max-age=31536000'],
  ['http://localhost:3000', undefined],
  // The whole host would be bound by it.
  ['https://shop.example/onboarding', undefined],
])(
  'an instance at %s sends Strict-Transport-Security %s with pages, refusals and the API',
  async (publicUrl, value) => {
    const instance = await openInstance('sqlite', {}, { publicUrl })
    const { host } = new URL(publicUrl)
    for (const path of ['/sign-in', '/nowhere', '/api/v1/contacts', '/healthz'])
      expect(
        (await instance.call({ path, token: null, headers: { host } })).headers['strict-transport-security'],
        path,
      ).toBe(value)
    await instance.close()
  },
)

test('pages are alone in their browsing context group, except those that an OAuth client can have opened', async () => {
  const instance = await openInstance('sqlite')
  const policyOf = async (path: string) =>
    (await openBrowsing(instance.app).visit(path)).headers['cross-origin-opener-policy']
  expect(await policyOf('/reset-password')).toBe('same-origin')
  expect(await policyOf('/sign-in')).toBeUndefined()
  await instance.close()
})
