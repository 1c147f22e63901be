import { isLoopbackHost } from '../outbound/loopback.ts'

/** The name of the server in the configurations of assistants. */
const NAME = 'handrail'

/** Ready configurations for the common assistants. Those with an application of their own can be opened by a link. */
export interface AssistantConfigurations {
  /** The address of the endpoint. */
  address: string
  /** Whether a service on the internet can reach the endpoint, judging by the address. */
  isReachable: boolean
  claudeDesktop: string
  claudeCode: string
  claudeCodeFile: string
  cursor: string
  /** Opens Cursor, which asks whether to add the server. */
  cursorLink: string
  vsCode: string
  vsCodeLink: string
  vsCodeBridge: string
  http: string
  bridge: string
  key: string
}

/** @param address the MCP endpoint, as people reach the instance */
export function assistantConfigurations(address: string): AssistantConfigurations {
  const remote = { type: 'http', url: address }
  const bridge = { command: 'npx', args: ['-y', '@handrail/mcp-bridge', address] }
  const json = (content: object) => JSON.stringify(content, null, 2)
  const servers = (server: object) => json({ mcpServers: { [NAME]: server } })
  const encoded = btoa(JSON.stringify({ url: address }))
  return {
    address,
    isReachable: isReachable(address),
    claudeDesktop: servers(bridge),
    claudeCode: `claude mcp add --transport http ${NAME} ${address}`,
    claudeCodeFile: servers(remote),
    cursor: servers({ url: address }),
    cursorLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(encoded)}`,
    vsCode: json({ servers: { [NAME]: remote } }),
    vsCodeLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...remote }))}`,
    vsCodeBridge: json({ servers: { [NAME]: { type: 'stdio', ...bridge } } }),
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
