import { operations } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import { ASSISTANT_JOBS } from '@handrail/core/pages/assistant-jobs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { connect, listen, send } from '../../../test/support/mcp.ts'

const { createUser } = operations

const OWNER = { email: 'ada@example.com', password: 'correct horse battery' }

/** The page of an instance, and what is on it to be copied. */
async function visitPage(publicUrl: string) {
  const instance = await openInstance('sqlite', {}, { publicUrl })
  const workspace = await instance.handrail.asSystem(instance.acme.id)
  await workspace.invoke(createUser, { ...OWNER, name: 'Ada', role: 'viewer' })
  const browsing = openBrowsing(instance.app)
  const headers = { origin: new URL(publicUrl).origin }
  await browsing.visit('/sign-in', { form: OWNER, headers })
  const { statusCode, payload } = await browsing.visit('/assistants')
  expect(statusCode).toBe(200)
  const snippets = [
    ...payload.matchAll(/<figcaption><span>([^<]+)<\/span>.*?<\/figcaption><pre><code>([^<]+)<\/code>/g),
  ]
  return { instance, payload, snippets: snippets.map(([, label = '', text = '']) => [label, plain(text)] as const) }
}

function plain(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

describe.each([
  ['https://handrail.example', true],
  ['https://example.com/onboarding', true],
  ['http://localhost:3000', false],
  ['https://handrail.internal', false],
  ['https://192.168.1.5', false],
])('the page about assistants of %s', (publicUrl, isReachable) => {
  let instance: Instance
  let page: Awaited<ReturnType<typeof visitPage>>
  const address = `${publicUrl}/mcp`
  beforeAll(async () => {
    page = await visitPage(publicUrl)
    instance = page.instance
  })
  afterAll(() => instance.close())

  test('contains a configuration for each common assistant, with the address of the instance', () => {
    const bridge = { command: 'npx', args: ['-y', '--prefer-offline', `${publicUrl}/mcp-bridge.tgz`, address] }
    const remote = { type: 'http', url: address }
    const files = page.snippets.filter(([, text]) => text.startsWith('{'))
    expect(files.map(([label, text]) => [label, JSON.parse(text)])).toEqual([
      ['claude_desktop_config.json', { mcpServers: { handrail: bridge } }],
      ['.mcp.json', { mcpServers: { handrail: remote } }],
      ['~/.cursor/mcp.json', { mcpServers: { handrail: { url: address } } }],
      ['.vscode/mcp.json', { servers: { handrail: remote } }],
      ['.vscode/mcp.json', { servers: { handrail: { type: 'stdio', ...bridge } } }],
      ['For assistants that connect over HTTP', { mcpServers: { handrail: remote } }],
      ['For assistants that start a program', { mcpServers: { handrail: bridge } }],
      [
        'With an API key',
        { mcpServers: { handrail: { ...remote, headers: { Authorization: 'Bearer YOUR_API_KEY' } } } },
      ],
    ])
    const others = page.snippets
      .filter(([label, text]) => !text.startsWith('{') && label !== 'Request')
      .map(([, text]) => text)
    expect(others).toEqual([
      address,
      ...(isReachable ? [address] : []),
      `claude mcp add --transport http handrail ${address}`,
    ])
  })

  test('contains links that open Cursor and VS Code with the same', () => {
    const linkOf = (start: string) => plain(new RegExp(`href="(${start}[^"]+)"`).exec(page.payload)?.[1] ?? '')
    const cursor = new URL(linkOf('cursor:')).searchParams
    expect(cursor.get('name')).toBe('handrail')
    expect(JSON.parse(Buffer.from(cursor.get('config') ?? '', 'base64').toString())).toEqual({ url: address })
    const vsCode = decodeURIComponent(linkOf('vscode:').replace('vscode:mcp/install?', ''))
    expect(JSON.parse(vsCode)).toEqual({ name: 'handrail', type: 'http', url: address })
  })

  test('offers no service that cannot reach the instance', () => {
    expect(page.payload.includes('cannot reach')).toBe(!isReachable)
    expect(page.payload.includes('Add custom connector')).toBe(isReachable)
  })
})

test('each job of the page about assistants names the permissions that its prompt needs', async () => {
  const instance = await openInstance('sqlite')
  for (const { prompt, scopes } of ASSISTANT_JOBS) {
    const listed = async (held: readonly string[]) => {
      const asked = { method: 'prompts/list', token: await instance.acme.key(held) }
      const { prompts } = (await send(instance, 'modern', asked)).body.result
      return prompts.some(({ name }: { name: string }) => name === prompt)
    }
    expect(await listed(scopes), prompt).toBe(true)
  }
  await instance.close()
})

test('a client connects with the address and header of the page about assistants', async () => {
  const { instance, snippets } = await visitPage('http://localhost:3000')
  const served = await listen(instance)
  const [, text = ''] = snippets.find(([label]) => label === 'With an API key') ?? []
  const { url, headers } = JSON.parse(text).mcpServers.handrail
  expect(new URL(url).pathname).toBe(served.pathname)
  const token = headers.Authorization.replace('Bearer ', '').replace('YOUR_API_KEY', instance.acme.token)
  const client = await connect(served, token, 'auto')
  // The client shows no views, and so has no tools that are for views alone.
  expect((await client.listTools()).tools).toHaveLength(OPERATIONS.filter(({ tool }) => tool && !tool.isOfView).length)
  await client.close()
  await instance.close()
})

test('the page about assistants: a visitor signs in first, and returns', async () => {
  const instance = await openInstance('sqlite')
  const { statusCode, headers } = await openBrowsing(instance.app).visit('/assistants')
  expect([statusCode, headers.location]).toEqual([303, '/sign-in?return_to=%2Fassistants'])
  await instance.close()
})
