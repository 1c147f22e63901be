import { operations } from '@handrail/core'
import {
  Client,
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import {
  PrivateKeyJwtProvider as FormerKey,
  ClientCredentialsProvider as FormerSecret,
} from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { exportJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, openListening } from '../../test/support/browser-steps.ts'
import type { AnyClient } from '../../test/support/mcp.ts'
import { newKey } from '../../test/support/program.ts'

const { createApplication, createWorkspace, listAuditEntries, updateApplication } = operations

const INFO = { name: 'nightly', version: '1.0.0' }

let server: Listening
let bound: Awaited<ReturnType<Listening['handrail']['asSystem']>>
beforeAll(async () => {
  server = await openListening()
  const operator = await server.handrail.asSystem()
  const { data } = await operator.invoke(createWorkspace, { name: 'Acme' })
  bound = await server.handrail.asSystem(data.id)
})
afterAll(() => server.close())

interface Credentials {
  clientId: string
  secret: string
  key: Record<string, unknown>
}

/** Clients of the SDKs, which know the address of the endpoint and their own credentials. */
const CLIENTS: Record<string, (url: URL, credentials: Credentials) => Promise<AnyClient>> = {
  'of the second SDK with a secret': (url, { clientId, secret: clientSecret }) =>
    connect(url, new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: server.base })),
  'of the second SDK with a key': (url, { clientId, key: privateKey }) =>
    connect(url, new PrivateKeyJwtProvider({ clientId, privateKey, algorithm: 'ES256', expectedIssuer: server.base })),
  'of the first SDK with a secret': (url, { clientId, secret: clientSecret }) =>
    connectFormer(url, new FormerSecret({ clientId, clientSecret, expectedIssuer: server.base })),
  'of the first SDK with a key': (url, { clientId, key: privateKey }) =>
    connectFormer(url, new FormerKey({ clientId, privateKey, algorithm: 'ES256', expectedIssuer: server.base })),
}

describe.each(Object.entries(CLIENTS))('an MCP client %s', (name, open) => {
  test('acts alone, with the tools of its scopes and role, until that is taken back', async () => {
    const { privateKey, jwk } = await newKey()
    const { data } = await bound.invoke(createApplication, {
      name,
      redirect_uris: [],
      scopes: ['contacts:read', 'contacts:write', 'webhooks:manage'],
      client_credentials_role: 'admin',
    })
    const { id, client_secret: secret = '' } = data
    await bound.invoke(updateApplication, { id, jwks: { keys: [jwk] } })
    const url = new URL(`${server.base}/mcp`)
    const credentials = { clientId: id, secret, key: { ...(await exportJWK(privateKey)) } }
    const client = await open(url, credentials)
    const toolsOf = async (of: AnyClient) => (await of.listTools()).tools.map((tool) => tool.name)
    const tools = await toolsOf(client)
    expect(tools).toEqual(expect.arrayContaining(['list_contacts', 'create_contact', 'create_webhook_endpoint']))
    expect(tools.filter((tool) => /guide|enrollment/.test(tool))).toEqual([])
    const endpoint = { url: 'https://hooks.example/in', events: ['*'] }
    const made = await client.callTool({ name: 'create_webhook_endpoint', arguments: endpoint })
    expect(made).not.toMatchObject({ isError: true })
    const { data: entries } = await bound.invoke(listAuditEntries, { actor_id: id })
    expect(entries).toMatchObject([{ action: 'webhook_endpoint.created', actor: name, door: 'mcp' }])

    await bound.invoke(updateApplication, { id, client_credentials_role: 'viewer' })
    // A client keeps the list of tools for a while.
    const restricted = await open(url, credentials)
    const left = await toolsOf(restricted)
    expect(left).toContain('list_contacts')
    expect(left.filter((tool) => /create_|webhook/.test(tool))).toEqual([])
    await bound.invoke(updateApplication, { id, client_credentials_role: null })
    await expect(restricted.callTool({ name: 'list_contacts', arguments: {} })).rejects.toThrow()
    await expect(open(url, credentials)).rejects.toThrow()
    await restricted.close()
    await client.close()
  })
})

async function connect(url: URL, authProvider: ClientCredentialsProvider | PrivateKeyJwtProvider): Promise<AnyClient> {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  return client
}

async function connectFormer(url: URL, authProvider: FormerSecret | FormerKey): Promise<AnyClient> {
  const client = new FormerClient(INFO)
  const transport = new FormerTransport(url, { authProvider })
  // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
  await client.connect(transport as unknown as Parameters<FormerClient['connect']>[0])
  return client as AnyClient
}
