import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'

describe.each(ENGINES)('too many failures to sign in on %s', (engine) => {
  let instance: Instance
  let now = '2026-11-20T12:30:00.000Z'
  beforeAll(async () => {
    instance = await openInstance(engine, {}, { now: () => new Date(now) })
  })
  afterAll(() => instance.close())

  const fail = () =>
    openBrowsing(instance.app).visit('/sign-in', { form: { email: 'nobody@example.com', password: 'a wrong one' } })

  test('are refused with the time to wait, in a header and on the page', async () => {
    for (let i = 0; i < 20; i++) expect((await fail()).statusCode).toBe(403)
    const { statusCode, headers, payload } = await fail()
    expect([statusCode, headers['retry-after']]).toEqual([429, '1800'])
    expect(payload).toContain('Too many attempts. Try again in 30 minutes')
    now = '2026-11-20T12:59:30.000Z'
    const late = await fail()
    expect(late.headers['retry-after']).toBe('30')
    expect(late.payload).toContain('Try again in a minute')
  })
})
