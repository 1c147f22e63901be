import { afterEach, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
afterEach(() => instance.close())

const metrics = async () => (await instance.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).payload
const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe.each(ENGINES)('the metrics on %s', (engine) => {
  test('name the version, connections and free space, and count what was refused', async () => {
    instance = await openInstance(engine, { version: '1.2.3', rateLimits: { minute: 2 } })
    for (let i = 0; i < 4; i++) await instance.call({ path: '/api/v1/me' })
    const form = { email: 'nobody@harbour.example', password: 'a wrong password' }
    const browsing = openBrowsing(instance.app)
    await browsing.visit('/sign-in', { form })
    const text = await metrics()
    expect(text).toContain(`handrail_build_info{version="1.2.3",node="${process.versions.node}"} 1`)
    expect(valueIn(text, 'handrail_requests_refused_total{reason="rate_limited"}')).toBe(2)
    expect(valueIn(text, 'handrail_failed_sign_ins_total')).toBe(1)
    expect(valueIn(text, 'handrail_database_connections')).toBe(engine === 'sqlite' ? 1 : 4)
    expect(valueIn(text, 'handrail_database_waiting')).toBe(0)
    expect(valueIn(text, 'handrail_open_streams')).toBe(0)
    const free = valueIn(text, 'handrail_disk_free_bytes{what="database"}')
    if (engine === 'sqlite') expect(free).toBeGreaterThan(1e6)
    else expect(free).toBeUndefined()
  })
})

test('the log has no lines of probes that succeed, and those of other requests', async () => {
  instance = await openInstance('sqlite')
  for (const url of ['/healthz', '/readyz', '/metrics'])
    expect((await instance.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(200)
  const from = instance.logged.length
  expect(instance.logged.filter((line) => /healthz|readyz|metrics/.test(line))).toEqual([])
  // One that is refused is worth a line.
  await instance.app.inject({ url: '/metrics', headers: { host: 'elsewhere.example' } })
  await instance.call({ path: '/api/v1/me' })
  expect(instance.logged.slice(from).map((line) => JSON.parse(line).route)).toEqual(['/metrics', '/api/v1/me'])
})
