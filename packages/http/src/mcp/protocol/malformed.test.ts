import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { ERAS, type Era } from '../../../test/support/mcp.ts'

const VALUES = [null, 1.5, '', [], {}, [[]], true, { a: { b: [] } }, 'a'.repeat(5000), '\0', '\ud800', 'constructor']
const FIELDS = [
  'name',
  'arguments',
  'uri',
  'cursor',
  '_meta',
  'protocolVersion',
  'task',
  'requestState',
  'notifications',
]
const METHODS = [
  'tools/list',
  'tools/call',
  'resources/read',
  'resources/list',
  'initialize',
  'server/discover',
  'ping',
  'notifications/cancelled',
  'subscriptions/listen',
  'logging/setLevel',
  'prompts/get',
  'completion/complete',
  'tasks/get',
  'sampling/createMessage',
]

/** Headers that HTTP can carry. */
const sendable = (text: string) => text.replace(/[^\x20-\x7e]/g, '')

describe.each(Object.keys(ERAS) as Era[])('a malformed request of the %s era', (era) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite', { rateLimits: { minute: 0, hour: 0 } })
  })
  afterAll(() => instance.close())

  /** An answer in time, in the form of the protocol, for which nobody has to look into the log. */
  async function expectAnswer(headers: Record<string, string>, body: unknown) {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sendable(value)]))
    const { status, text } = await instance.call({
      method: 'POST',
      path: '/mcp',
      headers: sent,
      body: JSON.stringify(body),
    })
    expect(status, `${JSON.stringify(body).slice(0, 200)} ${text}`).toBeLessThan(500)
    if (text.startsWith('{')) expect(JSON.parse(text).jsonrpc).toBe('2.0')
  }

  test.each(METHODS)('with the method %s is answered, and never with an internal error', async (method) => {
    const { headers, body } = ERAS[era]({ method, params: { name: 'get_contact', arguments: { id: 'x' } } })
    for (const value of VALUES) {
      for (const field of FIELDS) await expectAnswer(headers, { ...body, params: { ...body.params, [field]: value } })
      await expectAnswer(headers, { ...body, id: value })
      await expectAnswer(headers, { ...body, params: value })
      await expectAnswer(headers, { ...body, method: value })
      await expectAnswer(headers, [value, body])
      await expectAnswer(headers, value)
      await expectAnswer({ ...headers, 'mcp-protocol-version': String(value) }, body)
    }
    expect(instance.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
