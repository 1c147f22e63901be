import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

const TOKEN = 'a-token-of-the-tests'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite', { metricsToken: TOKEN })
})
afterAll(() => instance.close())

const metrics = (remoteAddress: string, headers: Record<string, string> = {}) =>
  instance.app.inject({ url: '/metrics', remoteAddress, headers: { host: 'localhost:3000', ...headers } })

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('metrics are shown to this machine, at %s', async (address) => {
  const { statusCode, body } = await metrics(address)
  expect(statusCode).toBe(200)
  expect(body).toContain('# TYPE handrail_contacts gauge')
})

test.each([
  ['another machine', '10.1.2.3', {}],
  ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that sends the standard header', '127.0.0.1', { forwarded: 'for=203.0.113.7' }],
  ['a page of a browser on this machine, whose name resolves to loopback', '127.0.0.1', { host: 'evil.example' }],
  ['a wrong token', '10.1.2.3', { authorization: 'Bearer something else' }],
])('metrics are refused to %s, with the setting that shows them', async (_who, address, headers) => {
  const { statusCode, body, headers: answered } = await metrics(address, headers)
  expect(statusCode).toBe(401)
  expect(answered['www-authenticate']).toBe('Bearer')
  expect(body).toContain('HANDRAIL_METRICS_TOKEN')
  expect(body).not.toContain('handrail_contacts')
})

test('metrics are shown to another machine that presents the token', async () => {
  const authorization = `Bearer ${TOKEN}`
  const { statusCode } = await metrics('10.1.2.3', { authorization, 'x-forwarded-for': '203.0.113.7' })
  expect(statusCode).toBe(200)
})
