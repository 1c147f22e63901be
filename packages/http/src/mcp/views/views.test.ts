import { readFileSync } from 'node:fs'
import { ALL_SCOPES } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Instance, openInstance, SPECIFIED_SCOPES } from '../../../test/support/instance.ts'
import { ERAS, type Era, send, sendShowingViews } from '../../../test/support/mcp.ts'
import { UI_EXTENSION, VIEWS } from './views.ts'

const URIS = Object.keys(VIEWS).map((view) => `ui://handrail/${view}`)

describe.each(Object.keys(ERAS) as Era[])('views of tools, in the %s era', (era) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
  })
  afterAll(() => instance.close())

  const ask = async (method: string, scopes: readonly string[], params: Record<string, unknown> = {}) =>
    send(instance, era, { method, params, token: await instance.acme.key(scopes) })
  const listed = async (scopes: readonly string[]) => {
    const { body } = await ask('resources/list', scopes)
    const uris: string[] = body.result.resources.map(({ uri }: { uri: string }) => uri)
    return uris.filter((uri) => uri.startsWith('ui://'))
  }

  test('each names a resource that is listed and read with the scope of the tool alone', async () => {
    const token = await instance.acme.key(ALL_SCOPES)
    const { body } = await sendShowingViews(instance, era, { method: 'tools/list', token })
    const named = body.result.tools.flatMap(({ name, _meta }: Record<string, { ui: object }>) =>
      _meta ? [[name, _meta.ui]] : [],
    )
    const ui = (view: string) => ({ resourceUri: `ui://handrail/${view}`, visibility: ['model', 'app'] })
    const { show_guide_draft: own, ...others } = Object.fromEntries(named)
    // Hosts do not show it to the model.
    expect(own).toEqual({ resourceUri: 'ui://handrail/guide', visibility: ['app'] })
    expect(others).toEqual({
      list_attention: ui('attention'),
      get_enrollment_timeline: ui('enrollment'),
      get_guide_insights: ui('insights'),
      preview_guide_draft: ui('guide'),
      publish_guide: ui('guide'),
    })
    expect(await listed(ALL_SCOPES)).toEqual(URIS)
    expect(await listed(['insights:read'])).toEqual(URIS.filter((uri) => !uri.endsWith('guide')))
    expect(await listed(['guides:publish'])).toEqual(['ui://handrail/guide'])
    expect(await listed(['messages:write'])).toEqual([])
    const refused = await ask('resources/read', ['guides:write'], { uri: 'ui://handrail/attention' })
    expect(refused.status).toBe(403)
    expect(refused.headers['www-authenticate']).toContain('scope="insights_read"')
    const unknown = await ask('resources/read', ALL_SCOPES, { uri: 'ui://handrail/other' })
    expect(unknown.body.error.code).toBe(-32602)
  })

  test('a tool for a view alone is listed to clients that show views, and to no others', async () => {
    const token = await instance.acme.key(ALL_SCOPES)
    const namesOf = ({ body }: Answer) => body.result.tools.map(({ name }: { name: string }) => name)
    const others = namesOf(await send(instance, era, { method: 'tools/list', token }))
    expect(others).not.toContain('show_guide_draft')
    const shown = namesOf(await sendShowingViews(instance, era, { method: 'tools/list', token }))
    expect(shown.toSorted()).toEqual([...others, 'show_guide_draft'].toSorted())
    // A request that the fast path leaves to the SDK.
    const slowly = {
      method: 'tools/list',
      token,
      headers: { accept: 'application/json, text/event-stream, text/plain' },
    }
    expect(namesOf(await sendShowingViews(instance, era, { ...slowly, id: 2, params: { _extra: 1 } }))).toEqual(shown)
    const forged = { 'mcp-session-id': `${'a'.repeat(22)}.${'b'.repeat(43)}` }
    expect(namesOf(await send(instance, era, { method: 'tools/list', token, headers: forged }))).toEqual(others)
  })

  test('callers of the scopes of the specification see nothing of them', async () => {
    const { body } = await ask('tools/list', SPECIFIED_SCOPES)
    expect(JSON.stringify(body)).not.toContain('"ui"')
    expect(await listed(SPECIFIED_SCOPES)).toEqual([])
  })

  test.each(URIS)('%s is one page under 80 KB that names no address to load from', async (uri) => {
    const { body } = await ask('resources/read', ALL_SCOPES, { uri })
    const [content] = body.result.contents
    expect(content).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app' })
    expect(content._meta.ui.csp).toEqual({
      ...{ connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    })
    expect(Buffer.byteLength(content.text)).toBeLessThan(80 * 1024)
    const text: string = content.text
    expect(text.match(/<(?:link|img|iframe|base)\b|\bsrc=|https?:\/\/(?!www\.w3\.org\/)/g)).toBeNull()
  })
})

describe('the extension of views', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
  })
  afterAll(() => instance.close())

  test.each([
    ['modern', 'server/discover', {}],
    [
      'former',
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
    ],
  ] as const)('is offered to callers with a view alone (%s)', async (era, method, params) => {
    const offered = async (scopes: readonly string[]) => {
      const { body } = await send(instance, era, { method, params, token: await instance.acme.key(scopes) })
      return body.result.capabilities.extensions
    }
    expect(await offered(['insights:read'])).toEqual({ [UI_EXTENSION]: {} })
    expect(await offered(SPECIFIED_SCOPES)).toBeUndefined()
  })

  test('has the colours of the console', () => {
    const tokensIn = (path: string) => {
      const css = readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8')
      return new Map(
        [...css.matchAll(/(--[\w-]+): (?:var\(--[\w-]+, )?(light-dark\([^)]*\))/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      )
    }
    const console = tokensIn('apps/console/src/style/tokens.css')
    const own = tokensIn('packages/http/dist/handrail-files/views/guide.html')
    expect(own.size).toBeGreaterThan(25)
    for (const [name, value] of own) expect([name, value]).toEqual([name, console.get(name)])
  })
})
