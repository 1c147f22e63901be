import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { McpServer as FormerServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

export type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>

export interface Listening {
  url: string
  /** What arrived, such as `POST tools/call`. */
  seen: string[]
  requests: { headers: IncomingMessage['headers']; body: string }[]
  stop(): Promise<void>
}

/** Listens on a port, a free one unless one is given. */
export async function listen(handle: Handle, port = 0): Promise<Listening> {
  const seen: string[] = []
  const requests: Listening['requests'] = []
  const server: HttpServer = createServer(async (request, response) => {
    request.setEncoding('utf8')
    let body = ''
    for await (const part of request) body += part
    seen.push(`${request.method} ${/"method":"([^"]+)"/.exec(body)?.[1] ?? request.url}`)
    requests.push({ headers: request.headers, body })
    await handle(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return {
    url,
    seen,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The newest SDK's server: 2026-07-28 alone. */
export async function modernServer(port = 0) {
  const cancelled: string[] = []
  const handler = createMcpHandler(() => modernTools(cancelled), { legacy: 'reject' })
  const listening = await listen(async (request, response, body) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'POST',
        headers,
        signal: gone.signal,
        ...(body !== '' && { body }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) return void response.end()
    // The types of Node's own web streams and of the global ones differ in name alone.
    Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response)
  }, port)
  const change = () => {
    handler.notify.toolsChanged()
    handler.notify.resourceUpdated('note://one')
  }
  return { ...listening, cancelled, change, handler }
}

function modernTools(cancelled: string[]): McpServer {
  const server = new McpServer(
    { name: 'modern', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true }, logging: {}, resources: { subscribe: true } },
      instructions: 'Be kind',
    },
  )
  const annotations = { readOnlyHint: true }
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }), annotations }, ({ text }) => said(text))
  server.registerTool('change', { inputSchema: z.object({}) }, () => said('changed'))
  server.registerTool('slow', { inputSchema: z.object({}) }, async (_, context) => {
    await context.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: context.mcpReq._meta?.progressToken ?? 'none', progress: 1 },
    })
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 10_000)
      context.mcpReq.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        cancelled.push('slow')
        resolve()
      })
    })
    return said('done')
  })
  server.registerTool('log', { inputSchema: z.object({}) }, async (_, context) => {
    await context.mcpReq.log('info', 'logged')
    return said('done')
  })
  server.registerTool('ask', { inputSchema: z.object({}) }, (_, context) => {
    const given = context.mcpReq.inputResponses?.name as { content?: { name?: string } } | undefined
    if (given) return said(`Hello ${given.content?.name}`)
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }),
      },
    })
  })
  server.registerResource('note', 'note://one', {}, () => ({ contents: [{ uri: 'note://one', text: 'one' }] }))
  return server
}

/** The first SDK's server: sessions, and streams of events. @param lose forgets all sessions when it is called */
export async function legacyServer(port = 0) {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const cancelled: string[] = []
  const servers = new Set<FormerServer>()
  const listening = await listen(async (request, response, body) => {
    const id = request.headers['mcp-session-id']
    let transport = typeof id === 'string' ? sessions.get(id) : undefined
    if (!transport && id !== undefined) {
      response
        .writeHead(404)
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }))
      return
    }
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (given) => void sessions.set(given, transport as StreamableHTTPServerTransport),
      })
      const server = formerTools(cancelled)
      servers.add(server)
      // Its optional fields are declared in a way that exactOptionalPropertyTypes does not take.
      await server.connect(transport as unknown as Parameters<FormerServer['connect']>[0])
    }
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body))
  }, port)
  const change = () => {
    for (const server of servers) {
      server.sendToolListChanged()
      void server.server.sendResourceUpdated({ uri: 'note://one' })
    }
  }
  return { ...listening, cancelled, change, lose: () => sessions.clear() }
}

export function formerTools(cancelled: string[]): FormerServer {
  const server = new FormerServer(
    { name: 'legacy', version: '1.0.0' },
    { capabilities: { logging: {}, resources: { subscribe: true } }, instructions: 'Be brief' },
  )
  const annotations = { readOnlyHint: true }
  server.registerTool('echo', { inputSchema: { text: z.string() }, annotations }, ({ text }) => said(text))
  server.registerTool('change', { inputSchema: {} }, () => said('changed'))
  server.registerTool('slow', { inputSchema: {} }, async (_, { signal, sendNotification, _meta }) => {
    await sendNotification({
      method: 'notifications/progress',
      params: { progressToken: _meta?.progressToken ?? 'none', progress: 1 },
    })
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 10_000)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        cancelled.push('slow')
        resolve()
      })
    })
    return said('done')
  })
  server.registerTool('log', { inputSchema: {} }, async (_, { sendNotification }) => {
    await sendNotification({ method: 'notifications/message', params: { level: 'info', data: 'logged' } })
    return said('done')
  })
  server.registerTool('ask', { inputSchema: {} }, async () => {
    const { content } = await server.server.elicitInput({
      message: 'Your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    })
    return said(`Hello ${content?.name}`)
  })
  server.registerResource('note', 'note://one', {}, () => ({ contents: [{ uri: 'note://one', text: 'one' }] }))
  for (const schema of [SubscribeRequestSchema, UnsubscribeRequestSchema])
    server.server.setRequestHandler(schema, () => ({}))
  return server
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}
