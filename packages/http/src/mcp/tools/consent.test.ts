import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { connect, connectFormer, listen, send } from '../../../test/support/mcp.ts'

const SCOPES = ['guides:read', 'guides:write', 'guides:publish']
const SECTIONS = [{ title: 'S', steps: [{ title: 'T' }] }]

type Answer = { isError?: boolean; content: { text: string }[]; structuredContent?: { data: Record<string, string> } }

describe.each(ENGINES)('tools whose preview is confirmed, on %s', (engine) => {
  let instance: Instance
  let url: URL
  let token: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    url = await listen(instance)
    token = await instance.acme.key(SCOPES)
  })
  afterAll(() => instance.close())

  /** A client that lets a person decide. */
  async function elicitingClient(decide: (message: string) => Record<string, unknown>) {
    const client = new Client(
      { name: 'asks', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    client.setRequestHandler('elicitation/create', async ({ params }) => decide(params.message) as never)
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    return client
  }

  const call = async (client: { callTool: Client['callTool'] }, name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as Answer

  async function draft(client: { callTool: Client['callTool'] }, title: string) {
    const { structuredContent } = await call(client, 'create_guide_draft', { title, sections: SECTIONS })
    const { id = '', revision = '' } = structuredContent?.data ?? {}
    return { id, revision }
  }

  const statusOf = async (id: string) =>
    (await instance.call({ path: `/api/v1/guides/${id}/draft` })).body.data.status as string

  test.each(['auto', 'legacy', 'first SDK'] as const)(
    'a client that cannot ask a person (%s) shows the preview and sends its confirmation',
    async (mode) => {
      const client = mode === 'first SDK' ? await connectFormer(url, token) : await connect(url, token, mode)
      const caller = client as unknown as { callTool: Client['callTool'] }
      const given = await draft(caller, `By ${mode}`)
      const preview = await call(caller, 'publish_guide', given)
      expect(preview.structuredContent?.data).toMatchObject({ published: false, confirmation: expect.any(String) })
      expect(await statusOf(given.id)).toBe('draft')
      const { confirmation } = preview.structuredContent?.data ?? {}
      const done = await call(caller, 'publish_guide', { ...given, confirmation })
      expect(done.structuredContent?.data).toMatchObject({ published: true })
      const again = await call(caller, 'publish_guide', { ...given, confirmation })
      expect([again.isError, again.content[0]?.text]).toEqual([
        true,
        'This confirmation was used, has expired, or is not yours. Nothing was changed. Ask again without confirmation, and confirm what the new preview shows.',
      ])
      await client.close()
    },
  )

  test('a client that can ask a person asks, and publishes when the person agrees', async () => {
    const asked: string[] = []
    const client = await elicitingClient((message) => {
      asked.push(message)
      return { action: 'accept', content: { agree: true } }
    })
    const given = await draft(client, 'Agreed')
    const done = await call(client, 'publish_guide', given)
    expect(done.structuredContent?.data).toMatchObject({ published: true })
    expect(asked).toEqual([
      'Publish "Agreed"? New enrollments get it. Changes: 2. Customers on their way, who keep their version: 0.',
    ])
    expect(await statusOf(given.id)).toBe('published')
    await client.close()
  })

  test.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['does not tick it', { action: 'accept', content: { agree: false } }],
    ['accepts without an answer', { action: 'accept' }],
  ])('nothing is published when the person %s', async (_what, answer) => {
    const client = await elicitingClient(() => answer)
    const given = await draft(client, 'Refused')
    const { content } = await call(client, 'publish_guide', given)
    expect(content[0]?.text).toMatch(/^The user did not agree. Nothing was changed/)
    expect(await statusOf(given.id)).toBe('draft')
    await client.close()
  })

  test('a model of a client that can ask cannot skip the question with a confirmation of its own', async () => {
    const client = await elicitingClient(() => ({ action: 'decline' }))
    const given = await draft(client, 'Skipped')
    // Got elsewhere, with the same credential.
    const preview = await instance.call({
      ...{ method: 'POST', path: `/api/v1/guides/${given.id}/draft/publish`, token },
      body: { publication: { revision: given.revision } },
    })
    const { confirmation } = preview.body.data
    const { content } = await call(client, 'publish_guide', { ...given, confirmation })
    expect(content[0]?.text).toMatch(/did not agree/)
    expect(await statusOf(given.id)).toBe('draft')
    await client.close()
  })

  test('a draft that has changed is refused with its outline and who changed it', async () => {
    const client = await connect(url, token, 'auto')
    const { id, revision } = await draft(client, 'Contested')
    const changes = [{ action: 'insert_section', section: { title: 'New', steps: [] } }]
    expect((await call(client, 'edit_guide_draft', { id, revision, changes })).isError).toBeUndefined()
    const late = await call(client, 'edit_guide_draft', { id, revision, changes })
    expect(late.isError).toBe(true)
    expect(late.content[0]?.text).toMatch(/^The draft has changed since you read it: .* It is now: \{"id":/)
    await client.close()
  })

  test('only tokens with scopes of our own see their tools and instructions', async () => {
    const listed = async (scopes: string[]) => {
      const own = await instance.acme.key(scopes)
      const { body } = await send(instance, 'modern', { method: 'tools/list', token: own })
      const { body: about } = await send(instance, 'modern', { method: 'server/discover', token: own })
      const names: string[] = body.result.tools.map(({ name }: { name: string }) => name)
      return { names, instructions: String(about.result.instructions) }
    }
    const without = await listed(['guides:read'])
    expect(without.names).toEqual(['list_guides', 'get_guide'])
    expect(without.instructions).not.toContain('confirmation')
    const withDrafts = await listed(['guides:read', 'guides:write'])
    expect(withDrafts.names).toContain('edit_guide_draft')
    expect(withDrafts.names).not.toContain('publish_guide')
    expect(withDrafts.instructions).toContain('confirmation')
  })

  test('a call without the scope is refused with the scope that it needs', async () => {
    const own = await instance.acme.key(['guides:read', 'guides:write'])
    const params = { name: 'publish_guide', arguments: { id: instance.acme.guide_id, revision: 'x' } }
    const { status, headers } = await send(instance, 'modern', { method: 'tools/call', params, token: own })
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toContain('scope="guides_publish"')
  })
})
