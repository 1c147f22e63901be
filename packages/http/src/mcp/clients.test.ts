import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, SPECIFIED_SCOPES } from '../../test/support/instance.ts'
import { type AnyClient, connect, connectFormer, listen } from '../../test/support/mcp.ts'
import { fastPathRequest } from './fast-path/fast-path-request.ts'

const { createGuide, publishGuide } = operations

let instance: Instance
let url: URL
let people = 0

const CLIENTS: [string, (token: string, send?: typeof fetch) => Promise<AnyClient>][] = [
  ['the second SDK, newest revision', (token, send) => connect(url, token, 'auto', send)],
  ['the second SDK, with a handshake', (token, send) => connect(url, token, 'legacy', send)],
  ['the first SDK', (token, send) => connectFormer(url, token, send) as Promise<AnyClient>],
]

describe.each(ENGINES)('on %s', (engine) => {
  beforeAll(async () => {
    instance = await openInstance(engine)
    url = await listen(instance)
  })
  afterAll(() => instance.close())

  describe.each(CLIENTS)('a client of %s', (_what, connectAs) => {
    async function recordOf(client: AnyClient, name: string, given: Record<string, unknown>) {
      const result = await client.callTool({ name, arguments: given })
      expect(result).not.toMatchObject({ isError: true })
      return (result as { structuredContent: { data: Record<string, string> } }).structuredContent.data
    }

    test("receives the server's name and instructions", async () => {
      const client = await connectAs(instance.acme.token)
      expect(client.getServerVersion()).toMatchObject({ name: 'service', version: '1.0.0' })
      expect(client.getInstructions()).toContain('list_contacts')
      await client.close()
    })

    test.each([
      [['contacts:read'], ['list_contacts', 'get_contact']],
      [['enrollments:write'], ['create_enrollment', 'update_enrollment']],
      [
        ['webhooks:manage', 'guides:read'],
        ['list_guides', 'get_guide', 'list_webhook_endpoints', 'create_webhook_endpoint', 'update_webhook_endpoint'],
      ],
    ])('with %s lists the tools of these scopes', async (scopes, names) => {
      const client = await connectAs(await instance.acme.key(scopes))
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
      await client.close()
    })

    test('onboards a contact', async () => {
      const client = await connectAs(instance.acme.token)
      const email = `zoe${++people}@harbour.example`
      const contact = await recordOf(client, 'create_contact', { email, first_name: 'Zoé' })
      expect(contact.email).toBe(email)
      const { guide_id } = instance.acme
      expect(await recordOf(client, 'list_guides', {})).toMatchObject([{ id: guide_id }])
      const enrollment = await recordOf(client, 'create_enrollment', { contact_id: contact.id, guide_id })
      expect(enrollment.status).toBe('invited')
      const started = await recordOf(client, 'update_enrollment', { id: enrollment.id, status: 'in_progress' })
      expect(started.status).toBe('in_progress')
      const detail = await recordOf(client, 'get_enrollment', { id: enrollment.id })
      expect(detail).toMatchObject({ contact: { id: contact.id }, guide: { id: guide_id }, total_steps: 3 })
      await client.close()
    })

    test('reads a guide', async () => {
      const client = await connectAs(await instance.acme.key(SPECIFIED_SCOPES))
      const uri = `service://guides/${instance.acme.guide_id}`
      expect((await client.listResources()).resources).toMatchObject([{ uri, name: 'Start' }])
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
        { uriTemplate: 'service://guides/{guide_id}' },
      ])
      const text = '# Start\n\n## First day\n\n### Sign in\n\n### Invite somebody\n\n### Import data\n'
      expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
      await expect(client.readResource({ uri: `service://guides/${instance.other.guide_id}` })).rejects.toThrow(
        'Unknown resource',
      )
      await client.close()
    })

    test('without guides:read lists no guides', async () => {
      const client = await connectAs(
        await instance.acme.key(SPECIFIED_SCOPES.filter((scope) => scope !== 'guides:read')),
      )
      expect((await client.listResources()).resources).toEqual([])
      expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
      await client.close()
    })

    test('receives the problems of a call', async () => {
      const client = await connectAs(instance.acme.token)
      expect(await client.callTool({ name: 'get_contact', arguments: { id: 'x' } })).toMatchObject({ isError: true })
      await expect(client.callTool({ name: 'drop_contacts', arguments: {} })).rejects.toThrow('Unknown tool')
      await client.close()
    })

    test('sends requests that take the fast path', async () => {
      const methods: (string | undefined)[] = []
      const client = await connectAs(instance.acme.token, (address, init) => {
        const headers = Object.fromEntries(new Headers(init?.headers))
        if (init?.body) methods.push(fastPathRequest({ headers, body: JSON.parse(String(init.body)) })?.method)
        return fetch(address, init)
      })
      await client.listTools()
      await client.callTool({ name: 'list_guides', arguments: { per_page: 1 } })
      await client.readResource({ uri: `service://guides/${instance.acme.guide_id}` })
      expect(methods.slice(-3)).toEqual(['tools/list', 'tools/call', 'resources/read'])
      await client.close()
    })

    test('without a valid token is refused', async () => {
      await expect(connectAs('hr_key_unknown')).rejects.toThrow()
    })
  })

  test('listing resources by cursor reaches every guide', async () => {
    const owner = await instance.handrail.asSystem(instance.other.id)
    const sections = [{ title: 'One', steps: [{ title: 'Step' }] }]
    for (let number = 0; number < 101; number++) {
      const { data } = await owner.invoke(createGuide, { title: `Guide ${number}`, sections })
      await owner.invoke(publishGuide, { id: data.id })
    }
    const client = await connect(url, await instance.other.key(SPECIFIED_SCOPES), 'legacy')
    expect((await client.listResources()).resources.length).toBe(102)
    await expect(client.listResources({ cursor: 'made up' })).rejects.toThrow('is not a cursor of this list')
    await client.close()
  })
})
