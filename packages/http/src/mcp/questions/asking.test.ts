import { createHandrail } from '@handrail/core'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGREED, begin as beginAt, CLIENT, messagesOf, post as postTo } from '../../../test/support/asking.ts'
import { ENGINES, type Instance, type Json, openInstance, PUBLIC_URL, SECRET } from '../../../test/support/instance.ts'
import { listen } from '../../../test/support/mcp.ts'
import { createApp } from '../../index.ts'
import { MOST_OPEN } from './open-questions.ts'

const SCOPES = ['guides:read', 'guides:write', 'guides:publish']
const SECTIONS = [{ title: 'S', steps: [{ title: 'T' }] }]
const ELICITS = { elicitation: {} }

type Decide = (message: string) => Json

/** Clients of both SDKs that begin with `initialize` and can ask. */
const CLIENTS = {
  'second SDK': async (url: URL, headers: Record<string, string>, decide: Decide) => {
    const client = new Client(CLIENT, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: 'legacy' },
    })
    client.setRequestHandler('elicitation/create', async ({ params }) => decide(params.message) as never)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    return client as unknown as { callTool(call: Json): Promise<Json>; close(): Promise<void> }
  },
  'first SDK': async (url: URL, headers: Record<string, string>, decide: Decide) => {
    const client = new FormerClient(CLIENT, { capabilities: ELICITS })
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => decide(params.message) as never)
    // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
    const transport = new FormerTransport(url, { requestInit: { headers } }) as unknown
    await client.connect(transport as Parameters<FormerClient['connect']>[0])
    return client as unknown as { callTool(call: Json): Promise<Json>; close(): Promise<void> }
  },
}

describe.each(ENGINES)('clients before 2026-07-28 that can ask a person, on %s', (engine) => {
  let instance: Instance
  let url: URL
  let token: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    url = await listen(instance)
    token = await instance.acme.key(SCOPES)
  })
  afterAll(() => instance.close())

  const post = (message: Json, { to = url, own = token, session = '', signal = new AbortController().signal } = {}) =>
    postTo(to, message, { token: own, session, signal })
  const begin = (own = token, capabilities: Json = ELICITS, protocolVersion?: string) =>
    beginAt(url, own, capabilities, protocolVersion)

  async function draft(title: string) {
    const params = { name: 'create_guide_draft', arguments: { title, sections: SECTIONS } }
    const answer: Json = await (await post({ id: 1, method: 'tools/call', params })).json()
    const { id, revision } = answer.result.structuredContent.data
    return { id: String(id), revision: String(revision) }
  }

  const statusOf = async (id: string) =>
    (await instance.call({ path: `/api/v1/guides/${id}/draft` })).body.data.status as string

  /** Calls publish_guide, and reads what comes as it comes. */
  async function publish(given: Json, { own = token, id = 'call' as string | number, to = url } = {}) {
    const session = (await begin(own)) ?? ''
    const gone = new AbortController()
    const params = { name: 'publish_guide', arguments: given }
    const response = await post({ id, method: 'tools/call', params }, { to, own, session, signal: gone.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const messages = messagesOf(response)
    const { value: question } = await messages.next()
    return {
      session,
      question: question as Json,
      next: async () => (await messages.next()).value,
      drop: () => gone.abort(),
    }
  }

  const reply = (question: Json, result: Json, to: Parameters<typeof post>[1] = {}) =>
    post({ id: question.id, result }, to)

  describe.each(Object.entries(CLIENTS))('the %s', (_name, connect) => {
    test('asks before it publishes, and does what the person decides', async () => {
      const answers = [
        { action: 'decline' },
        { action: 'cancel' },
        { action: 'accept', content: { agree: false } },
        AGREED,
      ]
      const asked: string[] = []
      const client = await connect(url, { authorization: `Bearer ${token}` }, (message) => {
        asked.push(message)
        return answers.shift() ?? {}
      })
      const given = await draft('Asked')
      const call = () => client.callTool({ name: 'publish_guide', arguments: given })
      for (let refused = 0; refused < 3; refused++) {
        expect((await call()).content[0].text).toMatch(/^The user did not agree. Nothing was changed/)
        expect(await statusOf(given.id)).toBe('draft')
      }
      expect((await call()).structuredContent.data).toMatchObject({ published: true })
      expect(await statusOf(given.id)).toBe('published')
      expect(new Set(asked).size).toBe(1)
      expect(asked[0]).toContain('Publish "Asked"?')
      await client.close()
    })
  })

  test.each<[string, Json, string, boolean]>([
    ['elicitation', ELICITS, '2025-11-25', true],
    ['elicitation', ELICITS, '2025-06-18', true],
    ['nothing', {}, '2025-11-25', false],
    ['addresses alone', { elicitation: { url: {} } }, '2025-11-25', false],
    ['elicitation too early', ELICITS, '2025-03-26', false],
  ])('a client that announces %s at %s (%s) gets a session id: %s', async (_what, capabilities, revision, gets) => {
    expect((await begin(token, capabilities, revision)) !== null).toBe(gets)
  })

  test('a session id that was not given here is ignored: the call is answered with the preview', async () => {
    const given = await draft('Forged')
    const forged = `${(await begin())?.split('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA`
    for (const session of ['', 'x', forged]) {
      const params = { name: 'publish_guide', arguments: given }
      const answer: Json = await (await post({ id: 1, method: 'tools/call', params }, { session })).json()
      expect(answer.result.structuredContent.data.confirmation).toMatch(/^hr_cf_/)
    }
  })

  test('a confirmation that the model got elsewhere does not skip the question', async () => {
    const given = await draft('Skipped')
    const body = { publication: { revision: given.revision } }
    const path = `/api/v1/guides/${given.id}/draft/publish`
    const { confirmation } = (await instance.call({ method: 'POST', path, token, body })).body.data
    const { question, next } = await publish({ ...given, confirmation })
    await reply(question, { action: 'decline' })
    expect((await next()).result.content[0].text).toMatch(/did not agree/)
    expect(await statusOf(given.id)).toBe('draft')
  })

  test('an answer counts from the same credential alone, whatever its session', async () => {
    const given = await draft('Whose')
    const { question, session, next } = await publish(given)
    const other = await instance.acme.key(SCOPES)
    const stranger = await instance.other.key(SCOPES)
    for (const own of [other, stranger]) expect((await reply(question, AGREED, { own, session })).status).toBe(202)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(await statusOf(given.id)).toBe('draft')
    expect((await reply(question, AGREED)).status).toBe(202)
    expect((await next()).result.structuredContent.data.published).toBe(true)
  })

  test('an answer that is an error, or none, agrees to nothing', async () => {
    const given = await draft('Error')
    for (const answer of [{ error: { code: -1, message: 'no' } }, { result: { agree: true } }, { result: 'yes' }]) {
      const { question, next } = await publish(given)
      await post({ id: question.id, ...answer })
      expect((await next()).result.content[0].text).toMatch(/did not agree/)
    }
    expect(await statusOf(given.id)).toBe('draft')
  })

  test('a call that its client cancels ends without a result, and an answer to it counts no more', async () => {
    const given = await draft('Cancelled')
    const { question, session, next } = await publish(given)
    await post({ method: 'notifications/cancelled', params: { requestId: 'another' } }, { session })
    await post({ method: 'notifications/cancelled', params: { requestId: 'call' } }, { session })
    expect(await next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: question.id } })
    expect(await next()).toBeUndefined()
    await reply(question, AGREED)
    expect(await statusOf(given.id)).toBe('draft')
  })

  test('questions of one credential are bounded, and a dropped connection frees its place', async () => {
    const own = await instance.acme.key(SCOPES)
    const given = await draft('Many')
    const open = []
    for (let id = 0; id < MOST_OPEN.caller; id++) open.push(await publish(given, { own, id }))
    const params = { name: 'publish_guide', arguments: given }
    const session = (await begin(own)) ?? ''
    const tryAgain = () => post({ id: 'more', method: 'tools/call', params }, { own, session })
    const refused: Json = await (await tryAgain()).json()
    expect(refused.result.isError).toBe(true)
    expect(refused.result.content[0].text).toMatch(/^Too many questions/)
    // Another credential is not held up.
    ;(await publish(given)).drop()
    open[0]?.drop()
    await expect.poll(async () => (await tryAgain()).headers.get('content-type')).toContain('text/event-stream')
    for (const { drop } of open) drop()
    expect(await statusOf(given.id)).toBe('draft')
  })

  test('an answer given to another process reaches the one that waits', async ({ skip }) => {
    if (engine === 'sqlite') return skip('one process serves an SQLite file')
    const handrail = await createHandrail({ database: instance.database, publicUrl: PUBLIC_URL, secret: SECRET })
    const app = await createApp({ handrail })
    try {
      const to = await listen({ app } as Instance)
      const given = await draft('Elsewhere')
      const cancelled = await publish(given)
      await post(
        { method: 'notifications/cancelled', params: { requestId: 'call' } },
        { to, session: cancelled.session },
      )
      expect((await cancelled.next()).method).toBe('notifications/cancelled')
      const { question, next } = await publish(given)
      const other = await instance.acme.key(SCOPES)
      await reply(question, { action: 'decline' }, { to, own: other })
      await reply(question, AGREED, { to })
      expect((await next()).result.structuredContent.data.published).toBe(true)
    } finally {
      await app.close()
      await handrail.close()
    }
  })

  test('a server that stops ends open calls with a result', async () => {
    const app = await createApp({ handrail: instance.handrail })
    const to = await listen({ app } as Instance)
    const given = await draft('Stopped')
    const { next } = await publish(given, { to })
    const closed = app.close()
    expect((await next()).result.content[0].text).toMatch(/^The service is stopping. Nothing was changed/)
    await closed
  })
})
