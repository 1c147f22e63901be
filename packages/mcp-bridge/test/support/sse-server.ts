import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { formerTools, listen } from './servers.ts'

/** The first SDK's server of 2024-11-05: a stream for answers, and an address beside it for messages. */
export async function sseServer(port = 0) {
  const transports = new Map<string, SSEServerTransport>()
  const listening = await listen(async (request, response, body) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (request.method === 'GET' && url.pathname === '/mcp') {
      const transport = new SSEServerTransport('/messages', response)
      transports.set(transport.sessionId, transport)
      await formerTools([]).connect(transport)
      return
    }
    const transport = url.pathname === '/messages' && transports.get(url.searchParams.get('sessionId') ?? '')
    if (!transport) return void response.writeHead(request.method === 'POST' ? 405 : 404).end()
    await transport.handlePostMessage(request, response, JSON.parse(body))
  }, port)
  return {
    ...listening,
    /** Ends all streams, as a restart does. */
    drop: async () => {
      for (const transport of transports.values()) await transport.close()
      transports.clear()
    },
  }
}
