import { afterEach, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
afterEach(() => instance.close())

describe('an instance below a path', () => {
  test('answers whether or not the proxy in front removes the path', async () => {
    instance = await openInstance('sqlite', {}, { publicUrl: 'https://shop.example/onboarding' })
    for (const base of ['', '/onboarding']) {
      for (const path of ['/healthz', '/readyz', '/sign-in', '/docs', '/docs/guide/'])
        expect(
          (await instance.call({ path: `${base}${path}`, token: null, headers: { host: 'shop.example' } })).status,
          `${base}${path}`,
        ).toBe(200)
      const { body } = await instance.call({ path: `${base}/api/v1/me` })
      expect(body.data.workspace.name).toBe('Acme')
    }
    const elsewhere = await instance.call({ path: '/onboardings/healthz' })
    expect(elsewhere.status).toBe(404)
  })

  test('is discovered by OAuth clients at the root of its host, with the path at the end, and below the path', async () => {
    const publicUrl = 'https://shop.example/onboarding'
    instance = await openInstance('sqlite', {}, { publicUrl })
    const server = '/.well-known/oauth-authorization-server'
    const resource = '/.well-known/oauth-protected-resource'
    const documents = {
      [`${server}/onboarding`]: { issuer: publicUrl },
      [`/onboarding${server}`]: { issuer: publicUrl },
      [`${resource}/onboarding`]: { resource: publicUrl },
      [`${resource}/onboarding/mcp`]: { resource: `${publicUrl}/mcp` },
      [`/onboarding${resource}/mcp`]: { resource: `${publicUrl}/mcp` },
    }
    for (const [path, document] of Object.entries(documents))
      expect((await instance.call({ path, token: null })).body, path).toMatchObject(document)
  })

  test.each(['api', 'g', 'docs/guide', 'mcp', 'oauth', 'assets'])(
    'is refused at the start if it begins like the own path /%s',
    async (path) => {
      instance = await openInstance('sqlite')
      const { createApp } = await import('../index.ts')
      const { createHandrail } = await import('@handrail/core')
      const handrail = await createHandrail({ database: ':memory:', publicUrl: `https://shop.example/${path}` })
      const app = await createApp({
        handrail,
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      })
      await expect(app.ready()).rejects.toThrow(`is a path of Handrail itself`)
      await app.close()
      await handrail.close()
    },
  )
})
