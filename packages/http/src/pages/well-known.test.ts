import { afterEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
afterEach(() => instance.close())
const get = (url: string) => instance.app.inject({ url, headers: { host: 'handrail.example' } })

test('password managers are led to the page on which the password is changed', async () => {
  instance = await openInstance('sqlite')
  const { statusCode, headers } = await get('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/account'])
  // Nobody to name, and no file.
  expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
})

test('security.txt names the contact of the operator, and has not expired (RFC 9116)', async () => {
  instance = await openInstance('sqlite', { securityContact: 'mailto:security@harbour.example' })
  const { payload, headers } = await get('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    payload
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:security@harbour.example',
    Canonical: 'https://handrail.example/.well-known/security.txt',
  })
  const left = new Date(fields.Expires).getTime() - Date.now()
  expect(left).toBeGreaterThan(30 * 86_400_000)
  expect(left).toBeLessThan(366 * 86_400_000)
})
