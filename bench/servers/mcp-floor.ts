// The floor of the MCP server: dispatches requests by hand, after the checks of the headers (2026-07-28), and has no other tools
// than those that are measured. The list of tools is that of the service, from the environment.
import type { FastifyInstance } from 'fastify'
import { sendMessage } from './responses.ts'

interface Message {
  id: string | number
  method: string
  params: { name?: string; arguments?: { id?: string } }
}

type Tool = (authorization: string | undefined, id: string) => object | Promise<object>

interface Served {
  /** @throws if the token is unknown */
  verify(authorization: string | undefined): unknown
  tools: Record<string, Tool>
}

const LIST = process.env.TOOLS ?? ''
const END =
  '"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"service","version":"1.0.0","title":"The floor"}}'
const REVISION = '2026-07-28'

export function serveMcp(app: FastifyInstance, { verify, tools }: Served): void {
  app.post<{ Body: Message }>('/mcp', async ({ headers, body: { id, method, params } }, reply) => {
    const isConsistent = headers['mcp-method'] === method && headers['mcp-name'] === params.name
    if (headers['mcp-protocol-version'] !== REVISION || !isConsistent) return reply.code(400).send()
    if (method === 'tools/list') {
      await verify(headers.authorization)
      return sendMessage(reply, LIST)
    }
    const value = await tools[params.name ?? '']?.(headers.authorization, params.arguments?.id ?? '')
    const text = JSON.stringify(value)
    const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`
    return sendMessage(reply, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${content},${END}}}`)
  })
}
