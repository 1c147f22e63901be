import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const PROXY = '172.18.0.2'
const REFUSED = 429

describe.each(ENGINES)('visitors behind a proxy on %s', (engine) => {
  let instance: Instance
  let declared: Instance
  beforeAll(async () => {
    // The minute of a limit does not end amid the requests that it counts.
    const at = new Date()
    const core = { now: () => at }
    instance = await openInstance(engine, {}, core)
    declared = await openInstance(engine, { trustProxy: [PROXY] }, core)
  })
  afterAll(() => Promise.all([instance.close(), declared.close()]))

  const register = async ({ app }: Instance, remoteAddress: string, forwarded?: string) => {
    const headers = { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) }
    const payload = JSON.stringify({ redirect_uris: ['https://app.example/cb'] })
    return (await app.inject({ method: 'POST', url: '/oauth/register', headers, payload, remoteAddress })).statusCode
  }
  const flood = async (server: Instance, remoteAddress: string, forwarded?: string) => {
    const statuses: number[] = []
    for (let i = 0; i < 51; i++) statuses.push(await register(server, remoteAddress, forwarded))
    return statuses.at(-1)
  }
  const warnings = ({ logged }: Instance) =>
    logged.flatMap((line) => (line.includes('"level":40') ? [JSON.parse(line).msg] : []))

  test('behind an undeclared proxy do not share its limit, and cannot choose their own address', async () => {
    expect(await flood(instance, PROXY, '203.0.113.1')).toBe(REFUSED)
    expect(await register(instance, PROXY, '203.0.113.2')).toBe(201)
    // What a visitor sends itself comes first; what the proxy adds, last.
    expect(await register(instance, PROXY, '203.0.113.99, 203.0.113.1')).toBe(REFUSED)
    expect(await register(instance, PROXY, 'nonsense')).toBe(201)
  })

  test('behind an undeclared proxy have one limit for all addresses that they claim', async () => {
    const peer = '172.18.0.3'
    const statuses: number[] = []
    for (let i = 0; i < 130; i++) statuses.push(await register(instance, peer, `198.18.0.${i}`))
    expect(statuses.filter((status) => status === 201)).toHaveLength(120)
    expect(statuses.at(-1)).toBe(REFUSED)
    const miss = async (i: number) => {
      const headers = { 'x-forwarded-for': `198.18.1.${i}` }
      return (await instance.app.inject({ url: `/g/made-up-${i}`, headers, remoteAddress: peer })).statusCode
    }
    const missed: number[] = []
    for (let i = 0; i < 200; i++) missed.push(await miss(i))
    expect(missed.filter((status) => status === REFUSED)).toHaveLength(80)
  })

  test('from outside the proxy have one limit, whatever address they claim', async () => {
    expect(await flood(instance, '198.51.100.7')).toBe(REFUSED)
    expect(await register(instance, '198.51.100.7', '203.0.113.55')).toBe(REFUSED)
  })

  test('an undeclared proxy is logged once, with the setting to change', () => {
    expect(warnings(instance)).toEqual([
      `Requests are forwarded by ${PROXY}, which is not declared as a proxy. If it is yours, set HANDRAIL_TRUST_PROXY=${PROXY}: otherwise all visitors can count as one`,
    ])
  })

  test('behind a declared proxy are identified by the address that it forwards, without a warning', async () => {
    expect(await flood(declared, PROXY, '203.0.113.1')).toBe(REFUSED)
    expect(await register(declared, PROXY, '203.0.113.2')).toBe(201)
    expect(warnings(declared)).toEqual([])
  })

  test('the health check reports the undeclared proxy to doctor', async () => {
    const told = async ({ app }: Instance, headers = {}) =>
      (await app.inject({ url: '/healthz', headers, remoteAddress: PROXY })).headers['x-handrail-proxy']
    const forwarded = { 'x-forwarded-for': '203.0.113.1' }
    expect([await told(instance, forwarded), await told(instance), await told(declared, forwarded)]).toEqual([
      'undeclared',
      undefined,
      undefined,
    ])
  })
})
