import { z } from 'zod'
import { isLoopbackHost } from '../outbound/loopback.ts'

export const AssistantConfigurations = z.object({
  address: z.string().describe('Of the endpoint'),
  is_reachable: z
    .boolean()
    .describe('Whether a service on the internet can reach the endpoint, judging by the address'),
  claude_desktop: z.string(),
  claude_code: z.string(),
  claude_code_file: z.string(),
  cursor: z.string(),
  cursor_link: z.string().describe('Opens Cursor, which asks whether to add the server'),
  vs_code: z.string(),
  vs_code_link: z.string(),
  vs_code_bridge: z.string(),
  http: z.string(),
  bridge: z.string(),
  key: z.string(),
})

/** Where every instance serves the package of the bridge, below its address. */
export const BRIDGE_PATH = 'mcp-bridge.tgz'

/** The name of the server in the configurations of assistants. */
const NAME = 'handrail'

/**
 * Ready configurations for the common assistants, and links that open those with an application of their own.
 * @param address the MCP endpoint, as people reach the instance
 */
export function assistantConfigurations(address: string): z.output<typeof AssistantConfigurations> {
  const remote = { type: 'http', url: address }
  // Once fetched, it starts also while the instance does not answer.
  const bridge = { command: 'npx', args: ['-y', '--prefer-offline', new URL(BRIDGE_PATH, address).href, address] }
  const json = (content: object) => JSON.stringify(content, null, 2)
  const servers = (server: object) => json({ mcpServers: { [NAME]: server } })
  const encoded = btoa(JSON.stringify({ url: address }))
  return {
    address,
    is_reachable: isReachable(address),
    claude_desktop: servers(bridge),
    claude_code: `claude mcp add --transport http ${NAME} ${address}`,
    claude_code_file: servers(remote),
    cursor: servers({ url: address }),
    cursor_link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(encoded)}`,
    vs_code: json({ servers: { [NAME]: remote } }),
    vs_code_link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...remote }))}`,
    vs_code_bridge: json({ servers: { [NAME]: { type: 'stdio', ...bridge } } }),
    http: servers(remote),
    bridge: servers(bridge),
    key: servers({ ...remote, headers: { Authorization: 'Bearer YOUR_API_KEY' } }),
  }
}

/** Services on the internet reach neither this computer nor a private network, and require TLS. */
function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const isPrivate =
    isLoopbackHost(hostname) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname) ||
    /\.(local|internal|home\.arpa)$/.test(hostname) ||
    !hostname.includes('.')
  return protocol === 'https:' && !isPrivate
}
