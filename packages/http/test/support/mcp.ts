import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Assistant } from './assistant.ts'
import type { Answer, Instance } from './instance.ts'

export const REVISION = '2026-07-28'
const FORMER_REVISION = '2025-11-25'

const CLIENT = { name: 'test', version: '1.0.0' }

/** The address of the endpoint of an instance that listens. */
export async function listen({ app }: Instance): Promise<URL> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (!app.server.listening) await once(app.server, 'listening')
  return new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`)
}

/** A client of the SDK's second version, which speaks the newest revision where it is asked to. */
export async function connect(url: URL, token: string, mode: 'auto' | 'legacy', send = fetch): Promise<Client> {
  const client = new Client(CLIENT, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(token) }, fetch: send }))
  return client
}

/** A client of the SDK's first version. */
export async function connectFormer(url: URL, token: string, send = fetch): Promise<FormerClient> {
  const client = new FormerClient(CLIENT)
  const transport = new FormerTransport(url, { requestInit: { headers: bearer(token) }, fetch: send })
  // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
  await client.connect(transport as unknown as Parameters<FormerClient['connect']>[0])
  return client
}

/** The part of the clients' interface that all of them share. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(resource: { uri: string }): Promise<{ contents: unknown[] }>
  getServerVersion(): { name: string; version: string } | undefined
  getInstructions(): string | undefined
  close(): Promise<void>
}

/** A client that has no token, and finds out itself how to get one. */
export interface Attempt {
  client: AnyClient
  connect(): Promise<void>
  /** Exchanges what the browser came back with. */
  finish(received: URLSearchParams): Promise<void>
}

export const ATTEMPTS: Record<string, (url: URL, authProvider: Assistant['provider']) => Attempt> = {
  'the second SDK': (url, authProvider) => {
    const client = new Client(CLIENT, { versionNegotiation: { mode: 'auto' } })
    const transport = new StreamableHTTPClientTransport(url, { authProvider })
    return {
      client,
      connect: () => client.connect(transport),
      finish: (received) => transport.finishAuth(received),
    }
  },
  'the first SDK': (url, authProvider) => {
    const client = new FormerClient(CLIENT)
    const transport = new FormerTransport(url, { authProvider })
    return {
      client: client as AnyClient,
      // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
      connect: () => client.connect(transport as unknown as Parameters<FormerClient['connect']>[0]),
      finish: (received) => transport.finishAuth(received.get('code') ?? ''),
    }
  },
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export interface Sent {
  method: string
  params?: Record<string, unknown>
  id?: string | number
  token?: string | null
  headers?: Record<string, string>
}

/** The envelope of a client of the newest revision that can ask a person. */
export const ELICITING = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    'io.modelcontextprotocol/clientInfo': CLIENT,
  },
}

/** A request of the newest revision, complete with its envelope and headers. */
export function modernRequest({ method, params = {}, id = 1, headers = {} }: Sent) {
  const named = params.name ?? params.uri
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
  }
  return {
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
      ...headers,
    } as Record<string, string>,
    body: { jsonrpc: '2.0', id, method, params: { _meta, ...params } },
  }
}

/** A request of a revision that began with `initialize`. */
function formerRequest({ method, params, id = 1, headers = {} }: Sent) {
  return {
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': FORMER_REVISION,
      accept: 'application/json, text/event-stream',
      ...headers,
    } as Record<string, string>,
    body: { jsonrpc: '2.0', id, method, ...(params && { params }) },
  }
}

export const ERAS = { modern: modernRequest, former: formerRequest } as const
export type Era = keyof typeof ERAS

/** Sends one request in the manner of an era. */
export function send(instance: Instance, era: Era, sent: Sent): Promise<Answer> {
  const { token } = sent
  const request = ERAS[era](sent)
  return instance.call({ method: 'POST', path: '/mcp', ...request, ...(token !== undefined && { token }) })
}

/** What hosts of MCP Apps say of themselves. */
const SHOWS_VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

/** Sends one request as a client that shows views: it says so with the request, or began with `initialize` and has a session. */
export async function sendShowingViews(instance: Instance, era: Era, sent: Sent): Promise<Answer> {
  if (era === 'modern') {
    const _meta = { ...ELICITING._meta, 'io.modelcontextprotocol/clientCapabilities': SHOWS_VIEWS }
    return send(instance, era, { ...sent, params: { _meta, ...sent.params } })
  }
  const begun = { protocolVersion: FORMER_REVISION, capabilities: SHOWS_VIEWS, clientInfo: CLIENT }
  const { headers } = await send(instance, era, { ...sent, method: 'initialize', params: begun })
  return send(instance, era, {
    ...sent,
    headers: { ...sent.headers, 'mcp-session-id': headers['mcp-session-id'] ?? '' },
  })
}
