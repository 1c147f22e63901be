import { ALL_SCOPES, operations } from '@handrail/core'
import { OPERATIONS, scopeText } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGREED, begin, messagesOf, post } from '../../test/support/asking.ts'
import { type Authorization, openAuthorization, REDIRECT_URI } from '../../test/support/authorization.ts'
import { dumpDatabase } from '../../test/support/dump.ts'
import { ENGINES, type Json } from '../../test/support/instance.ts'
import { ELICITING, listen, send } from '../../test/support/mcp.ts'
import { makeStage, type Stage } from '../../test/support/own-tools.ts'

const { changeMemberRole, createApplication, listConnections, revokeConnection } = operations

/** Tables that every effect of a tool shows in. Requests are counted elsewhere, whether or not they are refused. */
const TABLES = [
  ...['contacts', 'organisations', 'enrollments', 'enrollment_steps', 'messages', 'submissions'],
  ...['guides', 'guide_versions', 'emails', 'events', 'audit_entries', 'confirmations'],
]

interface Ending {
  status: number
  /** What a model reads, with what to do. */
  words: RegExp
  end(connected: Connected): Promise<unknown>
}

interface Connected {
  bound: Awaited<ReturnType<Authorization['handrail']['asSystem']>>
  user_id: string
  token: string
}

const ENDINGS: Record<string, Ending> = {
  'the connection is ended': {
    status: 401,
    words: /^The access token is unknown or was revoked\. Tell the user to connect again/,
    async end({ bound, user_id }) {
      const { data } = await bound.invoke(listConnections, {})
      const own = data.find(({ user }) => user?.id === user_id)
      await bound.invoke(revokeConnection, { id: own?.id ?? '' })
    },
  },
  'the role is lowered': {
    status: 403,
    words: /^You are not allowed to do this\. .*[Tt]ell the user/,
    end: ({ bound, user_id }) => bound.invoke(changeMemberRole, { user_id, role: 'viewer' }),
  },
}

describe.each(ENGINES)('access that is taken back from an assistant, on %s', (engine) => {
  let server: Authorization
  let stage: Stage
  let url: URL
  beforeAll(async () => {
    server = await openAuthorization(engine)
    url = await listen(server)
    stage = await makeStage(server, (kind) => kind)
  })
  afterAll(() => server.close())

  /** Somebody new who has connected an assistant, and ticked everything. */
  async function connect(): Promise<Connected> {
    const bound = await server.handrail.asSystem(server.acme.id)
    const fields = { name: 'Claude', redirect_uris: [REDIRECT_URI], scopes: [...ALL_SCOPES] }
    const { data } = await bound.invoke(createApplication, fields)
    const person = await server.signIn()
    const asked = { client_id: data.id, redirect_uri: REDIRECT_URI, response_type: 'code' }
    const page = await server.authorize({ ...asked, resource: `${server.handrail.settings.publicUrl}/mcp` }, person)
    const ticked = Object.fromEntries(ALL_SCOPES.map((scope) => [scopeText([scope]), 'on']))
    const { headers } = await server.answer(page.text, ticked, person)
    const code = new URL(headers.location ?? '').searchParams.get('code') ?? ''
    const { body } = await server.exchange({ client_id: data.id, client_secret: data.client_secret ?? '' }, code)
    return { bound, user_id: person.id, token: String(body.access_token) }
  }

  async function ownTools(token: string): Promise<{ name: string; previews: boolean; reads: boolean }[]> {
    const { body } = await send(server, 'modern', { method: 'tools/list', token })
    const isOwn = (name: string) =>
      OPERATIONS.find((one) => one.tool && (one.tool.name ?? one.name) === name)?.tool?.scope
    return body.result.tools.flatMap(({ name, inputSchema, annotations }: Json) =>
      isOwn(name)
        ? [{ name, previews: 'confirmation' in inputSchema.properties, reads: annotations.readOnlyHint }]
        : [],
    )
  }

  const call = (token: string, name: string, given: object, more: object = {}) =>
    send(server, 'modern', { method: 'tools/call', params: { name, arguments: given, ...more }, token })
  const argumentsOf = (name: string) =>
    stage.argumentsOf[name]?.() ?? Promise.reject(new Error(`${name}: no arguments`))
  async function contents() {
    const dump = await dumpDatabase(engine, server.database)
    for (const name of TABLES) expect(dump.get(name), name).toBeDefined()
    return TABLES.map((name) => [name, dump.get(name)])
  }

  describe.each(Object.entries(ENDINGS))('when %s', (_what, { status, words, end }) => {
    test('every own tool that it no longer covers is refused in words, and changes nothing', async () => {
      const connected = await connect()
      const tools = await ownTools(connected.token)
      expect(tools.length).toBeGreaterThan(18)
      const given = new Map(await Promise.all(tools.map(async ({ name }) => [name, await argumentsOf(name)] as const)))
      await end(connected)
      const before = await contents()
      for (const { name, reads } of tools) {
        const answer = await call(connected.token, name, given.get(name) ?? {})
        if (status === 403 && reads && !/draft|templates/.test(name)) {
          expect([answer.status, answer.body.result.isError], name).toEqual([200, undefined])
          continue
        }
        expect(answer.status, name).toBe(status)
        expect(answer.body.error.message, name).toMatch(words)
      }
      expect(await contents()).toEqual(before)
    })

    test('after a preview, its confirmation is refused, and nothing is done', async () => {
      const connected = await connect()
      const previewing = (await ownTools(connected.token)).filter(({ previews }) => previews)
      expect(previewing.length).toBeGreaterThan(3)
      const confirmations = []
      for (const { name } of previewing) {
        const given = await argumentsOf(name)
        const { body } = await call(connected.token, name, given)
        const { confirmation } = body.result.structuredContent.data
        expect(confirmation, name).toMatch(/^hr_cf_/)
        confirmations.push({ name, given: { ...given, confirmation } })
      }
      await end(connected)
      const before = await contents()
      for (const { name, given } of confirmations) {
        const answer = await call(connected.token, name, given)
        expect([answer.status, answer.body.error.message], name).toEqual([status, expect.stringMatching(words)])
      }
      expect(await contents()).toEqual(before)
    })

    test('after a question of 2026-07-28, its answer is refused, and nothing is done', async () => {
      const connected = await connect()
      const asked = []
      for (const { name } of (await ownTools(connected.token)).filter(({ previews }) => previews)) {
        const given = await argumentsOf(name)
        const { body } = await call(connected.token, name, given, ELICITING)
        expect(body.result.resultType, name).toBe('input_required')
        asked.push({ name, given, requestState: String(body.result.requestState) })
      }
      await end(connected)
      const before = await contents()
      for (const { name, given, requestState } of asked) {
        const more = { ...ELICITING, requestState, inputResponses: { confirm: AGREED } }
        const answer = await call(connected.token, name, given, more)
        expect([answer.status, answer.body.error.message], name).toEqual([status, expect.stringMatching(words)])
      }
      expect(await contents()).toEqual(before)
    })

    test('after a question of a revision before that, its answer is refused, and nothing is done', async () => {
      const connected = await connect()
      const { token } = connected
      const session = (await begin(url, token)) ?? ''
      const asked = []
      for (const { name } of (await ownTools(token)).filter(({ previews }) => previews)) {
        const params = { name, arguments: await argumentsOf(name) }
        const gone = new AbortController()
        const response = await post(
          url,
          { id: name, method: 'tools/call', params },
          { token, session, signal: gone.signal },
        )
        const messages = messagesOf(response)
        const question: Json = (await messages.next()).value
        expect(question.method, name).toBe('elicitation/create')
        asked.push({ name, question, messages, gone })
      }
      await end(connected)
      const before = await contents()
      for (const { name, question, messages, gone } of asked) {
        const answered = await post(url, { id: question.id, result: AGREED }, { token, session })
        if (status === 401) {
          expect(answered.status, name).toBe(401)
          expect(((await answered.json()) as Json).error.message, name).toMatch(words)
          gone.abort()
          continue
        }
        const { result }: Json = (await messages.next()).value
        expect([result.isError, result.content[0].text], name).toEqual([true, expect.stringMatching(words)])
        expect(result.content[0].text, name).toContain('Nothing was changed')
      }
      expect(await contents()).toEqual(before)
    })
  })
})
