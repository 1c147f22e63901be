import { ALL_SCOPES } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { ERAS, type Era, type Sent } from '../../../test/support/mcp.ts'
import { silent } from '../../server/log.ts'
import { createMethods, isDenial } from '../protocol/methods.ts'
import type { Exchange, Message } from '../protocol/protocol.ts'
import { createHandler } from '../protocol/sdk.ts'
import { createTools } from '../tools/tools.ts'
import { createFastPath } from './fast-path.ts'
import { fastPathRequest } from './fast-path-request.ts'

const tools = createTools()
const methods = createMethods(tools)
const answerFast = createFastPath(tools, methods)
const answerFully = createHandler(methods, silent)

let instance: Instance
let contact_id: string
beforeAll(async () => {
  instance = await openInstance('sqlite')
  const contact = {
    email: 'zoe@harbour.example',
    first_name: 'Zoé "Z" 😀',
    metadata: { deep: [1, { a: null }], line: 'one \u2028 two' },
  }
  const { body } = await instance.call({ method: 'POST', path: '/api/v1/contacts', body: { contact } })
  contact_id = body.data.id
})
afterAll(() => instance.close())

/** What each of the two comes to: a body, or a denial. */
async function outcomes(message: Message, token: string) {
  const exchange: Exchange = { context: await instance.handrail.authenticate(token), requestId: 'same', logger: silent }
  const settle = (answer: Promise<string>) =>
    answer.then(JSON.parse, (error) => (isDenial(error) ? `${error.code} ${error.scopes}` : Promise.reject(error)))
  const fast = answerFast(message, exchange)
  const full = answerFully(message, exchange).then((response) => {
    expect(response.status).toBe(200)
    return response.text()
  })
  return { fast: fast && (await settle(fast)), full: await settle(full) }
}

const call = (name: string, given?: object): Sent => ({
  method: 'tools/call',
  params: { name, ...(given && { arguments: given }) },
})

const COMMON: [string, () => Sent][] = [
  ['tools/list', () => ({ method: 'tools/list' })],
  ['an id that is a text', () => ({ method: 'tools/list', id: 'a "quoted" id' })],
  ['a list', () => call('list_contacts', { per_page: 5 })],
  ['a call without arguments', () => call('list_guides')],
  ['a record', () => call('get_contact', { id: contact_id })],
  ['a guide', () => call('get_guide', { id: instance.acme.guide_id })],
  ['an unknown id', () => call('get_contact', { id: '01900000-0000-7000-8000-000000000000' })],
  ['unknown arguments', () => call('list_contacts', { colour: 'red', size: 1 })],
  ['wrong arguments', () => call('create_contact', { email: 'nobody', first_name: '' })],
  ['an unknown tool', () => call('delete_everything', {})],
  ['the name of a property of objects', () => call('constructor', {})],
  ['a resource', () => ({ method: 'resources/read', params: { uri: `service://guides/${instance.acme.guide_id}` } })],
  ['a view', () => ({ method: 'resources/read', params: { uri: 'ui://handrail/attention' } })],
  ['an unknown guide', () => ({ method: 'resources/read', params: { uri: 'service://guides/none' } })],
  ['an unknown resource', () => ({ method: 'resources/read', params: { uri: 'file:///etc/passwd' } })],
]

describe.each(Object.keys(ERAS) as Era[])('the fast path and the SDK agree, %s', (era) => {
  test.each(COMMON)('on %s', async (_what, sent) => {
    for (const scopes of [ALL_SCOPES, ['contacts:read'], ['guides:read']] as const) {
      const { fast, full } = await outcomes(ERAS[era](sent()), await instance.acme.key(scopes))
      expect(fast).toBeDefined()
      expect(fast).toStrictEqual(full)
    }
  })

  test.each<[string, (message: Message & { body: Record<string, unknown> }) => void]>([
    ['another version of JSON-RPC', ({ body }) => (body.jsonrpc = '1.0')],
    ['no id', ({ body }) => delete body.id],
    ['an id that is null', ({ body }) => (body.id = null)],
    ['an id that is a fraction', ({ body }) => (body.id = 1.5)],
    ['a field beside those of JSON-RPC', ({ body }) => (body.extra = 1)],
    ['another method', ({ body }) => (body.method = 'prompts/list')],
    ['the name of a property of objects as method', ({ body }) => (body.method = 'constructor')],
    ['parameters in a list', ({ body }) => (body.params = [])],
    ['a cursor', ({ body }) => (body.params = { ...(body.params as object), cursor: 'x' })],
    ['an unknown revision', ({ headers }) => (headers['mcp-protocol-version'] = '2030-01-01')],
    ['a broken progress token', ({ body }) => (body.params = { _meta: { ...metaOf(body), progressToken: {} } })],
    ['_meta that is no object', ({ body }) => (body.params = { _meta: 1 })],
  ])('%s is left to the SDK', (_what, spoil) => {
    const message = ERAS[era]({ method: 'tools/list' })
    expect(fastPathRequest(message)).toBeDefined()
    spoil(message)
    expect(fastPathRequest(message)).toBeUndefined()
  })
})

test.each<[string, Partial<Sent>]>([
  ['another method in the header', { headers: { 'mcp-method': 'tools/call' } }],
  ['a name in the header that the body has not', { headers: { 'mcp-name': 'x' } }],
  [
    'a revision in the body that the header does not name',
    { params: { _meta: { ...envelope(), 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } } },
  ],
  ['no capabilities', { params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } }],
  ['a log level', { params: { _meta: { ...envelope(), 'io.modelcontextprotocol/logLevel': 'info' } } }],
  [
    'broken capabilities',
    { params: { _meta: { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': { roots: 1 } } } },
  ],
  ['a broken client', { params: { _meta: { ...envelope(), 'io.modelcontextprotocol/clientInfo': { name: 1 } } } }],
])('a request of the newest revision with %s is left to the SDK', (_what, sent) => {
  expect(fastPathRequest(ERAS.modern({ method: 'tools/list', ...sent }))).toBeUndefined()
})

test('a request of an earlier revision that does not accept event streams is left to the SDK', () => {
  const message = ERAS.former({ method: 'tools/list', headers: { accept: 'application/json' } })
  expect(fastPathRequest(message)).toBeUndefined()
})

function metaOf({ params }: Record<string, unknown>): object {
  return ((params ?? {}) as { _meta?: object })._meta ?? {}
}

function envelope(): object {
  return metaOf(ERAS.modern({ method: 'tools/list' }).body)
}
