import { describe, expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../test/support/instance.ts'

describe.each(ENGINES)('rate limits, on %s', (engine) => {
  test('report the remaining requests, then refuse until the window ends', async () => {
    const instance = await openInstance(engine, { rateLimits: { minute: 3, hour: 50 } })
    const answers = []
    for (let count = 0; count < 4; count++) answers.push(await instance.call({ path: '/api/v1/guides/x' }))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])

    const { headers, body } = answers[3] ?? expect.fail()
    const left = Number(headers['retry-after'])
    expect(body.error.type).toBe('rate_limited')
    expect(left).toBeGreaterThanOrEqual(1)
    expect(left).toBeLessThanOrEqual(60)
    expect(headers['x-ratelimit-limit']).toBe('3')
    expect(Number(headers['x-ratelimit-reset']) % 60).toBe(0)
    expect(headers['ratelimit-policy']).toBe('"minute";q=3;w=60, "hour";q=50;w=3600')
    expect(headers.ratelimit).toBe(`"minute";r=0;t=${left}`)

    const key = await instance.acme.key(['guides:read'])
    expect((await instance.call({ path: '/api/v1/guides', token: key })).status).toBe(200)
    await instance.close()
  })

  test('describe the window that stops the client first', async () => {
    const instance = await openInstance(engine, { rateLimits: { minute: 100, hour: 2 } })
    const { headers } = await instance.call({ path: '/api/v1/guides' })
    expect(headers.ratelimit).toMatch(/^"hour";r=1;t=\d+$/)
    await instance.close()
  })

  test('can be switched off', async () => {
    const instance = await openInstance(engine, { rateLimits: { minute: 0, hour: 0 } })
    const { status, headers } = await instance.call({ path: '/api/v1/guides' })
    expect(status).toBe(200)
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([])
    await instance.close()
  })
})
