import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { useProgram } from '../../../../test/program.ts'
import { PROGRAM } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const program = useProgram()
const bridges = useBridges()
const SETUP = {
  HANDRAIL_SETUP_EMAIL: 'ada@example.com',
  HANDRAIL_SETUP_WORKSPACE: 'Acme',
  HANDRAIL_SETUP_PASSWORD: 'correct horse battery staple',
}
const RECORDS = ['contacts', 'organisations', 'enrollments']
/** Those of the specification, whose tools are 17. */
const SCOPES = [...RECORDS.flatMap((name) => [`${name}:read`, `${name}:write`]), 'guides:read', 'webhooks:manage'].join(
  ' ',
)
const CLIENT = { name: 'test', version: '1.0.0' }

/** The part of the clients' interface that all of them share. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  listResources(): Promise<{ resources: unknown[] }>
  getServerVersion(): { name: string } | undefined
  getInstructions(): string | undefined
  close(): Promise<void>
}

interface Start {
  command: string
  args: string[]
  env: Record<string, string>
}

async function connect(start: Start, mode: 'auto' | 'legacy'): Promise<AnyClient> {
  const client = new Client(CLIENT, { versionNegotiation: { mode } })
  await client.connect(new StdioClientTransport(start))
  return client
}

async function connectFormer(start: Start): Promise<AnyClient> {
  const client = new FormerClient(CLIENT)
  // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
  await client.connect(new FormerTransport(start) as unknown as Parameters<FormerClient['connect']>[0])
  return client as unknown as AnyClient
}

/** A person whose host can ask is asked before a guide is published, and decides. */
async function publishesAsked(url: string, mode: 'auto' | 'legacy'): Promise<void> {
  const { stdout } = await program.run(['create-key', '--name', mode, '--scopes', 'guides:write guides:publish'])
  const env = bridges.environmentOf({ MCP_BRIDGE_TOKEN: stdout.trim() })
  const client = new Client(CLIENT, { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } })
  const answers = [{ action: 'decline' as const }, { action: 'accept' as const, content: { agree: true } }]
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return answers.shift() ?? { action: 'cancel' }
  })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, url], env }))
  const sections = [{ title: 'S', steps: [{ title: 'T' }] }]
  const draft = await client.callTool({ name: 'create_guide_draft', arguments: { title: mode, sections } })
  const { data } = draft.structuredContent as { data: Record<string, string> }
  const publishing = { name: 'publish_guide', arguments: { id: data.id, revision: data.revision } }
  const [refused, done] = [await client.callTool(publishing), await client.callTool(publishing)]
  expect(refused.content).toMatchObject([{ text: expect.stringContaining('did not agree') }])
  expect(done.structuredContent).toMatchObject({ data: { published: true } })
  expect(asked).toEqual([expect.stringContaining(`Publish "${mode}"?`), expect.stringContaining(`Publish "${mode}"?`)])
  await client.close()
}

const CLIENTS: ((start: Start) => Promise<AnyClient>)[] = [
  (start) => connect(start, 'auto'),
  (start) => connect(start, 'legacy'),
  connectFormer,
]

test('clients of both SDKs and both eras work with Handrail, also after an outage', async () => {
  const server = await program.serve([], { environment: SETUP })
  const { stdout } = await program.run(['create-key', '--name', 'test', '--scopes', SCOPES])
  const url = `${server.url}/mcp`
  const env = bridges.environmentOf({ MCP_BRIDGE_TOKEN: stdout.trim() })
  const start = { command: process.execPath, args: [PROGRAM, url], env }
  const connectAll = () => Promise.all(CLIENTS.map((connectTo) => connectTo(start)))

  const before = await connectAll()
  for (const [number, client] of before.entries()) {
    expect((await client.listTools()).tools).toHaveLength(17)
    const made = { email: `zoe${number}@harbour.example`, first_name: 'Zoé' }
    const created = await client.callTool({ name: 'create_contact', arguments: made })
    expect(created).toMatchObject({ structuredContent: { data: made } })
    expect((await client.listResources()).resources).toEqual([])
  }

  await publishesAsked(url, 'auto')
  await publishesAsked(url, 'legacy')

  server.kill('SIGTERM')
  await server.ended
  const meanwhile = await connectAll()
  const listing = { name: 'list_contacts', arguments: {} }
  await Promise.all(
    meanwhile.map(async (client) => {
      expect(client.getServerVersion()).toMatchObject({ name: 'service' })
      expect(client.getInstructions()).toContain('list_contacts')
      expect((await client.listTools()).tools).toHaveLength(17)
    }),
  )
  const all = [...before, ...meanwhile]
  const down = {
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('the server seems to be down') }],
  }
  const failed = await Promise.all(all.map((client) => client.callTool(listing)))
  expect(failed).toEqual(all.map(() => expect.objectContaining(down)))

  await program.serve(['--port', new URL(url).port])
  for (const client of all) {
    const found = (await client.callTool(listing)) as { structuredContent: { data: unknown[] } }
    expect(found.structuredContent.data).toHaveLength(CLIENTS.length)
    await client.close()
  }
})
